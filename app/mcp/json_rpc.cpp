// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/json_rpc.h"

#include "core/base/clock.h"
#include "core/base/text.h"
#include "core/workspace/client_json.h"

namespace sandbench::mcp {
namespace {

constexpr auto kBetweenProgress = std::chrono::milliseconds(200);
constexpr std::size_t kMostProgressBytes = 200;
constexpr std::size_t kMostIdBytes = 1024, kMostMethodBytes = 256, kMostErrorBytes = 1000;

bool isId(const Json& value)
{
    if (value.is_string())
        return value.get_ref<const std::string&>().size() <= kMostIdBytes;
    return value.is_number_integer();
}

Parsed readRequest(const Json& value, Message message)
{
    const auto& method = jsonField(value, "method");
    if (!method.is_string() || method.get_ref<const std::string&>().empty()
        || method.get_ref<const std::string&>().size() > kMostMethodBytes)
        return errorMessage(message.id, kInvalidRequest, "method is the name of a method");
    message.method = method.get<std::string>();
    if (const auto params = value.find("params"); params != value.end()) {
        if (!params->is_object())
            return errorMessage(message.id, kInvalidParams, "params is an object");
        message.params = *params;
    }
    return message;
}

Parsed readMessage(const Json& value)
{
    if (!value.is_object() || jsonString(value, "jsonrpc") != "2.0")
        return errorMessage(nullptr, kInvalidRequest, "not a message of JSON-RPC 2.0");
    Message message;
    if (const auto id = value.find("id"); id != value.end()) {
        if (!isId(*id))
            return errorMessage(nullptr, kInvalidRequest, "id is a text or a whole number");
        message.id = *id;
    }
    if (!value.contains("method") && (value.contains("result") || value.contains("error")))
        return message;
    return readRequest(value, std::move(message));
}

/// Source: MCP 2025-03-26, basic/lifecycle: a version is agreed on before batches are sent.
Parsed readInBatch(const Json& value)
{
    auto parsed = readMessage(value);
    const auto* const message = std::get_if<Message>(&parsed);
    if (message && message->method == "initialize")
        return errorMessage(message->id, kInvalidRequest, "initialize is no part of a batch");
    return parsed;
}

Incoming alone(Parsed parsed)
{
    Incoming incoming;
    incoming.messages.push_back(std::move(parsed));
    return incoming;
}

} // namespace

Incoming parseMessages(std::string_view text, bool takesBatches)
{
    const auto value = workspace::parseClientJson(text, kMostMessageBytes);
    if (!value)
        return alone(errorMessage(nullptr, kParseError, value.error().message()));
    if (!value->is_array())
        return alone(readMessage(*value));
    if (!takesBatches)
        return alone(errorMessage(
            nullptr, kInvalidRequest,
            "send one message at a time: only " + std::string(kBatchVersion) + " has batches"));
    if (value->empty() || value->size() > kMostBatch)
        return alone(errorMessage(
            nullptr, kInvalidRequest,
            "a batch has 1 to " + std::to_string(kMostBatch) + " messages"));
    Incoming incoming;
    incoming.isBatch = true;
    for (const auto& one : *value)
        incoming.messages.push_back(readInBatch(one));
    return incoming;
}

Parsed parseMessage(std::string_view text)
{
    return std::move(parseMessages(text, false).messages.front());
}

Json resultMessage(const Json& id, Json result)
{
    Json message = {{"jsonrpc", "2.0"}, {"id", id}};
    message["result"] = std::move(result);
    return message;
}

Json errorMessage(const Json& id, int code, std::string_view text, Json data)
{
    Json error = {{"code", code}, {"message", oneLine(text, kMostErrorBytes)}};
    if (!data.is_null())
        error["data"] = std::move(data);
    Json message = {{"jsonrpc", "2.0"}, {"id", id}};
    message["error"] = std::move(error);
    return message;
}

Json notification(std::string_view method, Json params)
{
    Json message = {{"jsonrpc", "2.0"}, {"method", method}};
    message["params"] = std::move(params);
    return message;
}

std::function<void(std::string_view line)> progressNotes(
    const Json& token, std::string_view version, std::function<void(const Json& message)> send)
{
    return [token, send = std::move(send), hasWords = version >= "2025-03-26",
            count = std::uint64_t{0}, next = Clock::time_point()](std::string_view line) mutable {
        const auto now = Clock::now();
        if (now < next)
            return;
        next = now + kBetweenProgress;
        // Strictly increasing, as the protocol wants it.
        Json params = {{"progressToken", token}, {"progress", ++count}};
        if (hasWords)
            params["message"] = oneLine(line, kMostProgressBytes);
        send(notification("notifications/progress", std::move(params)));
    };
}

} // namespace sandbench::mcp
