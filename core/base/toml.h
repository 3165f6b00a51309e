// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <algorithm>
#include <string>
#include <string_view>

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
// toml++ 3.1 asserts what it finds out a line later, and says as a proper error.
#define TOML_ASSERT(expression) static_assert(true)
#include <toml++/toml.h>

namespace sandbench {

/// For files in which characters that are not ASCII only stand in comments and descriptions: they
/// become question marks, because toml++ 3.1 runs off the end of its tables at some. No I/O.
/// Errors: InvalidArgument with the line.
inline Result<toml::table> parseToml(std::string_view text)
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
