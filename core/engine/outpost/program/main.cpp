// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/agent_main.h"
#include "core/engine/outpost/program/outpost_modes.h"

#include <csignal>
#include <cstdlib>
#include <string>
#include <string_view>

/// `outpost hub|open HUB|attach HUB NAME|step`: on a machine that is another one's. All else is an
/// agent's, which this program is in the sandboxes that it makes.
int main(int argc, char** argv)
{
    const auto word = [&](int at) { return std::string_view(argc > at ? argv[at] : ""); };
    if (word(1) != "outpost")
        return sandbench::guest::agentMain(argc, argv);
    std::signal(SIGPIPE, SIG_IGN);
    if (word(2) == "step")
        return sandbench::outpost::runStep();
    std::signal(SIGHUP, SIG_IGN);
    if (word(2) == "hub")
        return sandbench::outpost::runHub();
    const auto hub = static_cast<pid_t>(argc > 3 ? std::atoi(argv[3]) : 0);
    if (word(2) == "open")
        return sandbench::outpost::openSandbox(hub);
    if (word(2) == "attach")
        return sandbench::outpost::attachSandbox(hub, std::string(word(4)));
    return 2;
}
