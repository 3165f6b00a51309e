// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tasks/task_feeds.h"

#include "ui/checks/checks_panel.h"
#include "ui/common/safe_text.h"
#include "ui/packages/package_installs.h"
#include "ui/run_presenter.h"
#include "ui/session/image_pull.h"
#include "ui/session/session_list.h"
#include "ui/session/session_opener.h"
#include "ui/tasks/run_task.h"

#include <utility>

namespace sandbench::ui {

namespace {

TaskOutcome endOf(const Error& error)
{
    return outcomeOf(Result<void>(error));
}

TaskOutcome endOf(const RunRecord& record)
{
    const RunSummary summary = summaryOf(record);
    const bool isStopped = record.verdict == Verdict::Cancelled;
    return {
        isStopped                                    ? TaskEnd::Cancelled
            : summary.tone == RunSummary::Tone::Good ? TaskEnd::Done
                                                     : TaskEnd::Failed,
        SafeText::display(summary.statusWord)};
}

/// What one session does: it opens, and then a program runs in it. Goes with its session.
class SessionFeed : public QObject
{
public:
    SessionFeed(
        TaskList& tasks, const SessionList& sessions, SessionController& session,
        std::function<QString(const SessionController&)> titleOf)
        : QObject(&session)
        , m_tasks(tasks)
        , m_sessions(sessions)
        , m_session(session)
        , m_titleOf(std::move(titleOf))
    {
        connect(&session, &SessionController::stateChanged, this, &SessionFeed::follow);
        connect(
            &session, &SessionController::openingTextChanged, this,
            [this](const QString& text) { m_tasks.report(m_opening, text); });
        connect(&session, &SessionController::openFailed, this, [this](const Error& error) {
            endOpening(endOf(error));
        });
        connect(
            &session, &SessionController::projectStep, this,
            [this](ProjectSteps::Step step, quint64 done, quint64 all) {
                showStep(step, done, all);
            });
        connect(&session, &SessionController::runStarted, this, [this] {
            m_tasks.report(m_run, m_sessions.nameOf(m_session));
        });
        connect(&session, &SessionController::runEnded, this, [this](const RunRecord& record) {
            endRun(endOf(record));
        });
        connect(&session, &SessionController::failed, this, [this](const Error& error) {
            if (!m_session.isRunning())
                endRun(endOf(error));
        });
    }

private:
    void follow(SessionState state)
    {
        const auto stop = [session = &m_session] { session->stop(); };
        if (state == SessionState::Opening) {
            m_opening = m_tasks.begin(
                this, TaskList::tr("Opening of %1").arg(m_sessions.nameOf(m_session)), stop);
            m_tasks.report(m_opening, m_session.openingText());
        } else if (state == SessionState::Idle) {
            endOpening({});
        } else if (state == SessionState::Running && m_run == 0) {
            endOpening({});
            m_run = m_tasks.begin(this, TaskList::tr("Run of %1").arg(m_titleOf(m_session)), stop);
            m_tasks.report(m_run, m_sessions.nameOf(m_session));
        }
    }

    void showStep(ProjectSteps::Step step, quint64 done, quint64 all)
    {
        if (step == ProjectSteps::Step::Comparing)
            return m_tasks.report(m_run, TaskList::tr("looking at what changed"));
        m_tasks.report(
            m_run, TaskList::tr("copying the folder"),
            all > 0 ? std::optional(static_cast<double>(done) / static_cast<double>(all))
                    : std::nullopt);
    }

    void endOpening(const TaskOutcome& outcome)
    {
        m_tasks.end(std::exchange(m_opening, 0), outcome);
    }
    void endRun(const TaskOutcome& outcome) { m_tasks.end(std::exchange(m_run, 0), outcome); }

    TaskList& m_tasks;
    const SessionList& m_sessions;
    SessionController& m_session;
    std::function<QString(const SessionController&)> m_titleOf;
    TaskList::Id m_opening = 0, m_run = 0;
};

} // namespace

void feedSessions(
    TaskList& tasks, SessionList& sessions,
    const std::function<QString(const SessionController&)>& titleOf)
{
    sessions.forEach(&tasks, [&tasks, &sessions, titleOf](SessionController* session) {
        new SessionFeed(tasks, sessions, *session, titleOf);
    });
    // Nobody waits for what a session does that is not in the list any more.
    QObject::connect(&sessions, &SessionList::removed, &tasks, [](SessionController* session) {
        for (QObject* child : session->children())
            if (dynamic_cast<SessionFeed*>(child))
                return delete child;
    });
}

void feedPull(TaskList& tasks, ImagePull& pull)
{
    const auto task = std::make_shared<TaskList::Id>(0);
    QObject::connect(&pull, &ImagePull::runningChanged, &tasks, [&tasks, &pull, task] {
        if (pull.isRunning())
            *task = tasks.begin(
                &pull, TaskList::tr("Pull of %1").arg(SafeText::display(pull.image())),
                [&pull] { pull.cancel(); });
    });
    QObject::connect(
        &pull, &ImagePull::progressed, &tasks,
        [&tasks, task](const QString& detail, std::optional<double> share) {
            tasks.report(*task, detail, share);
        });
    QObject::connect(&pull, &ImagePull::pulled, &tasks, [&tasks, task] { tasks.end(*task, {}); });
    QObject::connect(
        &pull, &ImagePull::failed, &tasks, [&tasks, &pull, task](const QString& sentence) {
            tasks.end(
                *task, {pull.wasCancelled() ? TaskEnd::Cancelled : TaskEnd::Failed, sentence});
        });
}

void feedPulls(TaskList& tasks, SessionOpener& opener)
{
    QObject::connect(
        &opener, &SessionOpener::asks, &tasks, [&tasks](const NewSessionDialog* dialog) {
            feedPull(tasks, *dialog->findChild<ImagePull*>());
        });
}

void feedInstalls(TaskList& tasks, PackageInstalls& installs)
{
    const auto task = std::make_shared<TaskList::Id>(0);
    QObject::connect(
        &installs, &PackageInstalls::started, &tasks,
        [&tasks, &installs, task](const QString& what) {
            *task
                = tasks.begin(&installs, TaskList::tr("Installation of %1").arg(what), [&installs] {
                      installs.cancel();
                  });
        });
    QObject::connect(
        &installs, &PackageInstalls::ended, &tasks,
        [&tasks, task](const std::optional<Error>& problem) {
            tasks.end(*task, problem ? endOf(*problem) : TaskOutcome());
        });
}

void feedChecks(TaskList& tasks, ChecksPanel& checks)
{
    const auto task = std::make_shared<TaskList::Id>(0);
    QObject::connect(&checks, &ChecksPanel::runningChanged, &tasks, [&tasks, &checks, task] {
        if (checks.isRunning())
            *task = tasks.begin(&checks, TaskList::tr("Checks"), [&checks] { checks.stop(); });
        else
            tasks.end(
                *task,
                {checks.wasStopped() ? TaskEnd::Cancelled : TaskEnd::Done, checks.summary()});
    });
    QObject::connect(&checks, &ChecksPanel::progressed, &tasks, [&tasks, task](int done, int all) {
        tasks.report(
            *task, TaskList::tr("%1 of %2").arg(done).arg(all),
            all > 0 ? std::optional(static_cast<double>(done) / all) : std::nullopt);
    });
}

} // namespace sandbench::ui
