// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/line_splitter.h"

namespace sandbench::mcp {

LineSplitter::LineSplitter(std::size_t most, OnLine onLine, std::function<void()> onTooLong)
    : m_most(most)
    , m_onLine(std::move(onLine))
    , m_onTooLong(std::move(onTooLong))
{
}

void LineSplitter::feed(std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto end = bytes.find('\n');
        take(bytes.substr(0, end));
        if (end == std::string_view::npos)
            return;
        endLine();
        bytes.remove_prefix(end + 1);
    }
}

void LineSplitter::finish()
{
    endLine();
}

void LineSplitter::take(std::string_view part)
{
    if (m_isTooLong)
        return;
    if (part.size() > m_most - m_line.size()) {
        m_isTooLong = true;
        m_line = {};
        return;
    }
    m_line += part;
}

void LineSplitter::endLine()
{
    if (m_isTooLong)
        m_onTooLong();
    else if (m_line.find_first_not_of(" \t\r") != std::string::npos)
        m_onLine(m_line);
    m_isTooLong = false;
    // A long line's memory is not kept for short ones.
    m_line = {};
}

} // namespace sandbench::mcp
