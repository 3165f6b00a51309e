// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/guest_agent.h"

#include "core/base/embedded.h"
#include "core/base/text.h"

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

} // namespace sandbench
