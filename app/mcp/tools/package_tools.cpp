// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/common/installing.h"
#include "app/mcp/run_text.h"
#include "app/mcp/toolbox.h"
#include "core/base/text.h"

#include <algorithm>

namespace sandbench::mcp {
namespace {

constexpr std::size_t kMostLog = 8000;

Result<ToolResult> install(const Toolbox& box, const ToolCall& call)
{
    SANDBENCH_TRY(const auto sandbox, findSandbox(box, call));
    const workspace::HostedSandbox::Use use(*sandbox);
    InstallRequest request;
    request.manager = jsonString(call.arguments, "manager");
    request.names = jsonTexts(call.arguments, "packages");
    std::string log;
    request.onOutput = [&](std::string_view bytes) {
        log += bytes;
        if (log.size() > 4 * kMostLog)
            log.erase(0, log.size() - kMostLog);
        if (const auto line = lastLine(bytes); call.onProgress && !line.empty())
            call.onProgress(printedNote(line));
    };
    SANDBENCH_TRY_VOID(installPackages(
        box.workspace, *sandbox, request, jsonString(call.arguments, "language"), call.stop));
    const auto told = markedOutput({log, {}, log.size(), 0}, kMostLog, newMark(), "nowhere").out;
    return structuredResult(
        "Installed with " + request.manager + ".\n" + told,
        {{"sandbox_id", sandbox->id()},
         {"manager", request.manager},
         {"packages", request.names},
         {"log", told}});
}

} // namespace

std::vector<Tool> packageTools(const Toolbox* box)
{
    return {
        {.name = "install_packages",
         .title = "Install packages",
         .description
         = "Installs packages in a sandbox, where all later programs find them. It needs a network "
           "of the sandbox, or a folder of packages that the user's settings name; packages of a "
           "sandbox without a network are better given to create_sandbox.",
         .input
         = {{"sandbox_id", FieldType::Text, "Of create_sandbox", true},
            {.name = "packages",
             .type = FieldType::TextList,
             .description = "Names, with versions as the manager writes them: numpy, requests>=2",
             .isRequired = true,
             .longest = 200},
            {"language", FieldType::Text, "Whose manager; the sandbox's where it is not said"},
            {"manager", FieldType::Text, "pip, npm, gem, go, cargo, cran, composer, apt"}},
         .output
         = {{"sandbox_id", FieldType::Text, "Where they are", true},
            {"manager", FieldType::Text, "What installed them", true},
            {"packages", FieldType::TextList, "As they were asked for", true},
            {"log", FieldType::Text, "The end of what the manager printed", true}},
         .idempotent = true,
         .openWorld = true,
         .handler = with(box, install)}};
}

} // namespace sandbench::mcp
