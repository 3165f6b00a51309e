// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/in_flight.h"

#include <vector>

namespace sandbench::mcp {

std::shared_ptr<void> InFlight::add(std::string key, std::stop_source stop)
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_stops.emplace(key, std::move(stop)).second)
            return nullptr;
    }
    return std::shared_ptr<void>(this, [this, key = std::move(key)](void*) {
        const std::lock_guard lock(m_mutex);
        m_stops.erase(key);
    });
}

void InFlight::cancel(const std::string& key)
{
    std::stop_source stop(std::nostopstate);
    {
        const std::lock_guard lock(m_mutex);
        const auto at = m_stops.find(key);
        if (at == m_stops.end())
            return;
        stop = at->second;
    }
    // Callbacks of others run in here.
    stop.request_stop();
}

void InFlight::cancelAll()
{
    std::vector<std::stop_source> stops;
    {
        const std::lock_guard lock(m_mutex);
        for (const auto& [key, stop] : m_stops)
            stops.push_back(stop);
    }
    for (auto& stop : stops)
        stop.request_stop();
}

} // namespace sandbench::mcp
