// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <mutex>
#include <optional>
#include <utility>

namespace sandbench::ui {

/// Where a job leaves how far it is and the GUI looks when it wants to know: only the newest value
/// is kept, and nobody waits. Thread: any.
template <typename T> class Latest
{
public:
    void set(T value)
    {
        const std::lock_guard lock(m_mutex);
        m_value = std::move(value);
    }
    /// What was set since the last call.
    std::optional<T> take()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_value, std::nullopt);
    }

private:
    std::mutex m_mutex;
    std::optional<T> m_value; // guarded by m_mutex
};

} // namespace sandbench::ui
