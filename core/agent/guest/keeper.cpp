// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/keeper.h"

#include "core/agent/guest/process_table.h"

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

namespace sandbench::guest {

/// Whoever starts an agent here is no child of ours, and neither is the agent: our children are
/// those whose agent has gone.
static void endOrphans()
{
    for (const auto child : readOwnChildren().value_or(std::vector<pid_t>()))
        ::kill(child, SIGKILL);
    while (::waitpid(-1, nullptr, WNOHANG) > 0)
        continue;
}

int keepSandbox(std::chrono::seconds lifetime)
{
    sigset_t ends = {};
    ::sigemptyset(&ends);
    for (const int number : {SIGTERM, SIGINT, SIGHUP})
        ::sigaddset(&ends, number);
    // A first process gets only signals that it asks for.
    ::sigprocmask(SIG_BLOCK, &ends, nullptr);
    const auto until = std::chrono::steady_clock::now() + lifetime;
    while (std::chrono::steady_clock::now() < until) {
        constexpr timespec kPause = {1, 0};
        if (::sigtimedwait(&ends, nullptr, &kPause) > 0)
            return 0;
        endOrphans();
    }
    return 0;
}

} // namespace sandbench::guest
