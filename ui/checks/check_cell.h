// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/check/check_matrix.h"
#include "ui/changes/change_reader.h"

#include <QString>

/// One check of one answer, for people. Thread: any.
namespace sandbench::ui {

/// "✓ passed", "✗ exit 1", "running…"; empty = it was not run.
QString cellText(const check::Outcome& outcome);

/// What is expected against what came, line by line, with the reason above it; only the reason
/// where there is nothing to compare. @p title: of the answer and check, foreign.
FileDifference
cellDifference(const QString& title, const check::Check& check, const check::Outcome& outcome);

} // namespace sandbench::ui
