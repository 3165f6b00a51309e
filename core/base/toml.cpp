// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#define TOML_IMPLEMENTATION
#include "core/base/toml.h"

#include <algorithm>
#include <string>

namespace sandbench {

Result<toml::table> parseToml(std::string_view text)
{
    std::string ascii(text);
    std::replace_if(
        ascii.begin(), ascii.end(), [](char c) { return static_cast<unsigned char>(c) > 0x7f; },
        '?');
    toml::parse_result parsed = toml::parse(ascii);
    if (!parsed)
        return Error(
            ErrorCode::InvalidArgument,
            "line " + std::to_string(parsed.error().source().begin.line) + ": "
                + std::string(parsed.error().description()));
    return std::move(parsed).table();
}

} // namespace sandbench
