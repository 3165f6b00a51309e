// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/outpost/outpost_program.h"

#include "core/base/embedded.h"
#include "core/base/text.h"

namespace sandbench::outpost {

Result<std::string_view> programFor(const std::string& machine)
{
    if (const auto program = embeddedFile("outpost/" + machine))
        return *program;
    return Error(
        ErrorCode::Unsupported,
        "its processor is " + oneLine(machine, 40) + ", and this program has outposts for "
            + listed(knownMachines(), [](const std::string& known) { return known; }));
}

std::vector<std::string> knownMachines()
{
    std::vector<std::string> machines;
    for (const auto name : embeddedNames("outpost/"))
        machines.emplace_back(name.substr(name.find('/') + 1));
    return machines;
}

} // namespace sandbench::outpost
