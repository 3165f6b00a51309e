// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/async/job_runner.h"
#include "ui/changes/change_reader.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>

namespace sandbench::ui {

class TaskList;

/// Works on the kept changes of one run, one thing at a time and never on the GUI thread.
/// Thread: GUI.
class ChangeDesk : public QObject
{
    Q_OBJECT

public:
    explicit ChangeDesk(std::string stateFolder, QObject* parent = nullptr);

    /// Is told of acts; null = nobody is.
    void setTasks(TaskList* tasks) { m_tasks = tasks; }
    /// From now on it is about this run; what is under way for another one is stopped, and its
    /// result not told.
    void setRun(const std::string& runId);
    const std::string& run() const { return m_runId; }

    /// Ends in listed() or failed().
    void read();
    /// Ends in looked() or lookFailed(). The latest wins.
    void look(const std::string& path);
    /// Ends in acted() or failed(). Nothing happens while an act is under way.
    void act(ChangeAct act, const std::vector<std::string>& paths);
    void actOnPart(ChangeAct act, const std::string& path, const std::string& part);
    /// An act leaves what is not done yet as it is.
    void stop();
    /// An act is under way.
    bool isActing() const { return m_isActing; }

signals:
    void listed(const sandbench::ui::ChangeList& list);
    void looked(const sandbench::ui::FileDifference& difference);
    void lookFailed(const QString& sentence);
    void acted(ChangeAct act, const sandbench::ui::ActResult& result, bool wasStopped);
    void failed(const QString& sentence);
    void actingChanged();
    /// Of an act on many files.
    void progressed(quint64 done, quint64 all);

private:
    using Job = std::function<void()>;
    /// At once, or when what is under way has ended: then in the place of @p waiting.
    void start(Job job, std::optional<Job>& waiting);
    void next();
    void startAct(
        ChangeAct act, std::size_t all, std::function<Result<ActResult>(std::stop_token)> work);
    void finishAct(ChangeAct act, bool isOfRun, const Result<ActResult>& result);
    ChangeReader reader() const { return {m_stateFolder, m_runId}; }

    std::string m_stateFolder, m_runId;
    bool m_isBusy = false, m_isActing = false;
    quint64 m_round = 0; ///< What was asked of another run is not told.
    std::optional<Job> m_waitingAct, m_waitingRead, m_waitingLook;
    std::stop_source m_stop;
    std::shared_ptr<std::atomic<std::size_t>> m_done;
    std::size_t m_all = 0;
    TaskList* m_tasks = nullptr;
    quint64 m_task = 0; ///< Of the list.
    QTimer m_clock;
    JobRunner m_jobs{JobRunner::Ending::Abandon};
};

} // namespace sandbench::ui
