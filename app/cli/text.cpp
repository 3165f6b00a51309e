// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/text.h"

#include "core/base/fd.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <unistd.h>

namespace sandbench::cli {
namespace {

bool mayShow(std::uint32_t code)
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
        const auto next = utf8Step(text);
        if (next.valid && mayShow(next.codePoint)) {
            out += text.substr(0, next.length);
        } else {
            for (const char c : text.substr(0, next.length)) {
                std::array<char, 5> escape = {};
                std::snprintf(
                    escape.data(), escape.size(), "\\x%02x",
                    static_cast<unsigned>(static_cast<unsigned char>(c)));
                out += escape.data();
            }
        }
        text.remove_prefix(next.length);
    }
    return out;
}

std::string joined(const std::vector<std::string>& words, std::string_view between)
{
    std::string text;
    for (const auto& word : words)
        text.append(text.empty() ? "" : between).append(word);
    return text;
}

std::string tableText(const std::vector<std::vector<std::string>>& rows)
{
    const auto cellOf
        = [](const std::string& text) { return text.empty() ? "-" : printable(text); };
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t column = 0; column < row.size(); ++column)
            widths[column] = std::max(widths[column], cellOf(row[column]).size());
    }
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t column = 0; column < row.size(); ++column) {
            line += cellOf(row[column]);
            line.resize(line.size() + widths[column] - cellOf(row[column]).size() + 2, ' ');
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
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
