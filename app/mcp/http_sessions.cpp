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
        dropLast(sessions);
    return id;
}

void HttpSessions::dropLast(Sessions& sessions)
{
    sessions.back().conversation->ended.request_stop();
    sessions.pop_back();
}

std::shared_ptr<Conversation> HttpSessions::use(const std::string& caller, const std::string& id)
{
    const std::lock_guard lock(m_mutex);
    const auto of = m_sessions.find(caller);
    if (of == m_sessions.end())
        return nullptr;
    auto& sessions = of->second;
    const auto now = Clock::now();
    while (!sessions.empty() && now - sessions.back().lastUse > kIdle)
        dropLast(sessions);
    const auto at = std::find_if(
        sessions.begin(), sessions.end(), [&](const Session& one) { return one.id == id; });
    if (at == sessions.end())
        return nullptr;
    at->lastUse = now;
    sessions.splice(sessions.begin(), sessions, at);
    return at->conversation;
}

bool HttpSessions::end(const std::string& caller, const std::string& id)
{
    const std::lock_guard lock(m_mutex);
    const auto of = m_sessions.find(caller);
    if (of == m_sessions.end())
        return false;
    const auto ended = of->second.remove_if([&](const Session& one) {
        if (one.id != id)
            return false;
        one.conversation->ended.request_stop();
        return true;
    });
    if (of->second.empty())
        m_sessions.erase(of);
    return ended > 0;
}

} // namespace sandbench::mcp
