// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// Pictures: the first thumbnail, a large one, and two hundred in the strip.
#include "tests/bench/test_pictures.h"
#include "tests/bench/waiting.h"
#include "tests/bench/window_bench.h"
#include "tests/ui/stall_meter.h"
#include "ui/plots/plot_model.h"
#include "ui/plots/plot_panel.h"
#include "ui/plots/plot_picture.h"
#include "ui/plots/plot_strip.h"

#include <QScrollBar>

#include <array>
#include <cstdio>
#include <numeric>

namespace sandbench::bench {

static bool hasThumbnail(const ui::PlotStrip& strip)
{
    const auto first = strip.model()->index(0, 0);
    return !first.data(ui::PlotModel::ThumbnailRole).value<QPixmap>().isNull();
}

void WindowBench::measureThumbnail()
{
    constexpr const char* id = "first_thumbnail";
    if (!wants(id))
        return;
    const auto png = plotPicture(640, 480, 1);
    for (int i = -1; i < times(40); ++i) {
        const auto panel = shownPanel();
        auto& strip = *panel->findChild<ui::PlotStrip*>();
        Waiting waiting;
        PaintWatch watch(*strip.viewport(), waiting, [&strip] { return hasThumbnail(strip); });
        waiting.restart();
        panel->add(pictureItem(png, i));
        const auto took = waiting.result();
        (void)untilSettled(*panel, [] {});
        if (i >= 0 || !took) // The first round only warms the page cache.
            attempt(id, took);
    }
}

void WindowBench::measurePicture(const std::string& id, const QByteArray& bytes)
{
    std::array<char, 32> size = {};
    std::snprintf(
        size.data(), size.size(), "%.1f MB of PNG", static_cast<double>(bytes.size()) / 1e6);
    m_measured[id].extra = size.data();
    for (int i = 0; i < times(12); ++i) {
        const auto panel = shownPanel();
        auto& picture = *panel->findChild<ui::PlotPicture*>();
        Waiting seen, whole;
        PaintWatch watch(
            picture, seen, [&picture] { return picture.naturalSize().width() == kLargeSide; });
        QObject::connect(&picture, &ui::PlotPicture::drawn, &picture, [&whole] { whole.end(); });
        const test::StallMeter meter;
        seen.restart();
        whole.restart();
        panel->add(pictureItem(bytes, i));
        attempt(id, seen.result());
        attempt(id + "_pixels", whole.result());
        (void)untilSettled(*panel, [] {});
        attempt(id + "_stall", static_cast<double>(meter.longest()));
    }
}

void WindowBench::measureStrip()
{
    if (!wants("strip_200"))
        return;
    const auto panel = shownPanel();
    panel->resize(1200, 700);
    fillStrip(*panel);
    scrollStrip(*panel);
}

void WindowBench::fillStrip(ui::PlotPanel& panel)
{
    constexpr unsigned kDifferent = 10;
    std::vector<QByteArray> pictures;
    for (unsigned seed = 0; seed < kDifferent; ++seed)
        pictures.push_back(plotPicture(640, 480, seed));
    const test::StallMeter meter;
    const auto took = untilSettled(panel, [&] {
        panel.beginRun(QStringLiteral("run-1"));
        for (int i = 0; i < ui::PlotModel::kMaxArtifacts; ++i)
            panel.add(pictureItem(pictures[static_cast<std::size_t>(i) % kDifferent], i));
    });
    if (!took)
        return attempt("strip_200_arrive_stall", took);
    attempt("strip_200_arrive_stall", static_cast<double>(meter.longest()));
    std::array<char, 48> text = {};
    std::snprintf(text.data(), text.size(), "all thumbnails after %.0f ms", *took);
    m_measured["strip_200_arrive_stall"].extra = text.data();
}

// Every step is painted, as somebody sees it who drags the bar from end to end.
void WindowBench::scrollStrip(ui::PlotPanel& panel)
{
    constexpr const char* id = "strip_200_frame";
    constexpr int kPixelsPerFrame = 60;
    auto& strip = *panel.findChild<ui::PlotStrip*>();
    auto& bar = *strip.horizontalScrollBar();
    for (const bool isBack : {true, false}) {
        for (int at = 0; at < bar.maximum(); at += kPixelsPerFrame) {
            Waiting waiting;
            PaintWatch watch(*strip.viewport(), waiting, [] { return true; });
            bar.setValue(isBack ? bar.maximum() - at - kPixelsPerFrame : at + kPixelsPerFrame);
            attempt(id, waiting.result());
        }
    }
    auto& series = m_measured[id];
    const double all = std::accumulate(series.values.begin(), series.values.end(), 0.0);
    const double perSecond = static_cast<double>(series.values.size()) * 1000 / all;
    std::array<char, 48> text = {};
    std::snprintf(text.data(), text.size(), "%.0f frames/s", perSecond);
    series.extra = text.data();
    series.extraHolds = perSecond >= 60;
}

} // namespace sandbench::bench
