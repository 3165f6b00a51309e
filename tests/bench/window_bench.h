// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/commands/bench/row_table.h"
#include "core/base/result.h"

#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>

class QByteArray;
class QTableView;

namespace sandbench::ui {
class PlotPanel;
}

namespace sandbench::bench {

struct WindowOptions
{
    std::set<std::string> only; ///< Ids of rows; empty = all.
    bool quick = false; ///< A quarter of the repetitions.
};

/// The measured steps, in the order of the report.
std::span<const cli::RowGoal> windowGoals();
std::span<const cli::RowGoal> pageGoals();

/// Measures what people wait for in the window: real widgets on a real display, the embedded
/// engine, the real picture reader and the real web engine. A step begins with a key, or with bytes
/// as a run brings them, and ends when the answer is painted. Thread: GUI.
class WindowBench
{
public:
    explicit WindowBench(WindowOptions options);

    /// What was asked for of @p steps; one that fails has its problem in its series.
    cli::Measured measure(void (*steps)(WindowBench& bench));
    void measureWindow();
    void measurePages();

private:
    bool wants(std::string_view id) const;
    int times(int full) const;
    void attempt(const std::string& id, const Result<double>& milliseconds);

    void measureStart();
    /// @p percent: of one processor, at most.
    void measureIdle(const char* id, int sessions, double percent);
    void measureLines();
    void measureTyping();
    void measureTerminal();
    void measureHistory();
    void measureFiles();
    void measureDialogs();
    void measureThumbnail();
    void measurePicture(const std::string& id, const QByteArray& bytes);
    void measureStrip();
    void fillStrip(ui::PlotPanel& panel);
    void scrollStrip(ui::PlotPanel& panel);
    void measureTable();
    void measureSorting(const std::string& id, QTableView& rows, int column);

    const WindowOptions m_options;
    cli::Measured m_measured;
};

/// On the screen.
std::unique_ptr<ui::PlotPanel> shownPanel();
/// From the call of @p add until the panel has drawn everything, at once where it had. Units:
/// milliseconds.
Result<double> untilSettled(ui::PlotPanel& panel, const std::function<void()>& add);

} // namespace sandbench::bench
