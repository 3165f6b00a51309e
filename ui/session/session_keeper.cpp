// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session_keeper.h"

#include "ui/common/text.h"
#include "ui/session/session_list.h"

#include <algorithm>
#include <utility>

namespace sandbench::ui {

static constexpr qsizetype kMostLeft = 64;

SessionKeeper::SessionKeeper(SessionList& sessions, const QString& folder, QObject* parent)
    : QObject(parent)
    , m_sessions(sessions)
    , m_store(std::make_shared<Recovery>(folder))
    , m_jobs(std::make_unique<JobRunner>())
    , m_keeper(std::make_unique<RecoveryKeeper>(*m_jobs, m_store))
{
    sessions.forEach(this, [this](SessionController* session) {
        connect(
            session, &SessionController::stateChanged, this, [this, session] { note(*session); });
    });
    connect(&sessions, &SessionList::dataChanged, this, [this](const QModelIndex& row) {
        note(m_sessions.at(row.row()));
    });
    connect(&sessions, &SessionList::removed, this, [this](const SessionController* session) {
        forget(*session);
    });
}

// What is being written is awaited: it must not come after it was forgotten.
SessionKeeper::~SessionKeeper()
{
    m_keeper.reset();
    m_jobs.reset();
    for (const QString& id : std::as_const(m_ids))
        m_store->forget(id);
}

static QByteArray factsOf(const SessionList& sessions, const SessionController& session)
{
    const Json facts
        = {{"said", session.openChoice().said},
           {"manifest", session.openChoice().manifestFile},
           {"colour", sessions.colourNumberOf(session)},
           {"pinned", sessions.isPinned(session)}};
    return toBytes(writeJson(facts));
}

void SessionKeeper::note(const SessionController& session)
{
    if (m_sessions.rowOf(&session) < 0)
        return;
    if (!session.session())
        return session.isBusy() ? void() : forget(session);
    const QString name = m_sessions.nameOf(session);
    const QByteArray facts = factsOf(m_sessions, session);
    Kept& kept = m_kept[&session];
    if (kept.id.isEmpty())
        m_ids << (kept.id = Recovery::newId());
    if (std::exchange(kept.facts, name.toUtf8() + facts) == name.toUtf8() + facts)
        return;
    m_keeper->keep({kept.id, {}, name, facts}); // where it cannot be, only the offer is lost
}

void SessionKeeper::forget(const SessionController& session)
{
    const Kept kept = m_kept.take(&session);
    if (!kept.id.isEmpty())
        m_keeper->forget(kept.id);
}

static LeftSession leftSessionOf(const Recovery::Document& document)
{
    LeftSession left;
    left.name = document.name;
    const auto facts = parseJson(toStd(document.bytes));
    if (!facts)
        return left;
    if (const Json& said = jsonField(*facts, "said"); said.is_object())
        left.choice.said = said;
    left.choice.manifestFile = jsonString(*facts, "manifest");
    left.colour = static_cast<int>(jsonCount(*facts, "colour") % kSessionColours);
    left.isPinned = jsonBool(*facts, "pinned");
    return left;
}

void SessionKeeper::look()
{
    m_keeper->takeLost([this](const QList<Recovery::Document>& lost) {
        QList<LeftSession> sessions;
        for (const Recovery::Document& document : lost.first(std::min(lost.size(), kMostLeft)))
            sessions << leftSessionOf(document);
        if (!sessions.isEmpty())
            emit found(sessions);
    });
}

} // namespace sandbench::ui
