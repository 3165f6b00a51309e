// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/artifact/chart.h"
#include "ui/viewers/table_pane.h"

namespace sandbench::ui {

/// Shows a figure's numbers in @p pane, a row for each point; null empties it. @p name: of the file
/// that is proposed, without its ending. Thread: GUI.
void showNumbers(TablePane& pane, const Chart* chart, const QString& name);

} // namespace sandbench::ui
