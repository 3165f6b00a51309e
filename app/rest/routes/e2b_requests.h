// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/session/session.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// What E2B's clients say about commands. Untrusted. Thread: any.
namespace sandbench::rest {

inline constexpr std::size_t kMostE2bRequest = 16U << 20;

/// The only message of a Connect stream's request. Errors: InvalidArgument, ResourceExhausted.
Result<Json> readE2bEnvelope(std::string_view bytes);
/// {size: {rows, cols}}
TerminalSize e2bTerminalSize(const Json& pty);

/// Errors: InvalidArgument where no program is named.
Result<RunRequest> e2bProcessRequest(const Json& message, const RunLimits& limits);
/// For lists; without the environment, and of a long one only the program.
Json e2bProcessView(const Json& message, const std::vector<std::string>& command);

using E2bMetadata = std::map<std::string, std::string>;
inline constexpr std::size_t kMostE2bMetadata = 16U << 10; ///< Units: bytes of it all.

/// @p value: an object of texts, or null. Errors: InvalidArgument.
Result<E2bMetadata> readE2bMetadata(const Json& value);
/// What a list's query asks for: "user=a&app=b", its names and values percent-encoded again as
/// often as clients do that. Errors: InvalidArgument; it must not be taken for "all".
Result<E2bMetadata> e2bMetadataFilter(std::string_view text);
/// Whether @p metadata has all of @p wanted.
bool hasAll(const E2bMetadata& metadata, const E2bMetadata& wanted);

} // namespace sandbench::rest
