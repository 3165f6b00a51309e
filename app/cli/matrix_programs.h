// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/run_plan.h"
#include "core/check/matrix_run.h"

#include <stop_token>
#include <string>
#include <vector>

namespace sandbench::cli {

/// The programs at @p paths: of each file that program, or that of an answer; of a folder every
/// file and every folder with a program, see check::findSubmissions(). What is wrong with an entry
/// of a folder is its own problem. @p run: what was typed of all of them.
/// Errors: as loadInputs() and findSubmissions(), naming the path.
Result<std::vector<check::MatrixProgram>> readMatrixPrograms(
    const std::vector<std::string>& paths, const RunOptions& run, const Composition& parts,
    const std::stop_token& stop);

} // namespace sandbench::cli
