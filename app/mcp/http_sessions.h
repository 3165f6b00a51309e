// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/mcp/conversation.h"

#include <chrono>
#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace sandbench::mcp {

/// The sessions of the versions with a handshake, by caller: of each the newest kMost, and none
/// that nobody used for kIdle. Whoever is over is told so by its Conversation::ended. Thread: any.
class HttpSessions
{
public:
    static constexpr std::size_t kMost = 256;
    static constexpr std::chrono::hours kIdle{24};

    /// A new id that nobody can guess.
    std::string begin(const std::string& caller);
    /// Null = it does not go on; else it has just been used.
    std::shared_ptr<Conversation> use(const std::string& caller, const std::string& id);
    /// False = there is none.
    bool end(const std::string& caller, const std::string& id);

private:
    struct Session
    {
        std::string id;
        std::chrono::steady_clock::time_point lastUse;
        std::shared_ptr<Conversation> conversation = std::make_shared<Conversation>();
    };
    /// The one that was used last is the first.
    using Sessions = std::list<Session>;

    static void dropLast(Sessions& sessions);

    std::mutex m_mutex;
    std::map<std::string, Sessions> m_sessions; ///< By caller; nobody without one.
};

} // namespace sandbench::mcp
