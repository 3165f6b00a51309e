// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/own_sandbox.h"
#include "app/mcp/run_result.h"
#include "app/mcp/run_wait.h"
#include "app/mcp/tasks.h"
#include "app/mcp/toolbox.h"
#include "core/base/clock.h"
#include "core/workspace/requests.h"

#include <algorithm>
#include <ctime>
#include <memory>
#include <utility>

namespace sandbench::mcp {
namespace {

/// Less than the patience of clients, which is a minute.
constexpr std::int64_t kUsualWait = 45'000;
constexpr std::int64_t kUsualFollowing = 10'000;
/// Of a client that polls for what takes longer.
constexpr std::int64_t kBeforeTask = 5'000;
constexpr double kMostWait = 600'000, kMostTimeout = 86'400;
constexpr std::chrono::seconds kEndPatience(5);

const Fields& fileFields()
{
    static const Fields fields
        = {{"path", FieldType::Text, "Relative to the working folder, or absolute", true},
           {"content", FieldType::Text, "Text, or base64 where encoding says so", true},
           {"encoding", FieldType::Text, "utf-8 where it is not said", false, {"utf-8", "base64"}}};
    return fields;
}

Fields commonInput()
{
    return {
        {"sandbox_id", FieldType::Text, "Of create_sandbox; without it, a fresh one for this run"},
        {"stdin", FieldType::Text, "What the program reads from its standard input"},
        {"env", FieldType::TextMap, "Environment variables of the program"},
        {.name = "files",
         .type = FieldType::ObjectList,
         .description = "Written into the working folder before",
         .fields = fileFields(),
         .longest = 100},
        {.name = "timeout_seconds",
         .type = FieldType::Number,
         .description = "When the program is stopped; 60 where it is not said",
         .least = 0.01,
         .most = kMostTimeout},
        {.name = "wait_ms",
         .type = FieldType::Integer,
         .description = "How long to wait for the end before the run goes on without: 45000",
         .least = 0,
         .most = kMostWait}};
}

Fields codeInput()
{
    Fields fields
        = {{"code", FieldType::Text, "The program's text", true},
           {"language", FieldType::Text,
            "Id of list_languages; the sandbox's own, or python, where it is not said"},
           {"context_id", FieldType::Text,
            "Of create_context, needs sandbox_id: variables stay from call to call"},
           {"arguments", FieldType::TextList, "Of the program"},
           {"packages", FieldType::TextList,
            "Installed into the fresh sandbox before; with sandbox_id use install_packages"}};
    const auto common = commonInput();
    fields.insert(fields.end(), common.begin(), common.end());
    return fields;
}

Fields shellInput()
{
    Fields fields = {{"command", FieldType::Text, "For bash: one line or many", true}};
    const auto common = commonInput();
    fields.insert(fields.end(), common.begin(), common.end());
    return fields;
}

Result<RunRequest> requestOf(const Json& arguments, const workspace::SandboxRequest& sandbox)
{
    RunRequest request;
    const bool shell = arguments.contains("command");
    request.language = shell ? "bash" : jsonString(arguments, "language", sandbox.language);
    request.code = jsonString(arguments, shell ? "command" : "code");
    request.context = jsonString(arguments, "context_id");
    request.stdinBytes = jsonString(arguments, "stdin");
    for (const auto& [name, value] : jsonField(arguments, "env").items())
        request.env[name] = value.get<std::string>();
    for (const auto& [index, value] : jsonField(arguments, "arguments").items())
        request.arguments.push_back(value.get<std::string>());
    for (const auto& [index, file] : jsonField(arguments, "files").items()) {
        SANDBENCH_TRY(auto bytes, contentOf(file));
        request.files.push_back({jsonString(file, "path"), std::move(bytes), 0644});
    }
    request.limits = sandbox.runLimits;
    request.limits.wallSeconds
        = jsonNumber(arguments, "timeout_seconds", request.limits.wallSeconds);
    return request;
}

Deadline deadlineOf(const Json& arguments, std::int64_t usual)
{
    return Clock::now() + std::chrono::milliseconds(jsonInt(arguments, "wait_ms", usual));
}

Result<ToolResult> runIn(
    const Toolbox& box, const ToolCall& call, std::shared_ptr<workspace::HostedSandbox> sandbox,
    const std::shared_ptr<OwnSandbox>& own)
{
    SANDBENCH_TRY(auto request, requestOf(call.arguments, sandbox->asked()));
    // Who says how long to wait wants to go on without the end.
    const bool isTask = call.takesTasks && !call.arguments.contains("wait_ms");
    const auto deadline = deadlineOf(call.arguments, isTask ? kBeforeTask : kUsualWait);
    const auto createdAt = std::time(nullptr);
    SANDBENCH_TRY(
        auto run, box.workspace.runs().start(call.caller, sandbox, std::move(request), own));
    auto end = waitForEnd(*run, call, deadline);
    if (!end && call.stop.stop_requested()) {
        run->cancel();
        end = lastWord(*run, call);
        if (!end)
            return Error(ErrorCode::Cancelled, "the call was cancelled");
    }
    RunNames names{run->id(), sandbox->id(), ""};
    if (end && !*end)
        return end->error();
    if (end) {
        if (own && call.ending.stop_requested())
            own->leave();
        else if (own) {
            own->close();
            names.note = "The sandbox was this run's own and is closed.";
        }
        return runResult(**end, names);
    }
    if (own)
        names.note = "The sandbox is this run's own and closes after it.";
    auto result = runningResult(outputSince(*run, 0, Clock::now(), call), names);
    if (isTask)
        result.task = newTask(run->id(), createdAt);
    return result;
}

Result<ToolResult> run(const Toolbox& box, const ToolCall& call)
{
    const bool isOwn = !call.arguments.contains("sandbox_id");
    if (call.arguments.contains("context_id"))
        SANDBENCH_TRY_VOID(
            workspace::checkContextName("context_id", jsonString(call.arguments, "context_id")));
    if (isOwn && call.arguments.contains("context_id"))
        return Error(ErrorCode::InvalidArgument, "context_id: needs the sandbox_id of its sandbox");
    if (!isOwn && call.arguments.contains("packages"))
        return Error(
            ErrorCode::InvalidArgument,
            "packages: only for a fresh sandbox; use install_packages with a sandbox_id");
    SANDBENCH_TRY(
        auto sandbox, isOwn ? openSandbox(box, call, call.arguments) : findSandbox(box, call));
    const auto own
        = isOwn ? std::make_shared<OwnSandbox>(box, call.caller, sandbox->id()) : nullptr;
    return runIn(box, call, std::move(sandbox), own);
}

Result<ToolResult> getRun(const Toolbox& box, const ToolCall& call)
{
    const auto id = jsonString(call.arguments, "run_id");
    const auto found = box.workspace.runs().find(call.caller, id);
    if (!found) {
        SANDBENCH_TRY(const auto record, box.workspace.runs().past(call.caller, id));
        return pastRunResult(record);
    }
    const auto& run = *found;
    const auto deadline = deadlineOf(call.arguments, kUsualFollowing);
    const auto after = static_cast<std::uint64_t>(jsonInt(call.arguments, "after_seq", 0));
    const auto progress = outputSince(*run, after, deadline, call);
    RunNames names{run->id(), run->sandbox(), ""};
    // The log ends just before the run does.
    const auto patience = run->log()->hasEnded() ? kEndPatience : std::chrono::seconds(0);
    auto end = run->wait(Clock::now() + patience, call.stop);
    if (!end)
        end = lastWord(*run, call);
    if (!end)
        return runningResult(progress, names);
    if (!*end)
        return end->error();
    if (after == 0)
        return runResult(**end, names);
    names.note = "Of its output, only what came after event " + std::to_string(after) + " is here.";
    return restOfRun(**end, names, progress);
}

Result<ToolResult> cancelRun(const Toolbox& box, const ToolCall& call)
{
    SANDBENCH_TRY(
        auto run, box.workspace.runs().find(call.caller, jsonString(call.arguments, "run_id")));
    run->cancel();
    const RunNames names{run->id(), run->sandbox(), ""};
    const auto end = run->wait(Clock::now() + kEndPatience, call.stop);
    if (!end)
        return runningResult(outputSince(*run, 0, Clock::now(), call), names);
    if (!*end)
        return end->error();
    return runResult(**end, names);
}

Tool describe(
    std::string_view name, std::string_view title, std::string_view description, Fields input,
    std::function<Result<ToolResult>(const ToolCall&)> handler)
{
    return {
        .name = name,
        .title = title,
        .description = description,
        .input = std::move(input),
        .output = runOutput(),
        .handler = std::move(handler)};
}

} // namespace

std::vector<Tool> runTools(const Toolbox* box)
{
    auto code = describe(
        "run_code", "Run code",
        "Runs a program in a sandbox and returns how it ended, what it printed, and the pictures "
        "and files that it made: matplotlib, plotly and pandas results are captured, and so is "
        "what it "
        "writes into the folder named by SANDBENCH_OUTPUT, and pictures, pages and tables that it "
        "writes anywhere in its working folder. Without sandbox_id the sandbox is "
        "fresh, has no network, and is closed after the run.",
        codeInput(), with(box, run));
    code.alias = "execute_code";
    auto shell = describe(
        "run_shell", "Run a shell command",
        "Runs a command for bash in a sandbox, in its working folder, and returns how it ended and "
        "what it printed. Without sandbox_id the sandbox is fresh and is closed after the run.",
        shellInput(), with(box, run));
    auto get = describe(
        "get_run", "Follow a run",
        "Says how a run goes or how it ended, and what it printed after after_seq.",
        {{"run_id", FieldType::Text, "Of run_code or run_shell", true},
         {.name = "after_seq",
          .type = FieldType::Integer,
          .description = "next_seq of the last answer",
          .least = 0},
         {.name = "wait_ms",
          .type = FieldType::Integer,
          .description = "How long to wait for its end: 10000",
          .least = 0,
          .most = kMostWait}},
        with(box, getRun));
    get.readOnly = true;
    auto cancel = describe(
        "cancel_run", "Cancel a run", "Ends a run with all its processes.",
        {{"run_id", FieldType::Text, "Of run_code or run_shell", true}}, with(box, cancelRun));
    cancel.destructive = cancel.idempotent = true;
    return {std::move(code), std::move(shell), std::move(get), std::move(cancel)};
}

} // namespace sandbench::mcp
