// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/http_sessions.h"

#include "core/base/clock.h"
#include "core/base/random.h"

#include <algorithm>

namespace sandbench::mcp {

std::string HttpSessions::begin(const std::string& caller)
{
    auto id = randomHex(16);
    const std::lock_guard lock(m_mutex);
    auto& sessions = m_sessions[caller];
    sessions.push_front({id, Clock::now()});
    if (sessions.size() > kMost)
        sessions.pop_back();
    return id;
}

bool HttpSessions::use(const std::string& caller, const std::string& id)
{
    const std::lock_guard lock(m_mutex);
    const auto of = m_sessions.find(caller);
    if (of == m_sessions.end())
        return false;
    auto& sessions = of->second;
    const auto now = Clock::now();
    while (!sessions.empty() && now - sessions.back().lastUse > kIdle)
        sessions.pop_back();
    const auto at = std::find_if(
        sessions.begin(), sessions.end(), [&](const Session& one) { return one.id == id; });
    if (at == sessions.end())
        return false;
    at->lastUse = now;
    sessions.splice(sessions.begin(), sessions, at);
    return true;
}

bool HttpSessions::end(const std::string& caller, const std::string& id)
{
    const std::lock_guard lock(m_mutex);
    const auto of = m_sessions.find(caller);
    if (of == m_sessions.end())
        return false;
    const auto ended = of->second.remove_if([&](const Session& one) { return one.id == id; });
    if (of->second.empty())
        m_sessions.erase(of);
    return ended > 0;
}

} // namespace sandbench::mcp
