// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session_keeper.h"

#include "ui/common/text.h"
#include "ui/session/session_list.h"

#include <mutex>
#include <utility>

namespace sandbench::ui {

static constexpr qsizetype kMostLeft = 64;

/// Jobs may overtake each other: each brings what is on disk of one session to what is wanted by
/// then.
struct SessionKeeper::Store
{
    explicit Store(const QString& folder)
        : recovery(folder)
    {
    }

    void settle(const QString& id)
    {
        const std::lock_guard lock(mutex);
        std::optional<Recovery::Document> document;
        {
            const std::lock_guard wantedLock(wantedMutex);
            if (const auto it = wanted.constFind(id); it != wanted.cend())
                document = *it;
        }
        // Where it cannot be kept, nothing but the offer is lost.
        if (document)
            (void)recovery.keep(*document).has_value();
        else
            recovery.forget(id);
    }

    std::mutex mutex; ///< Calls of recovery are made one at a time.
    Recovery recovery;
    std::mutex wantedMutex;
    QHash<QString, Recovery::Document> wanted;
};

SessionKeeper::SessionKeeper(SessionList& sessions, const QString& folder, QObject* parent)
    : QObject(parent)
    , m_sessions(sessions)
    , m_store(std::make_shared<Store>(folder))
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

SessionKeeper::~SessionKeeper()
{
    for (const Kept& one : std::exchange(m_kept, {}))
        want(one.id, std::nullopt);
}

void SessionKeeper::want(const QString& id, const std::optional<Recovery::Document>& document)
{
    {
        const std::lock_guard lock(m_store->wantedMutex);
        if (document)
            m_store->wanted.insert(id, *document);
        else
            m_store->wanted.remove(id);
    }
    m_jobs.run(
        this,
        [store = m_store, id](const std::stop_token&) {
            store->settle(id);
            return true;
        },
        [](bool) {});
}

static QByteArray factsOf(const SessionList& sessions, const SessionController& session)
{
    const Json facts
        = {{"said", session.openChoice().said},
           {"manifest", session.openChoice().manifestFile},
           {"colour", sessions.colourNumberOf(session)},
           {"pinned", sessions.isPinned(session)}};
    return toBytes(facts.dump());
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
        kept.id = Recovery::newId();
    if (std::exchange(kept.facts, name.toUtf8() + facts) == name.toUtf8() + facts)
        return;
    want(kept.id, Recovery::Document{kept.id, {}, name, facts});
}

void SessionKeeper::forget(const SessionController& session)
{
    const Kept kept = m_kept.take(&session);
    if (!kept.id.isEmpty())
        want(kept.id, std::nullopt);
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
    m_jobs.run(
        this,
        [store = m_store](const std::stop_token&) {
            const std::lock_guard lock(store->mutex);
            QList<LeftSession> sessions;
            for (const Recovery::Document& document : store->recovery.takeLost())
                if (sessions.size() < kMostLeft)
                    sessions << leftSessionOf(document);
            return sessions;
        },
        [this](const QList<LeftSession>& sessions) {
            if (!sessions.isEmpty())
                emit found(sessions);
        });
}

} // namespace sandbench::ui
