// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session_controller.h"
#include "core/workspace/follow_run.h"
#include "ui/common/text.h"

#include <QDateTime>

#include <csignal>
#include <type_traits>
#include <utility>

namespace sandbench::ui {

static constexpr int kStopPatienceMilliseconds = 3000;
static constexpr int kMetricsMilliseconds = 2000;
static constexpr int kQuietMetricsMilliseconds = 16'000;
static constexpr double kQuietShare = 0.01; ///< Of a processor.

QString sessionStateWord(SessionState state)
{
    switch (state) {
    case SessionState::None:
        return SessionController::tr("No session");
    case SessionState::Opening:
        return SessionController::tr("Opening");
    case SessionState::Idle:
        return SessionController::tr("Idle");
    case SessionState::Running:
        return SessionController::tr("Running");
    case SessionState::Stopping:
        return SessionController::tr("Stopping");
    case SessionState::Lost:
        return SessionController::tr("Lost");
    }
    return {};
}

SessionController::SessionController(
    const Parts& parts, const SessionChoice& choice, QObject* parent)
    : QObject(parent)
    , m_parts(parts)
    , m_choice(choice)
{
    m_stopTimer.setSingleShot(true);
    m_stopTimer.setInterval(kStopPatienceMilliseconds);
    connect(&m_stopTimer, &QTimer::timeout, this, [this] {
        emit stopHint(
            m_stopPresses < 2 ? tr("Still running. Press Stop again to terminate it.")
                              : tr("Still running. Press Stop again to kill it."));
    });
    m_metricsTimer.setInterval(kMetricsMilliseconds);
    connect(&m_metricsTimer, &QTimer::timeout, this, &SessionController::pollMetrics);
}

SessionController::~SessionController()
{
    if (m_relay)
        m_relay->close(); // a worker may be waiting for room in it
}

qint64 SessionController::uptimeSeconds() const
{
    return m_session ? (QDateTime::currentMSecsSinceEpoch() - m_openedAt) / 1000 : 0;
}

void SessionController::setState(SessionState state)
{
    if (state == m_state)
        return;
    m_state = state;
    emit stateChanged(state);
}

void SessionController::run(const PlannedRun& run)
{
    if (m_state == SessionState::Opening || (!m_session && !isBusy())) {
        m_queued = run;
        warmUp();
    } else if (!isBusy()) {
        start(run);
    }
}

// What a job tells comes to the GUI thread; our destruction waits for the job.
ProjectSteps SessionController::projectSteps()
{
    return {
        m_parts.workspace, m_parts.stateFolder,
        [this](ProjectSteps::Step step, std::uint64_t done, std::uint64_t all) {
            const auto tell = [this, step, done, all] {
                if (step == ProjectSteps::Step::Comparing) {
                    if (m_relay)
                        m_relay->flush();
                    m_runId.clear(); // nothing is left to be signalled
                }
                if (isRunning())
                    emit projectStep(step, done, all);
            };
            QMetaObject::invokeMethod(this, tell, Qt::QueuedConnection);
        }};
}

void SessionController::start(const PlannedRun& run)
{
    m_stopPresses = 0;
    m_relay
        = std::make_shared<EventRelay>([this](const EventRelay::Event& event) { deliver(event); });
    m_metricsTimer.setInterval(kMetricsMilliseconds);
    setState(SessionState::Running);
    m_runStop = m_jobs.run(
        this,
        [runs = &m_parts.workspace.runs(), relay = m_relay, sandbox = m_sandbox,
         session = m_session, steps = projectSteps(),
         run = PlannedRun(run)](std::stop_token stop) mutable -> Result<RunRecord> {
            const bool isCopy = !run.projectFolder.empty();
            if (isCopy)
                SANDBENCH_TRY_VOID(steps.bring(run, *sandbox, stop));
            if (run.prepare)
                SANDBENCH_TRY_VOID(run.prepare(*session, stop));
            SANDBENCH_TRY(
                auto followed, runs->startFollowed(workspace::userCaller(), sandbox, run.request));
            const std::stop_callback cancels(stop, [started = followed.run] { started->cancel(); });
            auto record = *workspace::followRun(std::move(followed), *relay);
            if (isCopy && record && record->verdict != Verdict::PolicyDenied)
                steps.take(run, *sandbox, *record, stop);
            return record;
        },
        [this](const Result<RunRecord>& record) { finish(record); });
}

void SessionController::finish(const Result<RunRecord>& record)
{
    m_relay->flush();
    m_relay.reset();
    m_runId.clear();
    m_stopTimer.stop();
    m_use.noteWork(QDateTime::currentMSecsSinceEpoch());
    const bool lost = !m_session->isAlive();
    if (lost)
        forgetSession(SessionState::Lost, record ? toQString(verdictSentence(*record)) : QString());
    else
        setState(SessionState::Idle);
    if (record)
        emit runEnded(*record);
    else
        emit failed(record.error());
}

void SessionController::forgetSession(SessionState state, const QString& lostReason)
{
    if (state == SessionState::Lost) // the workspace still has it; what its engine says is no news
        closeInBackground(m_sandbox->id(), false);
    m_session.reset();
    m_sandbox.reset();
    m_lostReason = lostReason;
    m_ready.reset();
    m_metricsTimer.stop();
    m_metricsTimer.setInterval(kMetricsMilliseconds);
    setState(state);
}

void SessionController::deliver(const EventRelay::Event& event)
{
    std::visit(
        [this](const auto& it) {
            using T = std::decay_t<decltype(it)>;
            if constexpr (std::is_same_v<T, EventRelay::Started>) {
                m_runId = it.runId;
                emit runStarted(toQString(it.runId));
            } else if constexpr (std::is_same_v<T, EventRelay::Phase>) {
                emit phaseChanged(it.phase, toQString(it.name));
            } else if constexpr (std::is_same_v<T, EventRelay::Output>) {
                emit output(it.stream, toBytes(it.bytes));
            } else if constexpr (std::is_same_v<T, EventRelay::ArtifactReady>) {
                emit artifactReady(it.artifact, toBytes(it.bytes));
            } else if constexpr (std::is_same_v<T, EventRelay::ResultText>) {
                emit resultReady(toQString(it.text));
            } else {
                emit notice(toQString(it.text));
            }
        },
        event);
}

void SessionController::stop()
{
    if (!isBusy())
        return;
    if (m_state == SessionState::Opening)
        return cancelOpening();
    ++m_stopPresses;
    if (m_runId.empty()
        || m_stopPresses >= 3) { // nothing to signal yet, or signals were not enough
        m_runStop.request_stop();
        if (m_stopPresses >= 4)
            destroySession();
        return;
    }
    setState(SessionState::Stopping);
    emit stopHint(m_stopPresses == 1 ? tr("Interrupting…") : tr("Terminating…"));
    m_stopTimer.start();
    const int number = m_stopPresses == 1 ? SIGINT : SIGTERM;
    withRun(
        [number](workspace::HostedRun& run, const std::stop_token&) { return run.signal(number); });
}

// An error means that the run is over, which its record tells.
void SessionController::withRun(
    std::function<Result<void>(workspace::HostedRun&, std::stop_token)> work)
{
    if (m_runId.empty())
        return;
    m_jobs.run(
        this,
        [runs = &m_parts.workspace.runs(), id = m_runId,
         work = std::move(work)](std::stop_token stop) -> Result<void> {
            SANDBENCH_TRY(const auto run, runs->find(workspace::userCaller(), id));
            return work(*run, stop);
        },
        [](const Result<void>&) {});
}

void SessionController::destroySession()
{
    if (m_state == SessionState::Opening)
        return cancelOpening();
    m_runStop.request_stop();
    if (!m_session)
        return;
    closeInBackground(m_sandbox->id());
    if (!isBusy()) // otherwise the run's end tells
        forgetSession(SessionState::None);
}

void SessionController::retire()
{
    disconnect();
    m_use.disconnect(); // a look at it may still be under way
    m_metricsTimer.stop();
    destroySession();
    if (m_relay)
        m_relay->close(); // nobody wants to see it any more
    connect(&m_jobs, &JobRunner::idle, this, &QObject::deleteLater);
    if (m_jobs.isIdle())
        deleteLater();
}

void SessionController::closeInBackground(const std::string& sandbox, bool tells)
{
    m_jobs.run(
        this,
        [sandboxes = &m_parts.workspace.sandboxes(), sandbox](std::stop_token) {
            return sandboxes->close(workspace::userCaller(), sandbox);
        },
        [this, tells](const Result<void>& closed) {
            if (tells && !closed && closed.error().code() != ErrorCode::NotFound)
                emit failed(closed.error());
        });
}

void SessionController::sendInput(const QByteArray& bytes)
{
    withRun([text = bytes.toStdString()](workspace::HostedRun& run, std::stop_token stop) {
        return run.sendInput(text, std::move(stop));
    });
}

void SessionController::closeInput()
{
    withRun([](workspace::HostedRun& run, const std::stop_token&) { return run.closeInput(); });
}

void SessionController::undoCell(const std::string& context, bool isCertain)
{
    if (!m_session)
        return;
    m_jobs.run(
        this,
        [session = m_session, context, isCertain](std::stop_token stop) -> Result<UndoneCell> {
            SANDBENCH_TRY(const auto steps, session->listContextSteps(context, stop));
            if (!isCertain && !steps.empty()
                && (steps.back().threads > 0 || steps.back().sockets > 0
                    || steps.back().filesLeft > 0 || !steps.back().filesKnown))
                return UndoneCell{steps.back(), false};
            SANDBENCH_TRY(const auto step, session->undoContext(context, 0, stop));
            return UndoneCell{step, true};
        },
        [this](const Result<UndoneCell>& answer) { emit undoAnswered(answer); });
}

/// The longer nothing happens in the sandbox, the less often it is looked at: many of them are open
/// while one is worked with. Units: milliseconds.
int SessionController::nextLook(const Session::Metrics& metrics)
{
    const double used = metrics.cpuSeconds - std::exchange(m_lastCpuSeconds, metrics.cpuSeconds);
    const int passed = m_metricsTimer.interval();
    const bool isQuiet = !isBusy() && used < kQuietShare * passed / 1000;
    return isQuiet ? std::min(2 * passed, kQuietMetricsMilliseconds) : kMetricsMilliseconds;
}

void SessionController::pollMetrics()
{
    if (!m_session || m_pollingMetrics)
        return;
    m_pollingMetrics = true;
    struct Look
    {
        Session::Metrics metrics;
        std::optional<Session::DiskUse> disk;
        std::optional<Ready> ready;
    };
    const auto readyNow = [sandboxes = &m_parts.workspace.sandboxes(), engine = m_openEngine,
                           request = m_openRequest]() -> std::optional<Ready> {
        const auto pool = engine ? sandboxes->pools().forRequest(*engine, request) : nullptr;
        if (!pool)
            return std::nullopt;
        const auto state = pool->state();
        return Ready{
            state.ready, pool->rules().least, state.hits,
            state.hits + state.misses + state.temporary + state.refused, state.problem};
    };
    m_jobs.run(
        this,
        // Where nothing works nothing is written, and the agent need not wake up to say so.
        [readyNow, session = m_session,
         asksDisk = m_metricsTimer.interval()
             == kMetricsMilliseconds](std::stop_token stop) -> Result<Look> {
            SANDBENCH_TRY(const auto metrics, session->metrics(stop));
            const auto disk = asksDisk
                ? session->diskUse(stop)
                : Result<Session::DiskUse>(Error(ErrorCode::Unavailable, "not asked"));
            return Look{metrics, disk ? std::optional(*disk) : std::nullopt, readyNow()};
        },
        [this, asked = m_session](const Result<Look>& look) {
            m_pollingMetrics = false;
            if (m_session != asked)
                return; // it ended meanwhile
            if (look) {
                m_metricsTimer.setInterval(nextLook(look->metrics));
                m_use.add(QDateTime::currentMSecsSinceEpoch(), look->metrics, look->disk);
                if (std::exchange(m_ready, look->ready) != m_ready)
                    emit readyChanged();
            } else if (!isBusy() && !m_session->isAlive()) {
                const QString reason = toQString(look.error().text());
                forgetSession(SessionState::Lost, reason);
                emit lost(reason);
            }
        });
}

} // namespace sandbench::ui
