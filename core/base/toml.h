// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string_view>

#define TOML_HEADER_ONLY 0 // compiled in toml.cpp
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
// toml++ 3.1 asserts what it finds out a line later, and says as a proper error.
#define TOML_ASSERT(expression) static_assert(true)
#include <toml++/toml.h>

namespace sandbench {

/// For files in which characters that are not ASCII only stand in comments and descriptions: they
/// become question marks, because toml++ 3.1 runs off the end of its tables at some. No I/O.
/// Errors: InvalidArgument with the line.
Result<toml::table> parseToml(std::string_view text);

} // namespace sandbench
