// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/session_snapshot.h"
#include "ui/async/job_runner.h"

#include <QObject>

#include <memory>
#include <vector>

namespace sandbench::ui {

class SessionController;
class TaskList;

/// Takes snapshots of sessions, and knows those that were taken. Thread: GUI; the work is done by
/// jobs.
class SnapshotDesk : public QObject
{
    Q_OBJECT

public:
    /// @p folder: where they are kept; empty = none can be. @p tasks outlives it; null = nobody is
    /// told.
    SnapshotDesk(std::string folder, TaskList* tasks, QObject* parent);

    bool isUsable() const { return !m_folder.empty(); }
    /// Of an open session that is called @p name; taken() or failed() tells.
    void take(const SessionController& session, const QString& name);
    /// Reads which there are; listed() tells.
    void list();
    void remove(const workspace::Snapshot& snapshot);

signals:
    void taken(const sandbench::workspace::Snapshot& snapshot);
    void failed(const sandbench::Error& error);
    void listed(const std::vector<sandbench::workspace::Snapshot>& snapshots);

private:
    const std::string m_folder;
    TaskList* m_tasks;
    JobRunner m_jobs;
};

} // namespace sandbench::ui
