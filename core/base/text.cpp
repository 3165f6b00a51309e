// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"

namespace sandbench {

namespace {

unsigned byteAt(std::string_view bytes, std::size_t at)
{
    return static_cast<unsigned char>(bytes[at]);
}

struct Lead
{
    std::size_t length; // 0 = cannot start a character
    unsigned secondMin, secondMax;
};

Lead leadOf(unsigned byte)
{
    if (byte >= 0xc2 && byte <= 0xdf)
        return {2, 0x80, 0xbf};
    if (byte >= 0xe0 && byte <= 0xef)
        return {3, byte == 0xe0 ? 0xa0U : 0x80U, byte == 0xed ? 0x9fU : 0xbfU};
    if (byte >= 0xf0 && byte <= 0xf4)
        return {4, byte == 0xf0 ? 0x90U : 0x80U, byte == 0xf4 ? 0x8fU : 0xbfU};
    return {0, 0, 0};
}

} // namespace

Utf8Step utf8Step(std::string_view bytes)
{
    const auto first = byteAt(bytes, 0);
    if (first < 0x80)
        return {1, first, true, false};
    const auto lead = leadOf(first);
    if (lead.length == 0)
        return {};
    std::uint32_t codePoint = first & (0x7fU >> lead.length);
    for (std::size_t i = 1; i < lead.length; ++i) {
        if (i == bytes.size())
            return {i, 0xfffd, false, true};
        const auto byte = byteAt(bytes, i);
        const bool fits
            = i == 1 ? byte >= lead.secondMin && byte <= lead.secondMax : (byte & 0xc0U) == 0x80;
        if (!fits)
            return {i, 0xfffd, false, false};
        codePoint = codePoint << 6 | (byte & 0x3fU);
    }
    return {lead.length, codePoint, true, false};
}

bool isValidUtf8(std::string_view bytes, bool allowCutEnd)
{
    while (!bytes.empty()) {
        const auto step = utf8Step(bytes);
        if (!step.valid)
            return step.truncated && allowCutEnd;
        bytes.remove_prefix(step.length);
    }
    return true;
}

std::string replaceInvalidUtf8(std::string_view bytes)
{
    std::string text;
    text.reserve(bytes.size());
    while (!bytes.empty()) {
        const auto step = utf8Step(bytes);
        if (step.valid)
            text.append(bytes.substr(0, step.length));
        else
            text.append("\xef\xbf\xbd");
        bytes.remove_prefix(step.length);
    }
    return text;
}

std::string oneLine(std::string_view bytes, std::size_t maxBytes)
{
    std::string line;
    bool isSpaceDue = false;
    while (!bytes.empty()) {
        const auto step = utf8Step(bytes);
        const bool isSpace = step.valid
            && (step.codePoint <= ' ' || (step.codePoint >= 0x7f && step.codePoint <= 0xa0));
        const auto shown = step.valid ? bytes.substr(0, step.length) : "\xef\xbf\xbd";
        bytes.remove_prefix(step.length);
        if (isSpace) {
            isSpaceDue = !line.empty();
            continue;
        }
        if (line.size() + shown.size() + 1 > maxBytes)
            return line + "\xe2\x80\xa6";
        if (isSpaceDue)
            line += ' ';
        isSpaceDue = false;
        line += shown;
    }
    return line;
}

std::string inQuotes(std::string_view text)
{
    return "'" + oneLine(text, 200) + "'";
}

std::string lowerCase(std::string_view text)
{
    std::string low(text);
    for (char& c : low)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return low;
}

std::string_view cutAtCharacter(std::string_view text, std::size_t maxBytes)
{
    if (text.size() <= maxBytes)
        return text;
    while (maxBytes > 0 && (static_cast<unsigned char>(text[maxBytes]) & 0xc0U) == 0x80)
        --maxBytes;
    return text.substr(0, maxBytes);
}

} // namespace sandbench
