// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/check/grade_run.h"
#include "ui/changes/change_reader.h"

#include <QString>

/// What differs of a submission. May take a moment. Thread: any.
namespace sandbench::ui {

/// What @p check expects against what came of it. @p title: of both, foreign; @p kept: null =
/// only what GradedTest has of it.
FileDifference outputDifference(
    const QString& title, const check::Check& check, const check::GradedTest& test,
    const check::TestOutput* kept);

/// Two programs, line by line. @p title: says which is which, harmless.
FileDifference
codeDifference(const QString& title, const std::string& before, const std::string& after);

} // namespace sandbench::ui
