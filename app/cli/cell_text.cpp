// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/cell_text.h"

#include <algorithm>

namespace sandbench::cli {

static bool isBlank(std::string_view line)
{
    return line.find_first_not_of(" \t\r\f") == std::string_view::npos;
}

bool CellText::add(std::string_view line)
{
    const bool inside = !m_openQuote.empty() || m_depth > 0 || m_joined;
    if (m_text.empty() && isBlank(line))
        return true;
    m_text.append(line).push_back('\n');
    if (!inside && m_block && isBlank(line))
        return true;
    if (!inside && line.starts_with('@'))
        m_block = true;
    scan(line);
    return m_openQuote.empty() && m_depth == 0 && !m_joined && !m_block;
}

// Ends behind the closing quote, or at the line's end; a triple-quoted text may stay open.
std::size_t CellText::skipQuoted(std::string_view line, std::size_t at)
{
    while (at < line.size()) {
        if (line[at] == '\\') {
            at += 2;
        } else if (line.substr(at).starts_with(m_openQuote)) {
            at += m_openQuote.size();
            m_openQuote.clear();
            return at;
        } else {
            ++at;
        }
    }
    // A text in single quotes cannot go on: Python will say what is wrong with it.
    if (m_openQuote.size() == 1)
        m_openQuote.clear();
    return line.size();
}

void CellText::scan(std::string_view line)
{
    char last = 0;
    std::size_t at = m_openQuote.empty() ? 0 : skipQuoted(line, 0);
    m_joined = false;
    while (at < line.size() && line[at] != '#') {
        const char c = line[at];
        if (c == '\'' || c == '"') {
            const std::string triple(3, c);
            m_openQuote = line.substr(at).starts_with(triple) ? triple : triple.substr(0, 1);
            at = skipQuoted(line, at + m_openQuote.size());
            last = c;
            continue;
        }
        if (c == '(' || c == '[' || c == '{')
            ++m_depth;
        else if (c == ')' || c == ']' || c == '}')
            m_depth = std::max(0, m_depth - 1);
        if (!isBlank(line.substr(at, 1)))
            last = c;
        ++at;
    }
    if (!m_openQuote.empty())
        return;
    m_joined = last == '\\' && line.back() == '\\';
    if (last == ':' && m_depth == 0)
        m_block = true;
}

} // namespace sandbench::cli
