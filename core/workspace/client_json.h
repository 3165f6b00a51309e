// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <string_view>

/// JSON that a client sent. No I/O. Thread: any.
namespace sandbench::workspace {

/// What the values of a text take of memory when it is parsed, besides its own bytes: "[[],[],[]]"
/// takes some twenty times its size. Never less than it is. Units: bytes.
std::size_t jsonMemory(std::string_view json);

/// As parseJson(), with a bound on jsonMemory() as well. Errors: ResourceExhausted past a limit,
/// Protocol for anything that is not JSON, or has a member twice.
Result<Json> parseClientJson(std::string_view text, std::size_t maxBytes);

/// Half a million values at the least.
inline constexpr std::size_t kMostJsonMemory = 64U << 20;

} // namespace sandbench::workspace
