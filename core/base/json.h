// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json_fwd.h"
#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Compiled once, in json.cpp: it is much of what every file of ours would compile again.
extern template class nlohmann::basic_json<>;

namespace sandbench {

/// What the values of a text take of memory while it is parsed, besides its own bytes: "[],[],…"
/// takes nineteen times its size. Never less than it is. Units: bytes. No I/O.
std::size_t jsonMemory(std::string_view text);
/// Two and a half million numbers, a million of them in lists of one.
inline constexpr std::size_t kMostJsonMemory = 128U << 20;

/// Parses untrusted JSON. Never throws. Units: bytes, nesting levels.
/// Errors: ResourceExhausted past a limit and past kMostJsonMemory, Protocol for anything that is
/// not JSON.
Result<Json> parseJson(std::string_view text, std::size_t maxBytes = 1U << 20, int maxDepth = 64);

/// One compact line. Bytes that are not UTF-8 become U+FFFD, so writing never fails.
std::string writeJson(const Json& value, int indent = -1);

/// Typed readers that never throw: the field, or the fallback where it is absent or of another
/// type.
std::string jsonString(const Json& object, std::string_view key, std::string fallback = {});
std::int64_t jsonInt(const Json& object, std::string_view key, std::int64_t fallback = 0);
/// What a counter says; a negative one says nothing.
std::uint64_t jsonCount(const Json& object, std::string_view key);
double jsonNumber(const Json& object, std::string_view key, double fallback = 0);
bool jsonBool(const Json& object, std::string_view key, bool fallback = false);
/// The texts of a list, without what is none in it.
std::vector<std::string> jsonTexts(const Json& object, std::string_view key);
/// The member, or a null value.
const Json& jsonField(const Json& object, std::string_view key);
/// The list, or an empty one: of what is none, nobody may take the parts.
const Json& jsonList(const Json& list);
const Json& jsonList(const Json& object, std::string_view key);
/// Whether @p list is one and has @p text.
bool jsonHolds(const Json& list, std::string_view text);

} // namespace sandbench
