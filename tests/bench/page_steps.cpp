// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// Plotly's figures in the web engine.
#include "tests/bench/waiting.h"
#include "tests/bench/window_bench.h"
#include "ui/plots/artifact_card.h"
#include "ui/plots/plot_panel.h"

#include <QRandomGenerator>
#include <QTest>
#include <QWebEnginePage>

namespace sandbench::bench {

static constexpr int kManyPoints = 100'000;
// What a program takes at least before such a figure is there: plotly.express is imported in 0.4 s,
// the points are written as JSON in 0.5 s. Units: milliseconds.
static constexpr int kProgram = 500;

/// As plotly.py writes it. @p trace: its members but the data.
static QByteArray figure(const char* trace, int points)
{
    QByteArray x, y;
    QRandomGenerator random(1);
    double value = 0;
    for (int i = 0; i < points; ++i) {
        value += random.generateDouble() - 0.5;
        x += (i > 0 ? "," : "") + QByteArray::number(i);
        y += (i > 0 ? "," : "") + QByteArray::number(value, 'g', 17);
    }
    return QByteArray("{\"data\":[{") + trace + ",\"x\":[" + x + "],\"y\":[" + y
        + "]}],\"layout\":{\"title\":{\"text\":\"Many\"}}}";
}

/// Units: milliseconds. Errors: Unavailable when there is a card in its place.
static Result<double> timeFigure(ui::PlotPanel& panel, const QByteArray& json)
{
    const auto took = untilSettled(panel, [&] {
        panel.add(
            {QStringLiteral("run-1"),
             QStringLiteral("figure.json"),
             QStringLiteral("application/vnd.plotly.v1+json"),
             json,
             0,
             0,
             {}});
    });
    if (panel.findChild<ui::ArtifactCard*>()->isVisible())
        return Error(ErrorCode::Unavailable, "the figure was not drawn");
    return took;
}

/// Waits until the page is loaded that the panel keeps for the next figure.
static bool loadsNextPage(ui::PlotPanel& panel)
{
    constexpr int kPatience = 60'000;
    const auto pages = [&panel] { return panel.findChildren<QWebEnginePage*>(); };
    // The page that was shown before goes a moment after the figure that is shown now has come.
    if (!QTest::qWaitFor([&pages] { return pages().size() == 2; }, kPatience))
        return false;
    bool isLoaded = false;
    while (!isLoaded) {
        Waiting answered;
        pages().back()->runJavaScript(
            QStringLiteral("Boolean(window.Plotly)"), [&](const QVariant& answer) {
                isLoaded = answer.toBool();
                answered.end();
            });
        if (!answered.result())
            return false;
    }
    return true;
}

void WindowBench::measurePages()
{
    if (!wants("plotly"))
        return;
    attempt("webengine_start", timeFigure(*shownPanel(), figure("\"type\":\"scatter\"", 3)));
    // What go.Scatter draws of a list, and px.scatter of a data frame.
    const auto lines = figure("\"type\":\"scatter\",\"mode\":\"lines\"", kManyPoints);
    const auto points = figure("\"type\":\"scattergl\",\"mode\":\"markers\"", kManyPoints);
    for (int i = 0; i < times(8); ++i) {
        const auto panel = shownPanel();
        // A program that names plotly has begun.
        panel->beginRun(QStringLiteral("run-1"), true);
        QTest::qWait(kProgram);
        attempt("plotly_100k_first", timeFigure(*panel, lines));
        if (!loadsNextPage(*panel))
            return attempt("plotly_100k_lines", Error(ErrorCode::Unavailable, "no page is loaded"));
        attempt("plotly_100k_lines", timeFigure(*panel, lines));
        (void)loadsNextPage(*panel);
        attempt("plotly_100k_points", timeFigure(*panel, points));
    }
}

} // namespace sandbench::bench
