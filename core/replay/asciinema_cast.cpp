// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/replay/asciinema_cast.h"

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/timestamp.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace sandbench::replay {

namespace {

// Units: characters.
constexpr std::size_t kWidth = 80, kMostWidth = 160, kHeight = 24;
constexpr std::size_t kMostTitle = 200;
/// Of the parameters of one control sequence.
constexpr std::size_t kMostParameters = 64;
/// Colours; erase a line or the screen; move the cursor.
constexpr std::string_view kHarmlessFinals = "mKJABCDEFGHf";
constexpr char kEscape = '\x1b';

/// Wide enough for the longest line, within reason.
std::size_t widthOf(const Replay& replay)
{
    std::size_t longest = 0, length = 0;
    for (const auto& piece : replay.output)
        for (const char c : piece.text) {
            length = c == '\n' || c == '\r'
                ? 0
                : length + ((static_cast<unsigned char>(c) & 0xc0U) != 0x80U);
            longest = std::max(longest, length);
        }
    return std::clamp(longest, kWidth, kMostWidth);
}

std::string titleOf(const Json& record)
{
    auto title = jsonString(jsonField(record, "program"), "file");
    if (title.empty())
        title = jsonString(record, "run_id");
    return oneLine(title, kMostTitle);
}

Json headOf(const Json& record, const Replay& replay)
{
    Json head
        = {{"version", 2},
           {"width", widthOf(replay)},
           {"height", kHeight},
           {"title", titleOf(record)}};
    if (const auto began = parseTimestamp(jsonString(record, "started_at")))
        head["timestamp"] = *began;
    return head;
}

std::string eventLine(std::uint64_t atMs, std::string_view text)
{
    char time[32];
    std::snprintf(
        time, sizeof time, "%llu.%03u", static_cast<unsigned long long>(atMs / 1000),
        static_cast<unsigned>(atMs % 1000));
    return std::string("[") + time + ", \"o\", " + writeJson(Json(text)) + "]\n";
}

} // namespace

std::string TerminalText::take(std::string_view text)
{
    std::string result;
    result.reserve(text.size() + text.size() / 16);
    for (const char c : text)
        takeByte(c, result);
    return result;
}

void TerminalText::takeByte(char c, std::string& into)
{
    const auto byte = static_cast<unsigned char>(c);
    if (c == kEscape) { // also ends whatever came before
        m_within = Within::Escape;
        return;
    }
    // A control character inside is obeyed as it is anywhere; a string that never ends shall not
    // take all that comes with it.
    if (byte < 0x20 && (m_within != Within::String || c == '\n'))
        m_within = Within::Text;
    switch (m_within) {
    case Within::Text:
        takeText(c, into);
        return;
    case Within::Escape:
        m_sequence.clear();
        m_within = c == '['                                               ? Within::Sequence
            : std::string_view("]PX^_").find(c) != std::string_view::npos ? Within::String
            : byte >= 0x20 && byte <= 0x2f                                ? Within::Charset
                                                                          : Within::Text;
        return;
    case Within::Sequence:
        if (byte >= 0x40 && byte <= 0x7e) {
            const bool isHarmless = kHarmlessFinals.find(c) != std::string_view::npos
                && m_sequence.size() <= kMostParameters
                && m_sequence.find_first_not_of("0123456789;:") == std::string::npos;
            if (isHarmless)
                into.append("\x1b[").append(m_sequence) += c;
            m_within = Within::Text;
        } else if (m_sequence.size() <= kMostParameters) {
            m_sequence += c;
        }
        return;
    case Within::String:
        if (c == '\a')
            m_within = Within::Text;
        return;
    case Within::Charset:
        if (byte >= 0x30)
            m_within = Within::Text;
        return;
    }
}

void TerminalText::takeText(char c, std::string& into)
{
    const auto byte = static_cast<unsigned char>(c);
    const char last = std::exchange(m_last, c);
    // U+0080 to U+009F: a terminal may take them as the beginning of a sequence.
    if (std::exchange(m_isC1, false)) {
        if (byte >= 0xa0)
            into.append("\xc2") += c;
        return;
    }
    m_isC1 = byte == 0xc2;
    if (m_isC1 || byte == 0x7f)
        return;
    if (c == '\n' && last != '\r')
        into += '\r';
    if (byte >= 0x20 || std::string_view("\n\r\t\b").find(c) != std::string_view::npos)
        into += c;
}

std::string asciinemaCast(const Json& record, const Replay& replay)
{
    auto cast = writeJson(headOf(record, replay)) + "\n";
    std::array<TerminalText, 2> streams;
    for (const auto& piece : replay.output) {
        const auto text = streams[piece.stream == StreamKind::Stdout ? 0 : 1].take(piece.text);
        if (!text.empty())
            cast += eventLine(piece.atMs, text);
    }
    // A player stops with the last event: the run took as long as it took.
    if (replay.output.empty() || replay.output.back().atMs < replay.endMs)
        cast += eventLine(replay.endMs, "");
    return cast;
}

} // namespace sandbench::replay
