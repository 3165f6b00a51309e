// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/steps/step_follower.h"

#include "ui/session/session_controller.h"

#include <utility>

namespace sandbench::ui {

static constexpr int kPauseMilliseconds = 200;

StepFollower::StepFollower(SessionController& session, std::string traceFile, QObject* parent)
    : QObject(parent)
    , m_session(&session)
    , m_tail(std::make_shared<trace::TraceTail>(std::move(traceFile)))
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPauseMilliseconds);
    connect(&m_pause, &QTimer::timeout, this, &StepFollower::read);
    connect(&session, &SessionController::runStarted, this, [this] {
        m_sandbox = m_session->session();
        m_pause.start();
    });
    connect(&session, &SessionController::runEnded, this, &StepFollower::runEnds);
    connect(&session, &SessionController::failed, this, &StepFollower::runEnds);
    connect(&session, &QObject::destroyed, this, &StepFollower::runEnds);
}

void StepFollower::giveUp()
{
    if (!m_sandbox)
        runEnds();
}

void StepFollower::runEnds()
{
    if (std::exchange(m_hasRunEnded, true))
        return;
    m_pause.stop();
    if (!m_sandbox) // it did not come to a run, but perhaps to a tracer
        m_sandbox = m_session ? m_session->session() : nullptr;
    if (!m_isReading)
        read();
}

void StepFollower::read()
{
    if (!m_sandbox)
        return finish();
    m_isReading = true;
    m_isLastRead = m_hasRunEnded;
    m_jobs.run(
        this,
        [session = m_sandbox, tail = m_tail](std::stop_token stop) {
            return tail->read(*session, std::move(stop));
        },
        [this](const Result<std::vector<trace::StepRecord>>& steps) { take(steps); });
}

void StepFollower::take(const Result<std::vector<trace::StepRecord>>& steps)
{
    m_isReading = false;
    if (steps && !steps->empty())
        emit stepsRead(*steps);
    const bool hasMore = steps && m_tail->hasMore();
    if (steps.failedAs(ErrorCode::ConnectionLost))
        finish();
    else if (hasMore || (m_hasRunEnded && !m_isLastRead))
        read();
    else if (m_hasRunEnded)
        finish();
    else
        m_pause.start();
}

void StepFollower::finish()
{
    if (std::exchange(m_isOver, true))
        return;
    if (m_sandbox)
        m_jobs.run(
            this,
            [session = m_sandbox, tail = m_tail](std::stop_token stop) {
                return tail->remove(*session, std::move(stop));
            },
            [](const Result<void>&) {}); // a sandbox that went away has nothing to be removed
    emit ended({m_tail->reader().python(), m_tail->reader().end(), m_tail->reader().oddLines()});
}

} // namespace sandbench::ui
