// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/text.h"

#include "core/base/fd.h"

#include <array>
#include <cstdio>
#include <unistd.h>

namespace sandbench::cli {
namespace {

struct Character
{
    char32_t code = 0;
    std::size_t bytes = 0; // 0 = not UTF-8 here
};

Character decodeFirst(std::string_view text)
{
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = at(0);
    if (lead < 0x80)
        return {lead, 1};
    const std::size_t length = lead >= 0xf0 && lead < 0xf5 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead >= 0xf5 || text.size() < length)
        return {};
    char32_t code = lead & (0x7fU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((at(i) & 0xc0U) != 0x80)
            return {};
        code = (code << 6U) | (at(i) & 0x3fU);
    }
    static constexpr std::array<char32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};
    if (code < kSmallest[length] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        return {};
    return {code, length};
}

bool mayShow(char32_t code)
{
    const bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
    const bool direction = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)
        || code == 0x200e || code == 0x200f || code == 0x061c;
    return !control && !direction && code != 0x2028 && code != 0x2029;
}

} // namespace

std::string printable(std::string_view text)
{
    std::string out;
    while (!text.empty()) {
        const Character next = decodeFirst(text);
        const std::size_t bytes = next.bytes ? next.bytes : 1;
        if (next.bytes && mayShow(next.code)) {
            out += text.substr(0, bytes);
        } else {
            for (const char c : text.substr(0, bytes)) {
                std::array<char, 5> escape = {};
                std::snprintf(
                    escape.data(), escape.size(), "\\x%02x",
                    static_cast<unsigned>(static_cast<unsigned char>(c)));
                out += escape.data();
            }
        }
        text.remove_prefix(bytes);
    }
    return out;
}

void note(std::string_view line)
{
    // Nobody to tell when stderr is closed.
    (void)writeAll(STDERR_FILENO, "sandbenchctl: " + printable(line) + "\n");
}

bool print(std::string_view text)
{
    const auto written = writeAll(STDOUT_FILENO, text);
    if (!written)
        note("standard output: " + written.error().text());
    return written.has_value();
}

} // namespace sandbench::cli
