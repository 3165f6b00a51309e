// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/async/job_runner.h"

#include <algorithm>

namespace sandbench::ui {

// One thread per live stream; the global pool has only as many threads as cores and would starve.
static constexpr int kMaxThreads = 64;

JobRunner::JobRunner(QObject* parent)
    : QObject(parent)
{
    m_pool.setMaxThreadCount(kMaxThreads);
    m_pool.setExpiryTimeout(30'000);
}

JobRunner::~JobRunner()
{
    for (auto& source : m_sources)
        source.request_stop();
    m_pool.waitForDone();
}

void JobRunner::start(
    const std::stop_source& source, std::function<void()> work, std::function<void()> deliver)
{
    m_sources.push_back(source);
    m_pool.start([this, source, work = std::move(work), deliver = std::move(deliver)]() mutable {
        work();
        work = {}; // what it holds must be given up before the GUI thread lets go of it, not after
        QMetaObject::invokeMethod(
            this,
            [this, source, deliver = std::move(deliver)] {
                std::erase(m_sources, source);
                deliver();
            },
            Qt::QueuedConnection);
    });
}

} // namespace sandbench::ui
