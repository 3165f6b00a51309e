// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/turn_gate.h"

namespace sandbench {

Result<TurnGate::Turn> TurnGate::enter(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    if (m_free > 0) { // then nobody waits
        --m_free;
        return Turn(*this);
    }
    Waiter own;
    const auto place = m_waiters.insert(m_waiters.end(), &own);
    if (own.called.wait(lock, stop, [&own] { return own.isIn; }))
        return Turn(*this);
    m_waiters.erase(place);
    return Error(ErrorCode::Cancelled, "stopped while waiting for a turn");
}

std::size_t TurnGate::waiting() const
{
    const std::lock_guard lock(m_mutex);
    return m_waiters.size();
}

void TurnGate::leave()
{
    const std::lock_guard lock(m_mutex);
    if (m_waiters.empty()) {
        ++m_free;
        return;
    }
    auto* const next = m_waiters.front();
    m_waiters.pop_front();
    next->isIn = true;
    next->called.notify_one();
}

} // namespace sandbench
