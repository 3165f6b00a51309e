// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/step_trace.h"
#include "ui/steps/step_follower.h"
#include "ui/steps/step_variables.h"

#include <QList>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

class QAction;
class QLabel;
class QListWidget;
class QPlainTextEdit;
class QSlider;
class QStackedWidget;
class QTableView;
class QToolBar;

namespace sandbench::ui {

class ElidedLabel;

/// The steps of a program: one of them, with its call stack, variables and output so far, and ways
/// to all others. It knows no document. Thread: GUI.
class StepsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit StepsPanel(QWidget* parent = nullptr);

    /// How a program is run step by step; its keys stand where there is nothing to show.
    void setRunAction(const QAction* run);
    /// Forgets all steps: those of another program follow. @p title: foreign.
    void begin(const QString& title);
    void add(const std::vector<trace::StepRecord>& steps);
    void end(const StepFollower::Outcome& outcome);
    /// No step is shown any more, and no line of them.
    void clear();
    /// What whoever looks should know besides; empty = nothing.
    void setNote(const QString& note);
    void setBreakpoints(trace::Breakpoints breakpoints);

    const trace::StepTrace& trace() const { return m_trace; }
    bool isRecording() const { return m_isRecording; }
    /// The step that is shown; of no meaning while there is none.
    std::size_t step() const { return m_step; }
    void goTo(std::size_t step);
    bool isPlaying() const { return m_play.isActive(); }
    /// Those that go from step to step, also for other places than this.
    const QList<QAction*>& commands() const { return m_commands; }

    StepVariables& variables() { return m_variables; }
    QListWidget& stack() { return *m_stack; }
    QString summary() const;
    QString state() const;
    QString emptyText() const;
    QString output() const;

signals:
    /// What is shown stands there; @p file is foreign. @p line: 0 = nowhere. @p isCaller: it waits
    /// there for what it has called.
    void placeChanged(const QString& file, int line, bool isCaller);

private:
    using Way = std::function<std::optional<std::size_t>()>;
    void buildCommands();
    QAction*
    addWay(const char* name, const QString& text, const QKeySequence& key, int glyph, Way way);
    QWidget* buildHead();
    QWidget* buildPlace();
    QWidget* buildStack();
    QWidget* buildTable();
    void setPlaying(bool isPlaying);
    void playOn();
    bool isAtBreakpoint() const;
    void describe();
    void showStack();
    void showFrame(int row);
    void showOutput();
    QString placeText() const;
    void allow();

    trace::StepTrace m_trace;
    trace::Breakpoints m_breakpoints;
    std::size_t m_step = 0;
    bool m_isRecording = false;
    bool m_followsNewest = false; ///< Somebody went to the end while there were more to come.
    QString m_title, m_note, m_end;
    const QAction* m_run = nullptr;
    std::vector<std::size_t> m_frames; ///< The steps at which those of the stack stand.
    std::vector<std::pair<QAction*, Way>> m_ways;
    QList<QAction*> m_commands;
    QAction *m_playAction = nullptr, *m_clearAction = nullptr;
    QTimer m_play;
    StepVariables m_variables;
    QToolBar* m_bar = nullptr;
    QSlider *m_slider = nullptr, *m_speed = nullptr;
    ElidedLabel *m_summary = nullptr, *m_state = nullptr;
    QListWidget* m_stack = nullptr;
    QPlainTextEdit* m_output = nullptr;
    QTableView* m_table = nullptr;
    QStackedWidget* m_pages = nullptr;
    QLabel* m_empty = nullptr;
};

} // namespace sandbench::ui
