// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/calls_in_flight.h"

namespace sandbench::rest {

CallsInFlight::Entry::Entry(CallsInFlight& all, std::string caller)
    : m_all(all)
    , m_caller(std::move(caller))
{
}

CallsInFlight::Entry::~Entry()
{
    const std::scoped_lock lock(m_all.m_mutex);
    const auto at = m_all.m_counts.find(m_caller);
    if (--at->second == 0)
        m_all.m_counts.erase(at);
}

Result<std::shared_ptr<CallsInFlight::Entry>>
CallsInFlight::enter(const workspace::Caller& caller, Room room)
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
        return Error(ErrorCode::Unavailable, "the server has as many requests at once as it takes");
    auto entry = std::make_shared<Entry>(*this, caller.id);
    ++m_counts[caller.id];
    return entry;
}

} // namespace sandbench::rest
