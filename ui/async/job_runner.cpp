// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/async/job_runner.h"

#include <algorithm>
#include <mutex>
#include <thread>

namespace sandbench::ui {

// One thread per live stream; the global pool has only as many threads as cores and would starve.
static constexpr int kMaxThreads = 64;

struct JobRunner::Mailbox
{
    std::mutex mutex;
    JobRunner* owner; // guarded by mutex; null once the runner is gone
};

JobRunner::JobRunner(Ending ending, QObject* parent)
    : QObject(parent)
    , m_ending(ending)
    , m_pool(std::make_unique<QThreadPool>())
    , m_mailbox(std::make_shared<Mailbox>())
{
    m_mailbox->owner = this;
    m_pool->setMaxThreadCount(kMaxThreads);
    m_pool->setExpiryTimeout(30'000);
}

JobRunner::~JobRunner()
{
    for (auto& source : m_sources)
        source.request_stop();
    {
        const std::lock_guard lock(m_mailbox->mutex);
        m_mailbox->owner = nullptr;
    }
    if (m_ending == Ending::Wait || m_pool->waitForDone(0))
        return;
    // The pool's own destructor waits: for a hung job that has to happen elsewhere.
    std::thread([pool = std::move(m_pool)]() mutable { pool.reset(); }).detach();
}

void JobRunner::start(
    const std::stop_source& source, std::function<void()> work, std::function<void()> deliver)
{
    m_sources.push_back(source);
    m_pool->start([mailbox = m_mailbox, source, work = std::move(work),
                   deliver = std::move(deliver)]() mutable {
        work();
        work = {}; // what it holds must be given up before the GUI thread lets go of it, not after
        const std::lock_guard lock(mailbox->mutex);
        JobRunner* const owner = mailbox->owner;
        if (!owner)
            return;
        QMetaObject::invokeMethod(
            owner,
            [owner, source, deliver = std::move(deliver)] {
                const QPointer<JobRunner> alive(owner); // the result may be its end
                std::erase(owner->m_sources, source);
                deliver();
                if (alive && owner->isIdle())
                    emit owner->idle();
            },
            Qt::QueuedConnection);
    });
}

} // namespace sandbench::ui
