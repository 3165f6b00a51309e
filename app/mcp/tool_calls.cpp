// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/methods.h"

#include "core/workspace/public_text.h"

#include <algorithm>
#include <exception>

namespace sandbench::mcp {
namespace {

constexpr std::string_view kNetwork = "network";

/// Clients that must write every member write null for what they leave out.
Json withoutNulls(const Json& arguments)
{
    Json kept = Json::object();
    for (const auto& [name, value] : arguments.items())
        if (!value.is_null())
            kept[name] = value;
    return kept;
}

ToolResult runTool(const Tool& tool, const Request& request, const Json& arguments)
{
    if (!request.caller.may(tool.scope()))
        return failedResult(scopeError(request.caller, tool.name, tool.scope()));
    ToolCall call{withoutNulls(arguments), request.caller, {}, request.stop, request.ending};
    call.takesTasks = request.offers.tasks.get && request.takesTasks();
    const auto& token = request.meta("progressToken");
    if (token.is_string() || token.is_number_integer())
        call.onProgress = progressNotes(token, request.version, request.send);
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
    const auto tool = std::find_if(
        tools.begin(), tools.end(), [&](const Tool& one) { return one.name == name; });
    if (tool == tools.end())
        return request.bad(kInvalidParams, "Unknown tool: " + name);
    const auto given = request.params().find("arguments");
    const Json arguments = given == request.params().end() ? Json::object() : *given;
    if (!arguments.is_object())
        return request.bad(kInvalidParams, "arguments is an object");
    // What its schema says against it; what only running finds is a result, for the model.
    if (const auto good = checkFields(arguments, tool->input); !good)
        return request.bad(
            kInvalidParams, workspace::publicText(good.error()),
            {{"code", errorCodeName(good.error().code())}});
    auto made = runTool(*tool, request, arguments);
    if (!made.task.is_null()) {
        made.task["resultType"] = "task";
        return request.good(std::move(made.task));
    }
    return request.good(toolResultJson(std::move(made), request.version));
}

} // namespace sandbench::mcp
