// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/async/job_runner.h"
#include "ui/files/file_transfer.h"
#include "ui/tasks/task_list.h"

#include <QObject>
#include <QPointer>
#include <QStringList>

#include <functional>
#include <memory>

namespace sandbench::ui {

/// What is done with the files of a session: brought in, saved on this machine, renamed, deleted
/// and brought back. Each is a job; what it says is safe to show. Thread: GUI.
class FileMoves : public QObject
{
    Q_OBJECT

public:
    explicit FileMoves(QObject* parent = nullptr);
    ~FileMoves() override;

    /// Is told of what takes its time; null = nobody is.
    void setTasks(TaskList* tasks) { m_tasks = tasks; }
    /// A deletion in the session before cannot be undone any more.
    void setSession(std::shared_ptr<Session> session);
    bool isIdle() const { return m_jobs.isIdle(); }

    void bringIn(const QStringList& hostPaths, const std::string& folder);
    void saveTo(const std::vector<std::string>& paths, const QString& hostFolder);
    void rename(const std::string& path, const QString& name);
    void makeFolder(const std::string& folder, const QString& name);
    /// Until undoDelete() or forgetDeleted() they are in a hidden folder beside where they were.
    void deleteFiles(const std::vector<std::string>& paths);
    void undoDelete();
    bool canUndo() const { return !m_deleted.moved.empty(); }
    void forgetDeleted();
    /// "a, b, c and 7 more", safe to show.
    static QString namesOf(const std::vector<std::string>& names);

signals:
    /// Something is to be said yes to first: then @p go does it.
    void asked(const QString& question, const QString& yes, const std::function<void()>& go);
    void said(const QString& sentence, bool isProblem);
    /// undoDelete() can bring them back.
    void deleted(const QString& sentence);
    /// The files are not what they were.
    void changed();

private:
    struct Moved
    {
        std::string from, to;
    };
    struct Deletion
    {
        std::vector<Moved> moved;
        std::vector<std::string> trash; ///< Folders of ours.
        std::vector<std::string> stuck; ///< Cannot be moved, only deleted.
    };
    using Plan = std::shared_ptr<const TransferPlan>;

    void takePlan(Result<TransferPlan> planned, bool isUpload, const QString& place);
    void transfer(const Plan& plan, bool isUpload, const QString& place);
    void finish(
        const Result<void>& result, const TransferPlan& plan, bool isUpload, const QString& place);
    void change(std::function<Result<void>(Session&, const std::stop_token&)> work);
    void takeDeleted(Deletion deletion);
    void deletePermanently(const std::vector<std::string>& paths);
    void fail(const Error& error);
    static Result<Deletion>
    moveAway(Session& session, const std::vector<std::string>& paths, const std::stop_token& stop);

    QPointer<TaskList> m_tasks;
    std::shared_ptr<Session> m_session;
    Deletion m_deleted;
    JobRunner m_jobs; ///< Last: its destruction waits for jobs.
};

} // namespace sandbench::ui
