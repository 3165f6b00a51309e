// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json_fwd.h"
#include "core/check/run_matrix.h"

#include <string>

/// A matrix of runs for other programs. No I/O. Thread: any.
namespace sandbench::check {

/// Schema "sandbench.matrix/1": {schema, passed, same, partial, cases, places, cells, differences,
/// counts}. Cells are by case, by place; differences name both by their numbers, from 0.
Json toJson(const RunMatrix& matrix);

/// A row for each cell; "outcome" is 1 for the usual one of its case, empty for what did not run.
std::string csvOf(const RunMatrix& matrix);

} // namespace sandbench::check
