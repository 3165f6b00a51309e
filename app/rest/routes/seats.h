// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/routes/handling.h"
#include "core/base/stoppable_mutex.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace sandbench::rest {

/// A sandbox for each caller of an API that knows none: opened at the first call, opened again when
/// it has gone. Calls of one caller wait for each other. Thread: any.
class Seats
{
public:
    struct Seat
    {
        StoppableMutex mutex;
        std::string sandbox; ///< Id; empty = none yet.
        bool hasState = false; ///< A call's variables are in its interpreter, or were.
    };
    /// As long as this is there, no other call has the caller's sandbox.
    struct Taken
    {
        std::shared_ptr<Seat> seat;
        StoppableMutex::Guard guard;
        UsedSandbox sandbox;
    };
    /// Errors: SandboxTable::open()'s, Cancelled.
    Result<Taken> take(ServerParts& parts, const Call& call);

private:
    std::mutex m_mutex;
    std::map<std::string, std::shared_ptr<Seat>> m_seats; ///< By caller.
};

} // namespace sandbench::rest
