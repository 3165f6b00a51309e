// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/workspace.h"
#include "ui/async/event_relay.h"
#include "ui/async/job_runner.h"
#include "ui/session/engine_source.h"
#include "ui/session/project_steps.h"
#include "ui/session/session_choice.h"
#include "ui/session/session_use.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sandbench::ui {

enum class SessionState { None, Opening, Idle, Running, Stopping, Lost };

/// "Running", for people.
QString sessionStateWord(SessionState state);

/// One session of the window: opens its sandbox when needed, runs one program at a time in it,
/// stops it in steps. The workspace has the sandbox and its runs; what people see of them is here.
///
/// State: None → Opening → Idle ⇄ Running → Stopping → Idle; Lost when the sandbox went away by
/// itself (the next run opens a new one). Opening has two steps, of which openingText() tells.
/// Thread: GUI; core is called through the JobRunner only.
class SessionController : public QObject
{
    Q_OBJECT

public:
    /// What sessions are opened with; outlives them.
    struct Parts
    {
        EngineSource& engines;
        workspace::Workspace& workspace;
        std::function<std::string()> standardImage; ///< What an empty image means right now.
        std::string stateFolder = {}; ///< Where changes of projects are kept.
        /// How many sandboxes like the one that was opened last are kept open; null = none.
        std::function<int()> keptReady = {};
    };
    SessionController(const Parts& parts, const SessionChoice& choice, QObject* parent = nullptr);
    ~SessionController() override;

    SessionState state() const { return m_state; }
    bool isRunning() const
    {
        return m_state == SessionState::Running || m_state == SessionState::Stopping;
    }
    bool isBusy() const { return m_state == SessionState::Opening || isRunning(); }
    /// Of the open sandbox, or nothing.
    const std::shared_ptr<Session>& session() const { return m_session; }
    /// Its place in the workspace, or nothing.
    const std::shared_ptr<workspace::HostedSandbox>& sandbox() const { return m_sandbox; }
    /// Nothing has been opened or asked for yet, or it did not come to that.
    bool isUnused() const { return m_openedAt == 0 && !isBusy(); }
    qint64 uptimeSeconds() const;
    /// Of the last sandbox; 0 = none yet. Units: milliseconds since 1970.
    qint64 openedAt() const { return m_openedAt; }

    /// What the next sandbox is opened with; an open one stays as it is. An empty image stays
    /// empty: which one it means may change with the document.
    void setChoice(const SessionChoice& choice) { m_choice = choice; }
    const SessionChoice& choice() const { return m_choice; }
    /// What the open sandbox, or the one that is being opened, was opened with.
    const SessionChoice& openChoice() const { return m_openChoice; }
    /// What it was opened for; as by default before it was tried.
    const workspace::SandboxRequest& openRequest() const { return m_openRequest; }
    /// How its engine is reached, for people; empty = in this process, or not known.
    const QString& openConnection() const { return m_openConnection; }
    /// Where in a cluster it is; empty = not in one, or not known.
    const QString& openNamespace() const { return m_openNamespace; }
    /// What is wrong with the connection, one sentence a line.
    const QString& openWarnings() const { return m_openWarnings; }
    /// Why the last sandbox went away by itself; empty while one is open.
    const QString& lostReason() const { return m_lostReason; }
    /// Of the next run. Errors: those of requestOf().
    Result<RunLimits> runLimits() const;
    /// What is being done while Opening: "Connecting to Docker…"
    const QString& openingText() const { return m_openingText; }

    /// Whether the next sandbox has an image, and a network where one is asked for.
    bool opensContainers() const;

