// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/server_events.h"

#include <utility>

namespace sandbench::cli {

Result<std::vector<ServerEvent>> ServerEvents::add(std::string_view bytes)
{
    std::vector<ServerEvent> events;
    while (!bytes.empty()) {
        const auto end = bytes.find('\n');
        m_line += bytes.substr(0, end);
        if (m_line.size() + m_event.data.size() > kMostBytes)
            return Error(ErrorCode::Protocol, "an event of the keeper is too long");
        if (end == std::string_view::npos)
            break;
        bytes.remove_prefix(end + 1);
        if (m_line.ends_with('\r'))
            m_line.pop_back();
        takeLine(m_line, events);
        m_line.clear();
    }
    return events;
}

void ServerEvents::takeLine(std::string_view line, std::vector<ServerEvent>& events)
{
    if (line.empty()) {
        if (m_hasData)
            events.push_back(std::move(m_event));
        m_event = {};
        m_hasData = false;
        return;
    }
    const auto colon = line.find(':');
    const auto name = line.substr(0, colon);
    auto value = colon == std::string_view::npos ? std::string_view() : line.substr(colon + 1);
    if (value.starts_with(' '))
        value.remove_prefix(1);
    if (name == "event")
        m_event.kind = value;
    if (name != "data")
        return;
    if (std::exchange(m_hasData, true))
        m_event.data += '\n';
    m_event.data += value;
}

} // namespace sandbench::cli
