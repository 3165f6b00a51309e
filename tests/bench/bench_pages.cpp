// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// bench_pages: what the web engine draws in the window.
#include "tests/bench/bench_main.h"
#include "ui/viewers/web_engine.h"

int main(int argc, char** argv)
{
    using namespace sandbench;
    return bench::run(
        argc, argv,
        {bench::pageGoals(), [](bench::WindowBench& bench) { bench.measurePages(); },
         [] { return ui::webEngineVersion().toStdString(); }});
}
