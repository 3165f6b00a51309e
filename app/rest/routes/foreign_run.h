// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/routes/running.h"

#include <functional>
#include <string>
#include <string_view>

/// What the facades of other programs' APIs share. Thread: any.
namespace sandbench::rest {

/// Most that a caller of such an API may ask for.
inline constexpr double kLongestSeconds = 3600;

/// Errors: InvalidArgument.
Result<Language> foreignLanguage(const ServerParts& parts, std::string_view name);

/// One program in a sandbox of its own.
struct ForeignRun
{
    RunRequest request; ///< With its language.
    std::uint64_t memoryBytes = 0; ///< Less than the usual limit; else that holds.
    /// After the run, while the sandbox is there; may be empty.
    std::function<void(const UsedSandbox&)> onEnd = {};
};
/// Errors: those of opening a sandbox, Cancelled when the client goes away.
Result<RunRecord> runForeign(ServerParts& parts, Call& call, ForeignRun run);

/// The sentence that a client may see.
std::string publicText(const Error& error);

} // namespace sandbench::rest
