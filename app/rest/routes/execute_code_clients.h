// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/routes/handling.h"
#include "core/base/stoppable_mutex.h"

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace sandbench::rest {

/// A sandbox for each client of an API that knows none: opened at the first call, opened again when
/// it has gone. Who a client is: what it says in the header X-Client-Id, or the cookie that it was
/// given, of its caller; else the caller's token; else somebody new, who is given a cookie. Calls
/// of one client wait for each other. Thread: any.
class ExecuteCodeClients
{
public:
    struct Client
    {
        StoppableMutex mutex; ///< Of its calls, and of what is only theirs:
        bool hasState = false; ///< A call's variables are in its interpreter, or were.

    private:
        friend class ExecuteCodeClients;
        std::string sandbox; ///< Id; empty = none yet. With the table's mutex.
        bool isReset = false; ///< The same: what it had is gone because it wanted that.
    };
    /// As long as this is there, no other call has the client's sandbox.
    struct Taken
    {
        std::shared_ptr<Client> client;
        StoppableMutex::Guard guard;
        UsedSandbox sandbox;
        std::string cookie; ///< For Set-Cookie; empty = it has one, or needs none.
    };
    /// Errors: InvalidArgument for a name that is none, SandboxTable::open()'s, Cancelled.
    Result<Taken> take(ServerParts& parts, const Call& call);
    /// Ends what the client has, and what runs there. Errors: as take(), the engine's.
    Result<void> reset(ServerParts& parts, const Call& call);

    static constexpr const char* kHeader = "X-Client-Id";
    static constexpr const char* kCookie = "sandbench_client";

private:
    using Strangers = std::deque<std::string>;
    /// Its entry, made where there is none.
    std::shared_ptr<Client> enter(ServerParts& parts, const Call& call, const std::string& name);
    void welcome(ServerParts& parts, const Call& call, const std::string& key);
    void forgetGone(ServerParts& parts, const Call& call);
    static std::string keyOf(const Call& call, const std::string& name);

    std::mutex m_mutex;
    std::map<std::string, std::shared_ptr<Client>> m_clients; ///< By keyOf().
    /// Keys of those who were given a cookie and did not come again, by caller, the oldest first.
    std::map<std::string, Strangers> m_strangers;
};

} // namespace sandbench::rest
