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
    m_all.m_bytes -= m_bytes;
    const auto at = m_all.m_shares.find(m_caller);
    at->second.bytes -= m_bytes;
    if (--at->second.calls == 0)
        m_all.m_shares.erase(at);
}

Result<void> CallsInFlight::Entry::charge(std::size_t bytes)
{
    const std::scoped_lock lock(m_all.m_mutex);
    auto& share = m_all.m_shares[m_caller];
    if (bytes > kMostOfOne - share.bytes || bytes > kMostBytes - m_all.m_bytes)
        return Error(
            ErrorCode::ResourceExhausted,
            "bodies of other requests take the memory that there is for them; try it again later");
    share.bytes += bytes;
    m_all.m_bytes += bytes;
    m_bytes += bytes;
    return {};
}

Result<std::shared_ptr<CallsInFlight::Entry>>
CallsInFlight::enter(const service::Caller& caller, Room room)
{
    const auto most = caller.quotas.calls;
    const std::scoped_lock lock(m_mutex);
    const auto at = m_shares.find(caller.id);
    const std::size_t others = at == m_shares.end() ? 0 : at->second.calls;
    if (most != 0 && others >= most)
        return Error(
            ErrorCode::ResourceExhausted,
            "the token has " + std::to_string(most) + " calls at the same time already");
    if (room == Room::Last || (room == Room::Little && others > 0))
        return Error(ErrorCode::Unavailable, "the server has as many requests at once as it takes");
    auto entry = std::make_shared<Entry>(*this, caller.id);
    ++m_shares[caller.id].calls;
    return entry;
}

} // namespace sandbench::rest
