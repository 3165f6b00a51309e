// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/lsp/document_text.h"

#include "core/base/text.h"

namespace sandbench::lsp {

namespace {

constexpr std::uint32_t kLastOfOneUnit = 0xffff;

bool isWordByte(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z')
        || (byte >= '0' && byte <= '9') || byte == '_' || (byte & 0x80) != 0;
}

} // namespace

TextPosition positionAt(std::string_view text, std::size_t offset)
{
    TextPosition position;
    const auto before = text.substr(0, offset);
    std::size_t lineStart = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
        // A return and the line feed behind it end one line, also where the place is between them.
        const bool endsLine = before[i] == '\n'
            || (before[i] == '\r' && (i + 1 >= text.size() || text[i + 1] != '\n'));
        if (!endsLine)
            continue;
        ++position.line;
        lineStart = i + 1;
    }
    for (auto rest = before.substr(lineStart); !rest.empty();) {
        const auto step = utf8Step(rest);
        position.character += step.codePoint > kLastOfOneUnit ? 2 : 1;
        rest.remove_prefix(step.length);
    }
    return position;
}

std::string_view wordBefore(std::string_view text, std::size_t offset)
{
    const auto before = text.substr(0, offset);
    std::size_t start = before.size();
    while (start > 0 && isWordByte(before[start - 1]))
        --start;
    return before.substr(start);
}

} // namespace sandbench::lsp
