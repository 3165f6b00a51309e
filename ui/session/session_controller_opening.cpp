// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// How SessionController comes to its sandbox.
#include "core/engine/image_store.h"
#include "ui/common/text.h"
#include "ui/session/session_controller.h"

#include <QDateTime>

namespace sandbench::ui {

void SessionController::warmUp()
{
    if (m_session || isBusy())
        return;
    m_stopPresses = 0;
    m_openChoice = m_choice;
    ++m_openingRound;
    connectTo();
    setState(SessionState::Opening);
}

void SessionController::setOpeningText(const QString& text)
{
    m_openingText = text;
    emit openingTextChanged(text);
}

// An engine that is down or lacks the image says so here, before anything is made.
static Result<Engine*>
reach(EngineSource& engines, const SessionChoice& choice, std::stop_token stop)
{
    SANDBENCH_TRY(Engine * engine, engines.find(choice.engine, choice.connection));
    if (engine->images() && !choice.image.empty())
        SANDBENCH_TRY_VOID(engine->images()->inspect(choice.image, stop));
    return engine;
}

void SessionController::connectTo()
{
    setOpeningText(
        m_openChoice.engine.empty()
            ? tr("Opening a sandbox…")
            : tr("Connecting to the engine %1…").arg(toQString(m_openChoice.engine)));
    m_runStop = m_jobs.run(
        this,
        [engines = &m_engines, choice = m_openChoice](std::stop_token stop) {
            return reach(*engines, choice, stop);
        },
        [this, round = m_openingRound](const Result<Engine*>& engine) {
            if (round != m_openingRound)
                return;
            if (engine)
                create(**engine);
            else
                finishOpening(engine.error());
        });
}

void SessionController::create(Engine& engine)
{
    SessionSpec spec;
    spec.warm = Warm::Now;
    spec.sandbox.image = m_openChoice.image;
    spec.sandbox.network.name = m_openChoice.network;
    auto limits = limitsOf(m_openChoice, m_engines.sizes());
    if (!limits)
        return finishOpening(limits.error());
    spec.sandbox.limits = *limits;
    setOpeningText(engine.images() ? tr("Creating the container…") : tr("Opening a sandbox…"));
    m_runStop = m_jobs.run(
        this,
        [this, &engine, spec = std::move(spec)](std::stop_token stop) {
            return Session::open(engine, spec, m_languages, m_artifacts, stop);
        },
        [this, round = m_openingRound](Result<std::unique_ptr<Session>> opened) {
            if (round == m_openingRound)
                finishOpening(std::move(opened));
            else if (opened) // cancelled when it was all but there
                closeInBackground(std::move(*opened));
        });
}

// The engine is told, and nobody waits for its answer.
void SessionController::cancelOpening()
{
    m_runStop.request_stop();
    ++m_openingRound;
    finishOpening(Error(ErrorCode::Cancelled, "opening the sandbox was cancelled"));
}

void SessionController::finishOpening(Result<std::unique_ptr<Session>> opened)
{
    const auto queued = std::exchange(m_queued, std::nullopt);
    setOpeningText({});
    if (!opened) {
        setState(SessionState::None);
        emit openFailed(opened.error(), queued);
        return;
    }
    m_session = std::move(*opened);
    m_openedAt = QDateTime::currentMSecsSinceEpoch();
    m_metricsTimer.start();
    setState(SessionState::Idle);
    if (queued)
        start(*queued);
}

} // namespace sandbench::ui