    /// Opens the sandbox ahead of the first run, this once with @p packages, which come over a
    /// network that is there for that only.
    void warmUp(std::vector<InstallRequest> packages = {});
    /// The same, with the files of a snapshot (its Snapshot::path) in it. Not while one is open.
    void warmUpFrom(const std::string& snapshot);
    /// Opens the sandbox first where there is none; does nothing while another program runs.
    void run(const PlannedRun& run);
    /// First call: interrupt. Second: terminate. Third: kill. Fourth: destroy the sandbox. Where a
    /// folder is copied or compared, each ends that.
    void stop();
    /// What the open sandbox uses; of the last one while none is open.
    const SessionUse& use() const { return m_use; }
    /// Sandboxes like the open one that are open before anybody asks for them.
    struct Ready
    {
        std::size_t open = 0, wanted = 0;
        std::uint64_t taken = 0, asked = 0; ///< Of how many sessions got one, so far.
        std::string problem; ///< Why none could be opened at last; foreign text.
        bool operator==(const Ready&) const = default;
    };
    /// Nothing = none are kept.
    const std::optional<Ready>& ready() const { return m_ready; }
    /// Calls of stop() since the run was asked for.
    int stopPresses() const { return m_stopPresses; }
    void destroySession();
    /// Ends the sandbox without telling anybody, and then itself: nobody waits for the engine.
    void retire();
    struct UndoneCell
    {
        Session::ContextStep step; ///< Its text is foreign.
        bool isDone = false; ///< Not: a copy lacks what step counts, and nobody knows it yet.
    };
    /// Makes the context what it was before its last cell; undoAnswered() tells. @p isCertain: also
    /// where a copy lacks something that ran then.
    void undoCell(const std::string& context, bool isCertain);
    void sendInput(const QByteArray& bytes);
    void closeInput();

signals:
    void stateChanged(SessionState state);
    void runStarted(const QString& runId);
    /// Only where something is compiled: by which program, and then the user's own.
    void phaseChanged(RunPhase phase, const QString& name);
    /// Of a run on the copy of a folder: before it begins, and after its end.
    void projectStep(ProjectSteps::Step step, quint64 done, quint64 all);
    void output(StreamKind stream, const QByteArray& bytes);
    void artifactReady(const Artifact& artifact, const QByteArray& bytes);
    void resultReady(const QString& text);
    void notice(const QString& text);
    void runEnded(const RunRecord& record);
    void openingTextChanged(const QString& text);
    void readyChanged();
    /// The sandbox could not be opened; @p waiting is the run that was to go into it, if any.
    void openFailed(const Error& error, const std::optional<PlannedRun>& waiting);
    /// The sandbox went away while nothing ran in it; @p reason is foreign text.
    void lost(const QString& reason);
    /// Anything else that could not even start.
    void failed(const Error& error);
    void stopHint(const QString& text);
    void undoAnswered(const Result<UndoneCell>& answer);

private:
    using Sandbox = std::shared_ptr<workspace::HostedSandbox>;
    SessionChoice preparedChoice(std::vector<InstallRequest> packages) const;
    void connectTo();
    void create(Engine& engine, const std::string& manifest);
    void showStep(int round, const QString& text);
    void cancelOpening();
    void setOpeningText(const QString& text);
    void keepReady();
    void finishOpening(const Result<Sandbox>& opened);
    void closeInBackground(const std::string& sandbox, bool tells = true);
    void withRun(std::function<Result<void>(workspace::HostedRun&, std::stop_token)> work);
    void start(const PlannedRun& run);
    ProjectSteps projectSteps();
    void finish(const Result<RunRecord>& record);
    void forgetSession(SessionState state, const QString& lostReason = {});
    void deliver(const EventRelay::Event& event);
    void setState(SessionState state);
    void pollMetrics();
    int nextLook(const Session::Metrics& metrics);

    Parts m_parts;
    SessionState m_state = SessionState::None;
    Sandbox m_sandbox; // shared with the jobs that use it
    std::shared_ptr<Session> m_session; // of m_sandbox
    std::shared_ptr<EventRelay> m_relay; // of the current run, shared with its job
    SessionChoice m_choice, m_openChoice;
    workspace::SandboxRequest m_openRequest;
    Engine* m_openEngine = nullptr; ///< Null = no other sandbox is opened like this one.
    std::string m_snapshot; // the next sandbox gets its files
    QString m_openingText, m_openConnection, m_openNamespace, m_openWarnings, m_lostReason;
    int m_openingRound = 0; // an opening that was cancelled is not waited for
    std::optional<PlannedRun> m_queued; // asked for while the sandbox was opening ahead
    std::stop_source m_runStop;
    std::string m_runId;
    int m_stopPresses = 0;
    bool m_pollingMetrics = false;
    SessionUse m_use;
    std::optional<Ready> m_ready;
    double m_lastCpuSeconds = 0;
    QTimer m_stopTimer;
    QTimer m_metricsTimer;
    qint64 m_openedAt = 0;
    JobRunner m_jobs; // last: its destruction waits for jobs that use what stands above
};

} // namespace sandbench::ui
