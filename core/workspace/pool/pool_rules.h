// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fields.h"
#include "core/base/json.h"
#include "core/base/result.h"

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace sandbench::workspace {

/// What whoever asks gets where no sandbox is ready and there may be no more of the pool.
enum class Exhausted {
    Temporary, ///< One that is opened for it and is not of the pool.
    Wait, ///< The next one that is free, in the order of asking.
    Fail, ///< ResourceExhausted.
};

/// "temporary", "wait" or "fail".
std::string_view exhaustedName(Exhausted exhausted);

/// How many sandboxes a pool has, and for how long.
struct PoolRules
{
    std::size_t least = 1; ///< Kept ready.
    std::size_t most = 8; ///< Ready, being opened and in use, together.
    /// One that nobody took for so long is closed where more than the least are ready.
    std::chrono::seconds idle = std::chrono::minutes(10);
    std::chrono::seconds age = std::chrono::hours(1); ///< An older one is replaced unused.
    /// How many calls of a single run one sandbox serves, all of the same caller and with its
    /// folders emptied between them; then it is closed. 1 = each gets one that nobody used.
    /// Sessions always do.
    unsigned uses = 1;
    /// Interpreters start before anybody asks, with the libraries that take long to import: the
    /// first program begins at once, and each sandbox that waits takes tens of megabytes.
    bool preloads = true;
    Exhausted exhausted = Exhausted::Temporary;
    std::chrono::seconds wait = std::chrono::seconds(30); ///< The longest wait.

    bool operator==(const PoolRules&) const = default;
};

/// A pool as it is asked for, before its sandbox is read.
struct PoolRequest
{
    std::string name; ///< isPlainName().
    PoolRules rules;
    Json sandbox = Json::object(); ///< As in POST /sessions.
};

inline constexpr std::size_t kMostPooled = 1000; ///< Most that PoolRules::most may say.

/// {name, sandbox, min, max, idle_seconds, age_seconds, uses, preload, exhausted, wait_seconds},
/// whose sandbox is @p sandbox.
Fields poolFields(Fields sandbox);
/// Pre: checked by checkFields(). Errors: InvalidArgument naming the member.
Result<PoolRequest> readPool(const Json& said);
/// The members of @p rules, by the names of poolFields().
Json rulesJson(const PoolRules& rules);

} // namespace sandbench::workspace
