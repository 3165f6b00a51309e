// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/paste_filter.h"

#include <utility>

namespace sandbench::cli {

static constexpr std::string_view kBegin = "\x1b[200~";
static constexpr std::string_view kEnd = "\x1b[201~";
static constexpr std::size_t kMostBytes = 4U << 20; // of a paste; more is dropped

static std::string plainText(std::string_view pasted)
{
    std::string text;
    for (std::size_t i = 0; i < pasted.size(); ++i) {
        const char c = pasted[i];
        const auto code = static_cast<unsigned char>(c);
        // Terminals send what ends a line as the Enter key does.
        if (c == '\r' || c == '\n') {
            if (c == '\n' || pasted.substr(i + 1, 1) != "\n")
                text += '\n';
        } else if (c == '\t' || (code >= 0x20 && code != 0x7f)) {
            text += c;
        }
    }
    return text;
}

std::string PasteFilter::feed(char byte)
{
    m_wasPaste = false;
    m_held += byte;
    const auto mark = m_isPaste ? kEnd : kBegin;
    if (m_held == mark) {
        m_held.clear();
        m_isPaste = !m_isPaste;
        m_wasPaste = !m_isPaste;
        return m_isPaste ? std::string() : plainText(std::exchange(m_paste, {}));
    }
    if (mark.starts_with(m_held))
        return {};
    // All but what may begin the next mark.
    const auto next = byte == mark.front() ? std::string(1, byte) : std::string();
    auto ready = m_held.substr(0, m_held.size() - next.size());
    m_held = next;
    if (!m_isPaste)
        return ready;
    if (m_paste.size() + ready.size() <= kMostBytes)
        m_paste += ready;
    return {};
}

} // namespace sandbench::cli
