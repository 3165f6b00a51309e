// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/private_folder.h"
#include "ui/async/job_runner.h"
#include "ui/files/file_transfer.h"
#include "ui/tasks/task_list.h"

#include <QList>
#include <QPointer>
#include <QUrl>

#include <deque>
#include <memory>

class QMimeData;

namespace sandbench::ui {

/// Files of a sandbox that are dragged to another program. That can only take them from this
/// machine, so they are copied into a private folder first, by jobs. What another program took
/// stays there until the session is another one or kMostTaken more were taken. Thread: GUI.
class DragOut : public QObject
{
    Q_OBJECT

public:
    /// More than that is to be saved instead. Units: bytes.
    static constexpr std::uint64_t kMostDragged = kUsualTransfer;
    /// More than that takes a while, which is said. Units: bytes.
    static constexpr std::uint64_t kQuick = 8U << 20;
    static constexpr std::size_t kMostTaken = 4;
    /// Of the names of the folders.
    static constexpr const char* kFolderPrefix = "sandbench-drag";

    explicit DragOut(QObject* parent = nullptr);
    ~DragOut() override;

    /// Is told of what takes its time; null = nobody is.
    void setTasks(TaskList* tasks) { m_tasks = tasks; }
    void setSession(std::shared_ptr<Session> session);
    bool isIdle() const { return m_jobs.isIdle(); }

    /// Copies @p paths, absolute, unless that goes on or is done: then ready().
    void bring(const std::vector<std::string>& paths);
    /// Null where nothing is ready.
    std::unique_ptr<QMimeData> data() const;
    /// What could not be copied of what is ready, for people; empty = nothing is missing.
    QString leftOut() const;
    /// Another program has what was ready: the next time it is copied anew.
    void setTaken();
    /// What is ready may be old by now. It goes, but not from under the person's mouse.
    void forget();
    void setDragged(bool isDragged);

signals:
    void ready();
    void said(const QString& sentence, bool isProblem);

private:
    struct Copies
    {
        std::vector<std::string> paths; ///< In the sandbox.
        std::shared_ptr<PrivateFolder> folder;
        TransferPlan plan;
    };
    using Asked = std::shared_ptr<const Copies>;

    void copy(const Asked& copies);
    void finish(const Asked& copies, const Result<void>& done);
    void fail(const Error& error);
    void stop();
    void remove(std::shared_ptr<PrivateFolder> folder);

    QPointer<TaskList> m_tasks;
    std::shared_ptr<Session> m_session;
    std::vector<std::string> m_wanted; ///< Being copied; empty = nothing is.
    quint64 m_round = 0; ///< Of what is wanted; what comes of an earlier one is late.
    std::stop_source m_stop;
    Asked m_ready;
    bool m_isDragged = false, m_isOld = false; ///< What is ready.
    std::deque<std::shared_ptr<PrivateFolder>> m_taken;
    JobRunner m_jobs; ///< Last: its destruction waits for jobs.
};

} // namespace sandbench::ui
