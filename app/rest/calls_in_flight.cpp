// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/calls_in_flight.h"

namespace sandbench::rest {

Result<std::shared_ptr<void>> CallsInFlight::enter(const workspace::Caller& caller, Room room)
{
    auto leave = [this, id = caller.id](void*) {
        const std::scoped_lock lock(m_mutex);
        if (const auto at = m_counts.find(id); --at->second == 0)
            m_counts.erase(at);
    };
    {
        const auto most = caller.quotas.calls;
        const std::scoped_lock lock(m_mutex);
        const auto at = m_counts.find(caller.id);
        const std::size_t others = at == m_counts.end() ? 0 : at->second;
        if (most != 0 && others >= most)
            return Error(
                ErrorCode::ResourceExhausted,
                "the token has " + std::to_string(most) + " calls at the same time already");
        if (room == Room::Last || (room == Room::Little && others > 0))
            return Error(
                ErrorCode::Unavailable, "the server has as many requests at once as it takes");
        ++m_counts[caller.id];
    }
    return std::shared_ptr<void>(this, std::move(leave));
}

} // namespace sandbench::rest
