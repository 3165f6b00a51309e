// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/run_matrix.h"

#include <cstddef>
#include <string>

/// A matrix of runs on a terminal. Safe on it. No I/O.
namespace sandbench::cli {

/// "[3/18] a.py on docker python:3.12: passed, 0.2 s; differs from docker python:3.11: …": a cell
/// that is over, the @p over th of all.
std::string matrixLine(
    const check::RunMatrix& matrix, std::size_t oneCase, std::size_t place, std::size_t over);

/// A table of places × programs, or where that is wider than @p columns a line for each cell;
/// below it what differs, and why cells did not run.
std::string matrixReport(const check::RunMatrix& matrix, std::size_t columns);

} // namespace sandbench::cli
