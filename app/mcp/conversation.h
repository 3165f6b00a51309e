// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/mcp/offers.h"

#include "core/base/stoppable_condition.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace sandbench::mcp {

/// How bad a message of the log is, as RFC 5424 has it: 0 is debug, 7 emergency.
using LogLevel = int;
inline constexpr LogLevel kLogDebug = 0, kLogInfo = 1, kLogWarning = 3, kLogError = 4,
                          kLogNothing = 8;
/// "warning" is 3; nothing where there is no such word.
std::optional<LogLevel> logLevel(std::string_view name);
std::string_view logLevelName(LogLevel level);

/// Resources that a client wants to hear of. Thread: any.
class Watched
{
public:
    static constexpr std::size_t kMost = 100;
    static constexpr std::chrono::seconds kBetweenLooks{1};

    /// @p stamp: of Resources::stamp. False = it watches kMost already.
    bool add(const std::string& uri, std::string stamp);
    void remove(const std::string& uri);
    std::map<std::string, std::string> all() const;

    /// Looks at all of them, every kBetweenLooks, and calls @p tell for each that is not as it was;
    /// asks nothing while there are none. Until @p stop. Several may: each change is told once.
    void follow(
        const Resources& resources, const workspace::Caller& caller,
        const std::function<void(const std::string& uri)>& tell, const std::stop_token& stop);

private:
    /// False = it is as it was, or is not watched any more.
    bool change(const std::string& uri, const std::string& stamp);

    mutable std::mutex m_mutex;
    StoppableCondition m_changed;
    std::map<std::string, std::string> m_stamps; ///< By uri.
};

/// What a client of the versions with a handshake has asked for beyond one request; its transport
/// keeps it as long as the client is there. Thread: any.
struct Conversation
{
    std::atomic<LogLevel> leastLogged = kLogNothing;
    Watched watched;
    std::stop_source ended = {}; ///< The client said that it is over.
};

} // namespace sandbench::mcp
