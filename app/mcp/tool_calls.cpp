// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/methods.h"

#include "core/workspace/public_text.h"

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

namespace sandbench::mcp {
namespace {

constexpr std::string_view kNetwork = "network";
/// Source: SEP-1303.
constexpr std::string_view kArgumentsAreTheModels = "2025-11-25";

/// What models know from other products' tools, and how it is called here.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kOtherNames
    = {{{"libraries", "packages"}, {"timeout", "timeout_seconds"}}};

bool hasField(const Tool& tool, std::string_view name)
{
    return std::any_of(
        tool.input.begin(), tool.input.end(), [&](const Field& one) { return one.name == name; });
}

/// With our names, where the tool has them.
Json renamed(Json arguments, const Tool& tool)
{
    for (const auto& [theirs, ours] : kOtherNames) {
        const auto at = arguments.find(theirs);
        if (at == arguments.end() || arguments.contains(ours) || hasField(tool, theirs)
            || !hasField(tool, ours))
            continue;
        arguments[std::string(ours)] = std::move(*at);
        arguments.erase(std::string(theirs));
    }
    return arguments;
}

/// Clients that must write every member write null for what they leave out.
Json withoutNulls(const Json& arguments)
{
    Json kept = Json::object();
    for (const auto& [name, value] : arguments.items())
        if (!value.is_null())
            kept[name] = value;
    return kept;
}

/// For whoever asked for progress, and for the log. Empty = nobody asked.
std::function<void(std::string_view line)> progressOf(const Request& request)
{
    const auto& token = request.meta("progressToken");
    std::function<void(std::string_view)> tell;
    if (token.is_string() || token.is_number_integer())
        tell = progressNotes(token, request.version, request.send);
    if (!request.conversation || request.conversation->leastLogged > kLogInfo)
        return tell;
    return [&request, tell, last = std::string()](std::string_view line) mutable {
        if (tell)
            tell(line);
        if (line != last)
            request.log(kLogInfo, line);
        last = line;
    };
}

/// What its client would have to look for in the result.
void logResult(const Request& request, const Tool& tool, const ToolResult& made)
{
    const auto name = std::string(tool.name) + ": ";
    for (const auto& warning : jsonField(made.structured, "warnings"))
        if (warning.is_string())
            request.log(kLogWarning, name + warning.get<std::string>());
    if (made.isError && !made.content.empty())
        request.log(kLogError, name + jsonString(made.content.at(0), "text"));
}

ToolResult runTool(const Tool& tool, const Request& request, const Json& arguments)
{
    if (!request.caller.may(tool.scope()))
        return failedResult(scopeError(request.caller, tool.name, tool.scope()));
    ToolCall call{withoutNulls(arguments), request.caller, {}, request.stop, request.ending};
    call.takesTasks = request.offers.tasks.get && request.takesTasks();
    call.log = [&request](LogLevel level, std::string_view text) { request.log(level, text); };
    call.onProgress = progressOf(request);
    try {
        auto result = tool.handler(call);
        if (!result && result.error().code() == ErrorCode::Cancelled
            && request.ending.stop_requested())
            return failedResult(Error(ErrorCode::Unavailable, "the server is ending"));
        return result ? std::move(*result) : failedResult(result.error());
    } catch (const std::exception& what) {
        return failedResult(Error(ErrorCode::Internal, what.what()));
    }
}

} // namespace

Json listTools(const Request& request)
{
    auto list = Json::array();
    const bool hasNetwork = request.rules.mayHaveNetwork(request.caller);
    for (auto tool : request.offers.tools) {
        // What would be refused is not offered.
        if (!hasNetwork)
            std::erase_if(tool.input, [](const Field& field) { return field.name == kNetwork; });
        list.push_back(toolJson(tool, request.version));
    }
    return request.cacheable({{"tools", std::move(list)}}, kStaticTtl);
}

Json callTool(const Request& request)
{
    const auto name = jsonString(request.params(), "name");
    const auto& tools = request.offers.tools;
    const auto tool = std::find_if(tools.begin(), tools.end(), [&](const Tool& one) {
        return one.name == name || (!name.empty() && one.alias == name);
    });
    if (tool == tools.end())
        return request.bad(kInvalidParams, "Unknown tool: " + name);
    const auto given = request.params().find("arguments");
    if (given != request.params().end() && !given->is_object())
        return request.bad(kInvalidParams, "arguments is an object");
    const auto arguments
        = renamed(given == request.params().end() ? Json::object() : *given, *tool);
    const auto good = checkFields(arguments, tool->input);
    // From then on a model is told, and can do better; before, it was the client's mistake.
    if (!good && request.version < kArgumentsAreTheModels)
        return request.bad(
            kInvalidParams, workspace::publicText(good.error()),
            {{"code", errorCodeName(good.error().code())}});
    auto made = good ? runTool(*tool, request, arguments) : failedResult(good.error());
    logResult(request, *tool, made);
    if (!made.task.is_null()) {
        made.task["resultType"] = "task";
        return request.good(std::move(made.task));
    }
    return request.good(toolResultJson(std::move(made), request.version));
}

} // namespace sandbench::mcp
