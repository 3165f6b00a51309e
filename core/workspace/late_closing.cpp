// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/late_closing.h"

#include <utility>

namespace sandbench::workspace {

namespace {

/// Most of a closing is waiting for the kernel.
constexpr std::size_t kMostWorkers = 4;
constexpr std::size_t kMostWaiting = 16;

} // namespace

LateClosing::LateClosing(std::function<void(HostedSandbox&)> close)
    : m_close(std::move(close))
{
}

LateClosing::~LateClosing()
{
    wait();
}

void LateClosing::add(std::shared_ptr<HostedSandbox> sandbox)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_waiting.size() < kMostWaiting) {
            m_waiting.emplace(m_added++, std::move(sandbox));
            const auto work = m_waiting.size() + m_goingOn.size();
            if (m_workers.size() < kMostWorkers && work > m_workers.size())
                m_workers.emplace_back([this](const std::stop_token& stop) { closeThem(stop); });
            m_changed.notify_all(); // of those who wait, some wait for the end
            return;
        }
    }
    m_close(*sandbox);
}

void LateClosing::wait(std::stop_token stop)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, stop, [this, before = m_added] {
        const bool isTaken = m_waiting.empty() || m_waiting.begin()->first >= before;
        return isTaken && (m_goingOn.empty() || *m_goingOn.begin() >= before);
    });
}

void LateClosing::closeThem(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    while (m_changed.wait(lock, stop, [this] { return !m_waiting.empty(); })) {
        auto next = m_waiting.extract(m_waiting.begin());
        m_goingOn.insert(next.key());
        lock.unlock();
        m_close(*next.mapped());
        next.mapped().reset();
        lock.lock();
        m_goingOn.erase(next.key());
        m_changed.notify_all();
    }
}

} // namespace sandbench::workspace
