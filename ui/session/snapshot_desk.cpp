// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/snapshot_desk.h"

#include "ui/common/text.h"
#include "ui/session/session_controller.h"
#include "ui/tasks/run_task.h"
#include "ui/tasks/transfer_feed.h"

#include <utility>

namespace sandbench::ui {

SnapshotDesk::SnapshotDesk(std::string folder, TaskList* tasks, QObject* parent)
    : QObject(parent)
    , m_folder(std::move(folder))
    , m_tasks(tasks)
{
}

void SnapshotDesk::take(const SessionController& session, const QString& name)
{
    if (!session.session() || !isUsable())
        return;
    workspace::Snapshot about;
    about.name = toStd(name);
    about.engine = session.session()->engineName();
    about.image = session.session()->image();
    about.said = session.openChoice().said;
    auto* feed = new TransferFeed(m_tasks, this);
    const std::stop_source source = m_jobs.run(
        this,
        [open = session.session(), folder = m_folder, about = std::move(about),
         counts = feed->counts()](std::stop_token stop) {
            const auto tell = [&counts](std::uint64_t done, std::uint64_t all) {
                counts->done = done;
                counts->total = all;
            };
            return workspace::takeSnapshot(*open, folder, about, tell, std::move(stop));
        },
        [this, feed](const Result<workspace::Snapshot>& snapshot) {
            feed->end(outcomeOf(snapshot));
            if (snapshot)
                emit taken(*snapshot);
            else
                emit failed(snapshot.error());
        });
    feed->begin(tr("Snapshot of %1").arg(name), source);
}

void SnapshotDesk::list()
{
    m_jobs.run(
        this,
        [folder = m_folder](const std::stop_token&) { return workspace::listSnapshots(folder); },
        [this](const std::vector<workspace::Snapshot>& found) { emit listed(found); });
}

void SnapshotDesk::remove(const workspace::Snapshot& snapshot)
{
    m_jobs.run(
        this, [snapshot](const std::stop_token&) { return workspace::removeSnapshot(snapshot); },
        [this](const Result<void>& removed) {
            if (!removed)
                emit failed(removed.error());
            list();
        });
}

} // namespace sandbench::ui
