// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/agent_main.h"
#include "core/engine/local/outpost/outpost_modes.h"

#include <csignal>
#include <cstdlib>
#include <string>
#include <string_view>

/// `outpost hub|open HUB|attach HUB NAME`: on the machine of an ssh engine. All else is an agent's,
/// which this program is in the sandboxes that it makes.
int main(int argc, char** argv)
{
    const auto word = [&](int at) { return std::string_view(argc > at ? argv[at] : ""); };
    if (word(1) != "outpost")
        return sandbench::guest::agentMain(argc, argv);
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGHUP, SIG_IGN);
    if (word(2) == "hub")
        return sandbench::local::runHub();
    const auto hub = static_cast<pid_t>(argc > 3 ? std::atoi(argv[3]) : 0);
    if (word(2) == "open")
        return sandbench::local::openSandbox(hub);
    if (word(2) == "attach")
        return sandbench::local::attachSandbox(hub, std::string(word(4)));
    return 2;
}
