// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/services.h"

#include <functional>
#include <optional>

namespace sandbench::guest {

/// What comes first through a door, before a kernel does: see kernel_protocol.md, "Lent kernels".
struct Loan
{
    UniqueFd source; ///< The kernel's text, and what it reads as a file of its own.
    UniqueFd code;
    UniqueFd full; ///< The door of a preloaded server; may be none.
};

/// Never blocks: the engine wrote it before the host asked for the kernel. Errors: Unavailable.
Result<Loan> readLoan(int door);

/// A fork server that was not started here: a copy of one that the engine keeps outside enters the
/// sandbox and waits behind a socket, the door, until the agent gives it what it puts on all that
/// it starts. Thread: one.
class LentKernel
{
public:
    struct Server
    {
        pid_t pid;
        UniqueFd control;
    };
    /// Nothing: it did not come.
    using Handler = std::function<void(std::optional<Server>)>;

    /// Calls @p onCome once, from the loop.
    LentKernel(Services& services, UniqueFd door, Handler onCome);
    ~LentKernel();

    /// It has the agent's own rights, and cannot be given others.
    static bool fits(const ChildRights& rights);

private:
    void read();
    void finish(std::optional<Server> server);

    Services& m_services;
    UniqueFd m_door;
    Handler m_onCome;
};

} // namespace sandbench::guest
