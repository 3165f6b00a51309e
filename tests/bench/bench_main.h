// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/bench/window_bench.h"

namespace sandbench::bench {

/// What one program measures.
struct Suite
{
    std::span<const cli::RowGoal> goals; ///< In the order of the report.
    void (*steps)(WindowBench& bench);
    std::string (*version)(); ///< Of what is measured.
};

/// PROGRAM [--quick] [--only ID,...] [--json]: what the window costs here, against its goals. It
/// brings its own display. Exit status: 0 when every step could be measured, 1 when one could not,
/// 2 for a wrong command line.
int run(int argc, char** argv, const Suite& suite);

} // namespace sandbench::bench
