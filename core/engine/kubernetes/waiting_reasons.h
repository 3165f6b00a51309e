// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace sandbench::kubernetes {

/// What people are told of why a sandbox's pod waits, each thing once in a row. Thread: any.
class WaitingReasons
{
public:
    /// @p onWaiting outlives it; empty = nobody is told.
    explicit WaitingReasons(const std::function<void(std::string_view)>& onWaiting)
        : m_onWaiting(onWaiting)
    {
    }

    void say(const std::string& reason)
    {
        const std::lock_guard lock(m_mutex);
        if (reason.empty() || reason == m_said)
            return;
        m_said = reason;
        if (m_onWaiting)
            m_onWaiting(reason);
    }

    /// For the error of somebody who gave up waiting.
    std::string last() const
    {
        const std::lock_guard lock(m_mutex);
        return m_said.empty() ? "no reason is known" : m_said;
    }

private:
    const std::function<void(std::string_view)>& m_onWaiting;
    mutable std::mutex m_mutex;
    std::string m_said;
};

} // namespace sandbench::kubernetes
