// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// Plotly's figures in the web engine.
#include "tests/bench/window_bench.h"
#include "ui/plots/artifact_card.h"
#include "ui/plots/plot_panel.h"

#include <QRandomGenerator>

namespace sandbench::bench {

static constexpr int kManyPoints = 100'000;

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

/// In a new panel. Units: milliseconds. Errors: Unavailable when there is a card in its place.
static Result<double> timeFigure(const QByteArray& json)
{
    const auto panel = shownPanel();
    const auto took = untilSettled(*panel, [&] {
        panel->add(
            {QStringLiteral("run-1"),
             QStringLiteral("figure.json"),
             QStringLiteral("application/vnd.plotly.v1+json"),
             json,
             0,
             0,
             {}});
    });
    if (panel->findChild<ui::ArtifactCard*>()->isVisible())
        return Error(ErrorCode::Unavailable, "the figure was not drawn");
    return took;
}

void WindowBench::measurePages()
{
    if (!wants("plotly"))
        return;
    attempt("baseline_webengine_start", timeFigure(figure("\"type\":\"scatter\"", 3)));
    // What go.Scatter draws of a list, and px.scatter of a data frame.
    const auto lines = figure("\"type\":\"scatter\",\"mode\":\"lines\"", kManyPoints);
    const auto points = figure("\"type\":\"scattergl\",\"mode\":\"markers\"", kManyPoints);
    for (int i = 0; i < times(8); ++i) {
        if (wants("plotly_100k_lines"))
            attempt("plotly_100k_lines", timeFigure(lines));
        if (wants("plotly_100k_points"))
            attempt("plotly_100k_points", timeFigure(points));
    }
}

} // namespace sandbench::bench
