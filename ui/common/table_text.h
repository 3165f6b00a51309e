// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAbstractItemModel;

namespace sandbench::ui {

/// Copies the rows of @p model, its header first, with tabs between their cells, as spreadsheets
/// take them. Thread: GUI.
void copyTable(const QAbstractItemModel& model);

} // namespace sandbench::ui
