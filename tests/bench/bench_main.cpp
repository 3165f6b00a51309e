// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/bench_main.h"

#include "app/cli/host_facts.h"
#include "tests/ui/xvfb_display.h"
#include "ui/common/window_style.h"
#include "ui/viewers/web_engine.h"

#include <QApplication>
#include <QCommandLineParser>

#include <algorithm>
#include <cstdio>

namespace sandbench::bench {

static int measure(const QCommandLineParser& typed, const Suite& suite)
{
    WindowOptions options;
    options.quick = typed.isSet(QStringLiteral("quick"));
    const auto only = cli::parseIds(typed.value(QStringLiteral("only")).toStdString(), suite.goals);
    if (!only) {
        std::fprintf(stderr, "bench: %s\n", only.error().text().c_str());
        return 2;
    }
    options.only = *only;
    const auto rows = cli::makeRows(WindowBench(options).measure(suite.steps), suite.goals);
    const Json report
        = {{"schema", "sandbench.bench/1"},
           {"machine", cli::hostFacts()},
           {"engine", "window"},
           {"engine_version", suite.version()},
           {"rows", rows}};
    const auto text
        = typed.isSet(QStringLiteral("json")) ? writeJson(report) + "\n" : cli::rowsText(rows);
    std::fputs(text.c_str(), stdout);
    const bool isComplete = std::all_of(rows.begin(), rows.end(), [](const Json& row) {
        return jsonString(row, "problem").empty();
    });
    return isComplete ? 0 : 1;
}

int run(int argc, char** argv, const Suite& suite)
{
    XvfbDisplay display;
    if (!display.start()) {
        std::fputs("bench: Xvfb does not start; install the package xvfb\n", stderr);
        return 1;
    }
    qputenv("DISPLAY", display.name());
    qputenv("QT_QPA_PLATFORM", "xcb");
    // Xvfb has no graphics card, and Chromium draws no WebGL with Mesa's software unless it is told
    // to.
    qputenv("QTWEBENGINE_CHROMIUM_FLAGS", "--ignore-gpu-blocklist");
    ui::configureWebEngine();
    const QApplication application(argc, argv);
    QApplication::setStyle(new ui::WindowStyle);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions(
        {{QStringLiteral("only"), QStringLiteral("Only these steps."), QStringLiteral("ID,...")},
         {QStringLiteral("quick"), QStringLiteral("A quarter of the repetitions.")},
         {QStringLiteral("json"),
          QStringLiteral("One JSON object, as sandbenchctl bench --json.")}});
    parser.process(application);
    return measure(parser, suite);
}

} // namespace sandbench::bench
