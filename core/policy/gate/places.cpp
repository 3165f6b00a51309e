// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/gate/places.h"

#include "core/base/text.h"

#include <algorithm>

namespace sandbench::gate {

std::size_t countCharacters(std::string_view bytes)
{
    std::size_t count = 0;
    for (std::size_t at = 0; at < bytes.size(); ++count)
        at += static_cast<unsigned char>(bytes[at]) < 0x80 ? 1 : utf8Step(bytes.substr(at)).length;
    return count;
}

Place PlaceFinder::at(std::size_t offset)
{
    offset = std::min(offset, m_text.size());
    while (m_offset < offset) {
        const char c = m_text[m_offset];
        const bool pair = c == '\r' && m_offset + 1 < m_text.size() && m_text[m_offset + 1] == '\n';
        if (c == '\n' || (c == '\r' && !pair))
            m_place = {m_place.line + 1, 1};
        else
            ++m_place.column;
        m_offset
            += static_cast<unsigned char>(c) < 0x80 ? 1 : utf8Step(m_text.substr(m_offset)).length;
    }
    return m_place;
}

} // namespace sandbench::gate
