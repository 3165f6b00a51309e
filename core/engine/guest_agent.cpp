// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/guest_agent.h"

#include "core/base/embedded.h"
#include "core/base/text.h"

#include <sys/utsname.h>

namespace sandbench {

Result<std::string_view> agentFor(const std::string& machine)
{
    if (const auto agent = embeddedFile("agent/" + machine))
        return *agent;
    const auto known = listed(embeddedNames("agent/"), [](std::string_view name) {
        return name.substr(name.find('/') + 1);
    });
    return Error(
        ErrorCode::Unsupported,
        "this program has no agent for " + (machine.empty() ? "this image's processor" : machine)
            + "; images can be for " + known);
}

Result<std::string_view> agentOfThisMachine()
{
    utsname machine = {};
    ::uname(&machine);
    if (const auto agent = embeddedFile(std::string("agent/") + machine.machine))
        return *agent;
    return Error(
        ErrorCode::Unavailable,
        std::string("this build has no agent for ") + machine.machine
            + "; build it with the compiler for that machine");
}

std::string makeAgentFolderScript(const std::string& sessionId)
{
    // $$, because a relay comes more than once. A folder may be read-only, or let no program start.
    return "umask 077; for d in /tmp /run /var/tmp /dev/shm /; do p=$d/.sandbench-agent-"
        + sessionId
        + "-$$; f=; mkdir \"$p\" 2>/dev/null || continue; f=$p/agent; "
          "(printf '#!/bin/sh\\nexit 0\\n' > \"$f\" && chmod 700 \"$f\" && \"$f\") 2>/dev/null "
          "&& break; rm -f \"$f\"; rmdir \"$p\"; f=; done; [ -n \"$f\" ] || exit 1; ";
}

} // namespace sandbench
