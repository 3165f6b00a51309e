// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/run_again.h"

#include "core/base/text.h"
#include "core/base/units.h"
#include "core/engine/members.h"

namespace sandbench::workspace {

namespace {

/// The members that a record keeps as limits; 0 = there was none.
void addLimits(Json& sandbox, const Json& record)
{
    const auto& limits = jsonField(record, "limits");
    for (const auto& member : sandboxMembers()) {
        if (member.recorded.empty())
            continue;
        const auto& value = jsonField(limits, std::string(member.recorded).c_str());
        if (value.is_number() && value.get<double>() > 0)
            sandbox[std::string(member.field.name)] = value;
    }
}

std::vector<std::string> unknownOf(const Json& record)
{
    std::vector<std::string> unknown;
    if (const auto differences = jsonTexts(record, "differences"); !differences.empty())
        unknown.push_back("its sandbox was not as by default: " + listed(differences));
    if (jsonField(record, "changes").is_object())
        unknown.push_back("it ran in a copy of a folder, which is not kept");
    if (const auto context = jsonString(jsonField(record, "program"), "context"); !context.empty())
        unknown.push_back("it was a cell of the context " + context + ", whose variables are gone");
    return unknown;
}

} // namespace

Result<RunAgain> runAgain(const Json& record)
{
    const auto& program = jsonField(record, "program");
    RunAgain again;
    again.request.code = jsonString(program, "code");
    again.request.command = jsonTexts(program, "command");
    if (again.request.code.empty() && again.request.command.empty())
        return Error(ErrorCode::NotFound, "the history has no program of this run");
    if (const auto bytes = jsonCount(program, "bytes"); bytes > again.request.code.size())
        return Error(
            ErrorCode::NotFound,
            "the history has only the beginning of this program: "
                + formatSize(again.request.code.size()) + " of " + formatSize(bytes));
    again.request.language = jsonString(record, "language");
    auto file = jsonString(program, "file");
    again.request.fileName = file.substr(file.rfind('/') + 1); // npos + 1 = 0
    again.request.arguments = jsonTexts(program, "arguments");
    again.sandbox = Json::object();
    for (const auto* name : {"engine", "language", "image", "network", "profile"})
        if (const auto value = jsonString(record, name); !value.empty())
            again.sandbox[name] = value;
    addLimits(again.sandbox, record);
    again.unknown = unknownOf(record);
    return again;
}

Result<std::string> repeatRun(
    Workspace& workspace, RunAgain again, const OpenSandbox& open, const std::stop_token& stop)
{
    const auto caller = userCaller();
    SANDBENCH_TRY(auto request, readSandbox(workspace.parts(), again.sandbox));
    again.request.limits = request.runLimits;
    SANDBENCH_TRY(
        const auto sandbox,
        open ? open(std::move(request), stop)
             : workspace.sandboxes().open(caller, {.request = std::move(request)}, stop));
    auto run = workspace.runs().start(caller, sandbox, std::move(again.request));
    Result<std::string> id = run ? Result<std::string>((*run)->id()) : run.error();
    if (run) {
        const std::stop_callback onStop(stop, [&run] { (*run)->cancel(); });
        const auto end = (*run)->wait(std::chrono::steady_clock::time_point::max(), {});
        if (end && !*end)
            id = (*end).error();
    }
    // What is left behind is the engine's to say, and the next command's to find.
    (void)workspace.sandboxes().close(caller, sandbox->id());
    return id;
}

} // namespace sandbench::workspace
