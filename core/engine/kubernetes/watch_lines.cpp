// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/watch_lines.h"

namespace sandbench::kubernetes {

namespace {

constexpr std::size_t kMaxEvent = 4U << 20;

bool isBlank(std::string_view line)
{
    return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

} // namespace

Result<void> WatchLines::feed(std::string_view bytes)
{
    if (m_error)
        return *m_error;
    m_bytes.erase(0, m_begin);
    m_searched -= m_begin;
    m_begin = 0;
    m_bytes += bytes;
    return {};
}

Result<std::optional<Json>> WatchLines::next()
{
    while (!m_error) {
        const auto end = m_bytes.find('\n', m_searched);
        if (end == std::string::npos) {
            m_searched = m_bytes.size();
            if (m_searched - m_begin <= kMaxEvent)
                return std::optional<Json>();
            m_error = Error(ErrorCode::Protocol, "the cluster sent an event that never ends");
            break;
        }
        const auto line = std::string_view(m_bytes).substr(m_begin, end - m_begin);
        m_begin = m_searched = end + 1;
        if (isBlank(line))
            continue;
        auto event = parseJson(line, kMaxEvent);
        if (event && jsonField(*event, "type").is_string()
            && jsonField(*event, "object").is_object())
            return std::optional(*std::move(event));
        m_error = Error(
            ErrorCode::Protocol,
            "the cluster sent an event that is none"
                + (event ? std::string() : ": " + event.error().message()));
    }
    return *m_error;
}

} // namespace sandbench::kubernetes
