// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// bench_window: the window but for its pages. Like the program itself it loads no web engine.
#include "tests/bench/bench_main.h"

int main(int argc, char** argv)
{
    using namespace sandbench::bench;
    return run(
        argc, argv,
        {windowGoals(), [](WindowBench& bench) { bench.measureWindow(); },
         [] { return std::string(SANDBENCH_VERSION); }});
}
