// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/gate/literal.h"

#include "core/base/text.h"

#include <algorithm>

namespace sandbench::gate {
namespace {

int hexValue(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

int base64Value(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
}

bool isSeparator(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

struct Number
{
    std::uint32_t value = 0;
    std::size_t digits = 0;
};

Number readNumber(std::string_view text, unsigned base, std::size_t most)
{
    Number number;
    while (number.digits < std::min(most, text.size())) {
        const int digit = hexValue(text[number.digits]);
        if (digit < 0 || static_cast<unsigned>(digit) >= base)
            break;
        number.value = number.value * base + static_cast<unsigned>(digit);
        ++number.digits;
    }
    return number;
}

// "u0061", "u{61}", "U00000061", "x61", "141": what is behind a backslash. 0 = none of them.
std::size_t decodeNumeric(std::string_view text, std::uint32_t& codePoint)
{
    const char kind = text[0];
    if (kind == 'u' && text.size() > 1 && text[1] == '{') {
        const auto number = readNumber(text.substr(2), 16, 6);
        const auto end = 2 + number.digits;
        if (number.digits == 0 || end >= text.size() || text[end] != '}')
            return 0;
        codePoint = number.value;
        return end + 1;
    }
    if (kind == 'u' || kind == 'U' || kind == 'x') {
        const std::size_t wanted = kind == 'u' ? 4 : kind == 'U' ? 8 : 2;
        std::size_t letters = 1;
        while (kind == 'u' && letters < text.size() && letters < 16 && text[letters] == 'u')
            ++letters; // Java has any number of them
        const auto number = readNumber(text.substr(letters), 16, wanted);
        codePoint = number.value;
        return number.digits == wanted || (kind == 'x' && number.digits > 0)
            ? letters + number.digits
            : 0;
    }
    const auto number = readNumber(text, 8, 3);
    codePoint = number.value;
    return number.digits;
}

char simpleEscape(char c)
{
    switch (c) {
    case 'n':
        return '\n';
    case 't':
        return '\t';
    case 'r':
        return '\r';
    default:
        return c;
    }
}

} // namespace

std::uint32_t foldLetter(std::uint32_t codePoint)
{
    if (codePoint >= 0xff01 && codePoint <= 0xff5e)
        return codePoint - 0xff01 + '!';
    if (codePoint >= 0x1d400 && codePoint < 0x1d6a4) {
        const auto index = (codePoint - 0x1d400) % 52;
        return index < 26 ? 'A' + index : 'a' + index - 26;
    }
    if (codePoint >= 0x1d7ce && codePoint <= 0x1d7ff)
        return '0' + (codePoint - 0x1d7ce) % 10;
    switch (codePoint) {
    case 0x210e:
        return 'h';
    case 0x212f:
    case 0x2147:
        return 'e';
    case 0x2134:
        return 'o';
    case 0x210a:
        return 'g';
    case 0x2139:
    case 0x2148:
    case 0x2071:
    case 0x2170:
        return 'i';
    case 0x2113:
        return 'l';
    case 0x17f:
        return 's';
    case 0xaa:
        return 'a';
    case 0xba:
        return 'o';
    default:
        return codePoint;
    }
}

void appendUtf8(std::string& to, std::uint32_t codePoint)
{
    if (codePoint > 0x10ffff || (codePoint >= 0xd800 && codePoint <= 0xdfff))
        codePoint = 0xfffd;
    const auto put = [&](std::uint32_t byte) { to += static_cast<char>(byte); };
    if (codePoint < 0x80) {
        put(codePoint);
    } else if (codePoint < 0x800) {
        put(0xc0 | codePoint >> 6);
        put(0x80 | (codePoint & 0x3f));
    } else if (codePoint < 0x10000) {
        put(0xe0 | codePoint >> 12);
        put(0x80 | (codePoint >> 6 & 0x3f));
        put(0x80 | (codePoint & 0x3f));
    } else {
        put(0xf0 | codePoint >> 18);
        put(0x80 | (codePoint >> 12 & 0x3f));
        put(0x80 | (codePoint >> 6 & 0x3f));
        put(0x80 | (codePoint & 0x3f));
    }
}

std::string decodeName(std::string_view bytes, const LexicalRules& rules)
{
    std::string name;
    name.reserve(bytes.size());
    while (!bytes.empty()) {
        if (bytes[0] == '\\') {
            std::uint32_t codePoint = 0;
            const auto length = rules.has(kWordEscapes) && bytes.size() > 1
                ? decodeNumeric(bytes.substr(1), codePoint)
                : 0;
            if (length)
                appendUtf8(name, codePoint);
            bytes.remove_prefix(1 + length);
            while (length == 0 && !bytes.empty() && (bytes[0] == '\n' || bytes[0] == '\r'))
                bytes.remove_prefix(1);
            continue;
        }
        const auto step = utf8Step(bytes);
        if (rules.has(kFoldsNames) && step.valid)
            appendUtf8(name, foldLetter(step.codePoint));
        else
            name += bytes.substr(0, step.length);
        bytes.remove_prefix(step.length);
    }
    return name;
}

std::string decodeLiteral(std::string_view content, bool raw)
{
    if (raw || content.find('\\') == std::string_view::npos)
        return std::string(content);
    std::string value;
    value.reserve(content.size());
    while (!content.empty()) {
        const auto slash = std::min(content.find('\\'), content.size());
        value += content.substr(0, slash);
        content.remove_prefix(std::min(slash + 1, content.size()));
        if (content.empty())
            break;
        std::uint32_t codePoint = 0;
        if (const auto length = decodeNumeric(content, codePoint)) {
            appendUtf8(value, codePoint);
            content.remove_prefix(length);
            continue;
        }
        const bool joinsLines = content[0] == '\n' || content[0] == '\r';
        if (!joinsLines)
            value += simpleEscape(content[0]);
        content.remove_prefix(content.starts_with("\r\n") ? 2 : 1);
    }
    return value;
}

std::optional<std::string> decodeBase64(std::string_view text)
{
    std::string out;
    std::uint32_t bits = 0;
    unsigned count = 0;
    for (const char c : text) {
        if (isSeparator(c))
            continue;
        if (c == '=')
            break;
        const int value = base64Value(c);
        if (value < 0)
            return std::nullopt;
        bits = (bits << 6 | static_cast<unsigned>(value)) & 0xffffff;
        count += 6;
        if (count >= 8) {
            count -= 8;
            out += static_cast<char>(bits >> count & 0xff);
        }
    }
    return out;
}

std::optional<std::string> decodeHex(std::string_view text)
{
    std::string out;
    int high = -1;
    for (const char c : text) {
        if (isSeparator(c))
            continue;
        const int value = hexValue(c);
        if (value < 0)
            return std::nullopt;
        if (high >= 0)
            out += static_cast<char>(high << 4 | value);
        high = high >= 0 ? -1 : value;
    }
    return high < 0 ? std::optional(out) : std::nullopt;
}

} // namespace sandbench::gate
