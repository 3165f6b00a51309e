// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/async/job_runner.h"
#include "ui/replay/replay_player.h"
#include "ui/runs/run_reader.h"

#include <KSyntaxHighlighting/Repository>
#include <QTimer>
#include <QWidget>

class QAction;
class QCheckBox;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QSlider;
class QSplitter;
class QToolButton;

namespace sandbench::ui {

class CodeEditor;
class MessageBar;
class ReplayFilm;
class ReplayStage;
class TaskList;

/// A kept run as it went: its program, what it printed as it came, and its results as they were
/// made. Thread: GUI.
class ReplayWindow : public QWidget
{
    Q_OBJECT

public:
    explicit ReplayWindow(QWidget* parent = nullptr);

    /// Plays @p run from its beginning. @p name: for people.
    void open(const ReplayedRun& run, const QString& name);
    /// Is told of what is saved; null = nobody is.
    void setTasks(TaskList* tasks) { m_tasks = tasks; }

    ReplayStage& stage() { return *m_stage; }
    bool isPlaying() const { return m_player.isPlaying(); }
    /// Shows what there was then, and goes on from there if it plays. Units: milliseconds.
    void seek(std::uint64_t position);
    /// As it plays now: at this speed, with or without its pauses. Both emit saved().
    void saveGif(const QString& path);
    void saveCast(const QString& path);

signals:
    /// @p problem: a sentence; empty = there was none.
    void saved(const QString& path, const QString& problem);

protected:
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* buildParts();
    QWidget* buildControls();
    QWidget* buildChoices();
    QToolButton* addButton(QHBoxLayout& row, QAction& action);
    void orderTabs();
    void addSpeeds(QHBoxLayout& row);
    void togglePlaying();
    void restart();
    void tick();
    void follow();
    QString timeText() const;
    void chooseFile(
        const QString& title, const QString& filter, const QString& suffix,
        void (ReplayWindow::*save)(const QString&));
    void chooseGif();
    void chooseCast();
    ReplayedRun asItPlays() const;
    void write(const QString& path, std::string bytes);
    void tell(const QString& sentence);

    KSyntaxHighlighting::Repository m_repository;
    ReplayedRun m_run;
    QString m_name;
    ReplayPlayer m_player;
    QTimer m_clock; ///< While it plays.
    QSplitter* m_split = nullptr;
    CodeEditor* m_program = nullptr;
    ReplayStage* m_stage = nullptr;
    QLabel* m_notes = nullptr;
    MessageBar* m_message = nullptr;
    QAction* m_play = nullptr;
    QSlider* m_slider = nullptr;
    QLabel* m_time = nullptr;
    QComboBox* m_speed = nullptr;
    QCheckBox* m_skip = nullptr;
    TaskList* m_tasks = nullptr;
    std::uint64_t m_position = 0; ///< That is shown.
    QAction* m_saveGif = nullptr;
    ReplayFilm* m_film = nullptr; ///< That is being made; null = none is.
    QList<QWidget*> m_controls; ///< In the order of Tab.
    JobRunner m_saves{JobRunner::Ending::Abandon};
};

} // namespace sandbench::ui
