// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/async/job_runner.h"
#include "ui/editor/recovery_keeper.h"
#include "ui/session/session_choice.h"

#include <QHash>
#include <QObject>

#include <memory>

namespace sandbench::ui {

class SessionController;
class SessionList;

/// A session of a window that was never closed. From a file: untrusted.
struct LeftSession
{
    QString name;
    SessionChoice choice;
    int colour = 0;
    bool isPinned = false;
};

/// Keeps on disk which sessions are open, as long as they are, so that the next window can offer
/// those of one that crashed. Thread: GUI; jobs write.
class SessionKeeper : public QObject
{
    Q_OBJECT

public:
    /// @p folder is made when it is needed. @p sessions outlives it.
    SessionKeeper(SessionList& sessions, const QString& folder, QObject* parent);
    /// Closed properly: nothing is left.
    ~SessionKeeper() override;

    /// Takes over what crashed windows left, once; found() tells where there was something.
    void look();

signals:
    void found(const QList<sandbench::ui::LeftSession>& sessions);

private:
    struct Kept
    {
        QString id;
        QByteArray facts;
    };
    void note(const SessionController& session);
    void forget(const SessionController& session);

    SessionList& m_sessions;
    std::shared_ptr<Recovery> m_store; // shared with the jobs
    QHash<const SessionController*, Kept> m_kept;
    QStringList m_ids; ///< Of all sessions so far: what was to be forgotten may still be there.
    std::unique_ptr<JobRunner> m_jobs; // its destruction waits
    std::unique_ptr<RecoveryKeeper> m_keeper;
};

} // namespace sandbench::ui
