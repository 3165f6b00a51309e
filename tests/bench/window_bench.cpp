// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/window_bench.h"
#include "tests/bench/test_pictures.h"
#include "tests/bench/waiting.h"
#include "ui/plots/plot_panel.h"

#include <QTest>

#include <algorithm>
#include <array>

namespace sandbench::bench {

static constexpr double kFrame = 1000.0 / 60;

static constexpr auto kGoals = std::to_array<cli::RowGoal>({
    {"first_paint_cold", "", 500, 0, 0, "<= 500 ms, no WebEngine"},
    {"first_paint_warm", "", 300, 0, 0, "<= 300 ms"},
    {"idle_10_sessions_rss_mb", "", 150, 0, 0, "<= 150 MB, 0.0 % CPU"},
    {"idle_64_sessions_rss_mb", "", 250, 0, 0, "<= 250 MB, 1 % CPU"},
    {"output_1m_lines", "", 2500, 0, 0, "<= 2500 ms"},
    {"output_1m_lines_stall", "", 50, 0, 0, "<= 50 ms"},
    {"typing_100k_lines", "", 16, 0, 0, "<= 16 ms"},
    {"typing_100k_lines_stall", "", 50, 0, 0, "<= 50 ms"},
    {"terminal_10mb", "", 1000, 0, 0, "<= 1000 ms"},
    {"terminal_10mb_stall", "", 50, 0, 0, "<= 50 ms"},
    {"terminal_10mb_echo", "", 30, 0, 0, "<= 30 ms"},
    {"history_10k_shown", "", 150, 0, 0, "<= 150 ms"},
    {"history_10k_searched", "", 100, 0, 0, "<= 100 ms"},
    {"files_100k_shown", "", 200, 0, 0, "<= 200 ms"},
    {"files_100k_all", "", 0, 0, 0, ""},
    {"files_100k_stall", "", 100, 0, 0, "<= 100 ms"},
    {"palette_shown", "", 50, 0, 0, "<= 50 ms"},
    {"palette_typed", "", 16, 0, 0, "<= 16 ms"},
    {"settings_shown", "", 200, 0, 0, "<= 200 ms"},
    {"first_thumbnail", "", 50, 0, 0, "<= 50 ms"},
    {"picture_4000_plot", "", 250, 0, 0, "<= 250 ms"},
    {"picture_4000_plot_pixels", "", 0, 0, 0, ""},
    {"picture_4000_plot_stall", "", 100, 0, 0, "<= 100 ms"},
    {"picture_4000_noise", "", 250, 0, 0, "<= 250 ms"},
    {"picture_4000_noise_pixels", "", 0, 0, 0, ""},
    {"picture_4000_noise_stall", "", 100, 0, 0, "<= 100 ms"},
    {"strip_200_arrive_stall", "", 100, 0, 0, "<= 100 ms"},
    {"strip_200_frame", "", kFrame, 0, 0, "<= 16.7 ms, 60 frames/s"},
    {"table_1m_shown", "", 300, 0, 0, "<= 300 ms"},
    {"table_1m_shown_stall", "", 100, 0, 0, "<= 100 ms"},
    {"table_1m_sorted_numbers", "", 1500, 0, 0, "<= 1500 ms"},
    {"table_1m_sorted_texts", "", 1500, 0, 0, "<= 1500 ms"},
    {"table_1m_sorted_stall", "", 100, 0, 0, "<= 100 ms"},
});

static constexpr auto kPageGoals = std::to_array<cli::RowGoal>({
    {"webengine_start", "", 0, 0, 0, ""},
    {"plotly_100k_first", "", 1500, 0, 0, "<= 1500 ms"},
    {"plotly_100k_lines", "", 1500, 0, 0, "<= 1500 ms"},
    {"plotly_100k_points", "", 1500, 0, 0, "<= 1500 ms"},
});

std::span<const cli::RowGoal> windowGoals()
{
    return kGoals;
}

std::span<const cli::RowGoal> pageGoals()
{
    return kPageGoals;
}

WindowBench::WindowBench(WindowOptions options)
    : m_options(std::move(options))
{
}

cli::Measured WindowBench::measure(void (*steps)(WindowBench&))
{
    steps(*this);
    return std::move(m_measured);
}

void WindowBench::measureWindow()
{
    measureStart();
    // Before others have filled this process's memory.
    measureIdle("idle_10_sessions_rss_mb", 10, 0.05); // less is "0.0 %"
    measureIdle("idle_64_sessions_rss_mb", 64, 1);
    measureLines();
    measureTyping();
    measureTerminal();
    measureHistory();
    measureFiles();
    measureDialogs();
    measureThumbnail();
    if (wants("picture_4000_plot"))
        measurePicture("picture_4000_plot", plotPicture(kLargeSide, kLargeSide, 1));
    if (wants("picture_4000_noise"))
        measurePicture("picture_4000_noise", noisePicture(kLargeSide, kLargeSide));
    measureStrip();
    measureTable();
}

// A step's second row comes with it.
bool WindowBench::wants(std::string_view id) const
{
    return m_options.only.empty()
        || std::any_of(m_options.only.begin(), m_options.only.end(), [id](const auto& each) {
               return each.starts_with(id);
           });
}

int WindowBench::times(int full) const
{
    return m_options.quick ? std::max(1, full / 4) : full;
}

void WindowBench::attempt(const std::string& id, const Result<double>& milliseconds)
{
    cli::Series& series = m_measured[id];
    if (milliseconds)
        series.values.push_back(*milliseconds);
    else
        series.problem = milliseconds.error().text();
}

std::unique_ptr<ui::PlotPanel> shownPanel()
{
    auto panel = std::make_unique<ui::PlotPanel>();
    panel->resize(900, 700);
    panel->show();
    (void)QTest::qWaitForWindowExposed(panel.get());
    return panel;
}

Result<double> untilSettled(ui::PlotPanel& panel, const std::function<void()>& add)
{
    Waiting waiting;
    add();
    const auto connection
        = QObject::connect(&panel, &ui::PlotPanel::settled, &panel, [&waiting] { waiting.end(); });
    if (panel.isSettled())
        waiting.end();
    const auto took = waiting.result();
    QObject::disconnect(connection);
    return took;
}

} // namespace sandbench::bench
