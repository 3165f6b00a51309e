// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/replay.h"
#include "ui/output/log_document.h"
#include "ui/runs/run_reader.h"

#include <QWidget>

#include <vector>

class QSplitter;

namespace sandbench::ui {

class LogView;
class PlotPanel;

/// What a replay shows of a run's output and results. Thread: GUI.
class ReplayStage : public QWidget
{
    Q_OBJECT

public:
    explicit ReplayStage(QWidget* parent = nullptr);

    /// From its beginning; until then it shows nothing. @p program: for people.
    void setRun(const ReplayedRun& run, const QString& program);
    /// Shows what there was at @p position. What lies ahead is added to what is shown; going back
    /// begins anew.
    void showAt(std::uint64_t position);
    /// All of it is on the screen, or would be if the stage were seen.
    bool isSettled() const;

    /// Only what is shown, without what can be done with it. To be said before setRun().
    void hideTools() { m_hidesTools = true; }

    LogView& output() { return *m_output; }
    LogDocument& log() { return m_log; }
    /// How many results are shown.
    int results() const { return static_cast<int>(m_shownResults); }

signals:
    /// A place for results is there, behind all that Tab reached before.
    void plotsMade();
    /// isSettled() may have become true.
    void settled();
    /// A sentence about results.
    void notice(const QString& text);

private:
    void begin();
    void addOutput(std::uint64_t position);
    void addResults(std::uint64_t position);

    ReplayedRun m_run;
    QString m_program;
    std::vector<std::pair<std::uint64_t, qsizetype>> m_results; ///< When and which, in that order.
    LogDocument m_log;
    QSplitter* m_split;
    LogView* m_output;
    PlotPanel* m_plots = nullptr; ///< Null where none is shown.
    std::uint64_t m_position = 0;
    std::size_t m_shownPieces = 0, m_shownResults = 0;
    bool m_hasEnded = false;
    bool m_hidesTools = false;
};

} // namespace sandbench::ui
