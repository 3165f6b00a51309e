// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/missing_language.h"

#include "core/base/text.h"
#include "core/engine/container_options.h"
#include "core/language/host_tools.h"

namespace sandbench {

std::optional<Error>
missingOnHost(const SessionCore& core, const RunRequest& request, const Language& language)
{
    if (core.engineName != "local" || !request.command.empty())
        return std::nullopt;
    const auto missing = missingTools(language);
    if (missing.empty())
        return std::nullopt;
    return Error(
        ErrorCode::Unavailable,
        language.name + " is not installed on this machine (there is no " + listed(missing) + "); "
            + language.installHint);
}

Error missingInSandbox(const SessionCore& core, const Language& language, const Error& why)
{
    const auto image = core.instance->image();
    const auto& entrypoint = containerOf(core.spec.sandbox).entrypoint;
    if (!entrypoint.empty())
        return Error(
            ErrorCode::InvalidArgument,
            "the entry point could not be started in " + image + " (" + why.message()
                + "); name a program that is there, or leave the entry point away");
    if (!core.wrapper.empty() && why.message().find(core.wrapper.front()) != std::string::npos)
        return Error(
            ErrorCode::Unavailable,
            "--environment needs " + core.wrapper.front() + ", which is not "
                + (image.empty() ? "on this machine; install it"
                                 : "in " + image + "; choose an image that has it")
                + ", or leave --environment away");
    const auto what = language.name + " could not be started"
        + (image.empty() ? std::string() : " in " + image) + " (" + why.message() + "); ";
    return Error(
        ErrorCode::Unavailable,
        what
            + (image.empty() ? language.installHint
                             : "choose an image that has it, or add it to this one ("
                       + language.installHint + ")"));
}

} // namespace sandbench
