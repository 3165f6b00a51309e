// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tasks/transfer_feed.h"

#include "core/base/units.h"
#include "ui/common/text.h"

#include <algorithm>

namespace sandbench::ui {

static constexpr int kTransferLookMilliseconds = 200;

TransferFeed::TransferFeed(TaskList* tasks, QObject* parent)
    : QObject(parent)
    , m_tasks(tasks)
{
}

void TransferFeed::begin(const QString& title, std::stop_source stop)
{
    if (!m_tasks)
        return;
    m_task = m_tasks->begin(this, title, [stop]() mutable { stop.request_stop(); });
    startTimer(kTransferLookMilliseconds);
}

void TransferFeed::end(const TaskOutcome& outcome)
{
    if (m_tasks)
        m_tasks->end(m_task, outcome);
    deleteLater();
}

void TransferFeed::timerEvent(QTimerEvent*)
{
    const std::uint64_t done = m_counts->done, total = m_counts->total;
    if (total > 0)
        m_tasks->report(
            m_task, tr("%1 of %2").arg(toQString(formatSize(done)), toQString(formatSize(total))),
            std::min(1.0, static_cast<double>(done) / static_cast<double>(total)));
}

} // namespace sandbench::ui
