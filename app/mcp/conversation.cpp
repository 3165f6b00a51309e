// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/conversation.h"

#include <algorithm>
#include <array>

namespace sandbench::mcp {
namespace {

constexpr std::array<std::string_view, 8> kLevels
    = {"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"};
/// What nobody can look at any more, as after the end of its sandbox: told once.
constexpr const char* kGone = "gone";

} // namespace

std::optional<LogLevel> logLevel(std::string_view name)
{
    const auto at = std::find(kLevels.begin(), kLevels.end(), name);
    if (at == kLevels.end())
        return std::nullopt;
    return static_cast<LogLevel>(at - kLevels.begin());
}

std::string_view logLevelName(LogLevel level)
{
    return kLevels.at(static_cast<std::size_t>(level));
}

bool Watched::add(const std::string& uri, std::string stamp)
{
    const std::lock_guard lock(m_mutex);
    if (m_stamps.size() >= kMost && !m_stamps.contains(uri))
        return false;
    m_stamps[uri] = std::move(stamp);
    m_changed.notify_all();
    return true;
}

void Watched::remove(const std::string& uri)
{
    const std::lock_guard lock(m_mutex);
    m_stamps.erase(uri);
}

std::map<std::string, std::string> Watched::all() const
{
    const std::lock_guard lock(m_mutex);
    return m_stamps;
}

bool Watched::change(const std::string& uri, const std::string& stamp)
{
    const std::lock_guard lock(m_mutex);
    const auto at = m_stamps.find(uri);
    if (at == m_stamps.end() || at->second == stamp)
        return false;
    at->second = stamp;
    return true;
}

void Watched::follow(
    const Resources& resources, const workspace::Caller& caller,
    const std::function<void(const std::string& uri)>& tell, const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        for (const auto& [uri, before] : all()) {
            const auto now = resources.stamp(caller, uri, stop);
            if (stop.stop_requested())
                return;
            if (change(uri, now ? *now : kGone))
                tell(uri);
        }
        std::unique_lock lock(m_mutex);
        if (m_changed.wait(lock, stop, [this] { return !m_stamps.empty(); }))
            m_changed.wait_for(lock, stop, kBetweenLooks, [] { return false; });
    }
}

} // namespace sandbench::mcp
