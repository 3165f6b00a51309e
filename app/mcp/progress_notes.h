// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace sandbench::mcp {

/// Tells a client that asked for it what goes on: `notifications/progress`, at most five a second;
/// what comes between is dropped. Thread: the request's.
class ProgressNotes
{
public:
    /// @p version of the protocol: the older ones have no words for it.
    ProgressNotes(
        Json token, std::string_view version, std::function<void(const Json& message)> send);
    void operator()(std::string_view line);

private:
    Json m_token;
    bool m_hasWords;
    std::function<void(const Json& message)> m_send;
    std::uint64_t m_count = 0; ///< Strictly increasing, as the protocol wants it.
    std::optional<std::chrono::steady_clock::time_point> m_last;
};

} // namespace sandbench::mcp
