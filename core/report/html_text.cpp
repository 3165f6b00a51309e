// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/report/html_text.h"

#include "core/base/text.h"

#include <array>
#include <cstdint>
#include <cstdio>

namespace sandbench::report {

namespace {

constexpr std::size_t kMostOfName = 4096;

/// Controls, and what hides or reorders other characters.
/// Source: Unicode 15, general categories Cc and Cf, U+2028 and U+2029.
bool isOdd(std::uint32_t c)
{
    return (c < 0x20 && c != '\n' && c != '\t') || (c >= 0x7f && c < 0xa0) || c == 0xad
        || c == 0x61c || c == 0x180e || (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e)
        || (c >= 0x2060 && c <= 0x206f) || c == 0xfeff || (c >= 0xfff9 && c <= 0xfffb)
        || (c >= 0xe0000 && c <= 0xe007f);
}

std::string_view entityOf(char c)
{
    switch (c) {
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '&':
        return "&amp;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return {};
    }
}

void append(std::string& out, std::string_view bytes, const Utf8Step& step, bool isHtml)
{
    if (!step.valid) {
        out += "\xef\xbf\xbd";
    } else if (isOdd(step.codePoint)) {
        std::array<char, 24> number = {};
        std::snprintf(number.data(), number.size(), "[U+%04X]", unsigned(step.codePoint));
        out += number.data();
    } else if (const auto entity = entityOf(bytes.front()); isHtml && !entity.empty()) {
        out += entity;
    } else {
        out += bytes.substr(0, step.length);
    }
}

std::string visible(std::string_view text, bool isHtml)
{
    std::string out;
    out.reserve(text.size() + text.size() / 8);
    while (!text.empty()) {
        const auto step = utf8Step(text);
        append(out, text, step, isHtml);
        text.remove_prefix(step.length);
    }
    return out;
}

} // namespace

std::string htmlText(std::string_view text)
{
    return visible(text, true);
}

std::string plainText(std::string_view text)
{
    return visible(text, false);
}

std::string htmlName(std::string_view text, std::size_t maxBytes)
{
    const auto shown = cutAtCharacter(text, maxBytes);
    if (shown.size() == text.size())
        return "<bdi>" + htmlText(text) + "</bdi>";
    return "<bdi title=\"" + htmlText(cutAtCharacter(text, kMostOfName)) + "\">" + htmlText(shown)
        + "…</bdi>";
}

std::string htmlNote(std::string_view sentence)
{
    return "<p class=\"quiet\">" + htmlText(sentence) + "</p>\n";
}

std::string htmlAttribute(std::string_view page)
{
    std::string out;
    const auto valid = replaceInvalidUtf8(page);
    out.reserve(valid.size() + valid.size() / 8);
    for (const char c : valid) {
        if (const auto entity = entityOf(c); !entity.empty())
            out += entity;
        else if (c == '\0')
            out += "\xef\xbf\xbd";
        else
            out += c;
    }
    return out;
}

} // namespace sandbench::report
