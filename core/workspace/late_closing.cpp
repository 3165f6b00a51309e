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
            m_waiting.push_back(std::move(sandbox));
            if (m_workers.size() < kMostWorkers && m_waiting.size() + m_goingOn > m_workers.size())
                m_workers.emplace_back([this](const std::stop_token& stop) { work(stop); });
            m_changed.notify_all(); // of those who wait, some wait for the end
            return;
        }
    }
    m_close(*sandbox);
}

void LateClosing::wait()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_waiting.empty() && m_goingOn == 0; });
}

void LateClosing::work(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    while (m_changed.wait(lock, stop, [this] { return !m_waiting.empty(); })) {
        auto sandbox = std::move(m_waiting.front());
        m_waiting.pop_front();
        ++m_goingOn;
        lock.unlock();
        m_close(*sandbox);
        sandbox.reset();
        lock.lock();
        --m_goingOn;
        m_changed.notify_all();
    }
}

} // namespace sandbench::workspace
