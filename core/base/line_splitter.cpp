// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/line_splitter.h"

#include <utility>

namespace sandbench {

void LineSplitter::add(std::string_view bytes)
{
    m_bytes.erase(0, m_begin);
    m_searched -= m_begin;
    m_begin = 0;
    m_bytes += bytes;
}

std::optional<TextLine> LineSplitter::take()
{
    const auto at = m_bytes.find('\n', m_searched);
    if (at == std::string::npos) {
        m_searched = m_bytes.size();
        m_skips = m_skips || m_bytes.size() - m_begin > m_longest;
        if (m_skips)
            m_begin = m_searched;
        return m_isEnded && (m_skips || m_begin < m_bytes.size()) ? finish() : std::nullopt;
    }
    TextLine line = {++m_number, {}, m_skips || at - m_begin > m_longest};
    if (!line.isTooLong)
        line.text = m_bytes.substr(m_begin, at - m_begin);
    m_skips = false;
    m_begin = m_searched = at + 1;
    return line;
}

std::optional<TextLine> LineSplitter::finish()
{
    TextLine line = {++m_number, m_bytes.substr(m_begin), std::exchange(m_skips, false)};
    m_begin = m_searched = m_bytes.size();
    return line;
}

} // namespace sandbench
