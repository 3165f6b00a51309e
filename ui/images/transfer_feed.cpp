// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/images/transfer_feed.h"

#include "core/base/units.h"
#include "ui/common/text.h"

#include <algorithm>
#include <mutex>

namespace sandbench::ui {

static constexpr int kTransferLookMilliseconds = 200;

struct TransferFeed::State
{
    std::mutex mutex;
    std::uint64_t done = 0, total = 0; // guarded by mutex
};

TransferFeed::TransferFeed(TaskList* tasks, QObject* parent)
    : QObject(parent)
    , m_tasks(tasks)
    , m_state(std::make_shared<State>())
{
}

OnImageProgress TransferFeed::callback()
{
    return [state = m_state](const ImageProgress& progress) {
        const std::lock_guard lock(state->mutex);
        state->done = progress.doneBytes;
        state->total = progress.totalBytes;
    };
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
    std::uint64_t done = 0, total = 0;
    {
        const std::lock_guard lock(m_state->mutex);
        done = m_state->done;
        total = m_state->total;
    }
    if (total > 0) // else nothing is known yet
        m_tasks->report(
            m_task, tr("%1 of %2").arg(toQString(formatSize(done)), toQString(formatSize(total))),
            std::min(1.0, static_cast<double>(done) / static_cast<double>(total)));
}

} // namespace sandbench::ui
