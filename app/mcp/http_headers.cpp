// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/http_headers.h"

#include "app/mcp/mcp_server.h"
#include "app/rest/wire/header_text.h"
#include "core/base/base64.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace sandbench::mcp {
namespace {

/// A name that does not fit into a header comes as "=?base64?…?=".
std::string plainValue(const std::string& value)
{
    constexpr std::string_view kBegin = "=?base64?", kEnd = "?=";
    if (!value.starts_with(kBegin) || !value.ends_with(kEnd)
        || value.size() < kBegin.size() + kEnd.size())
        return value;
    const auto inner = value.substr(kBegin.size(), value.size() - kBegin.size() - kEnd.size());
    return fromBase64(inner).value_or(value);
}

bool isKnown(std::string_view version)
{
    const auto all = protocolVersions();
    return std::find(all.begin(), all.end(), version) != all.end();
}

Json mismatch(const Message& message, const std::string& text)
{
    return errorMessage(message.id, kHeaderMismatch, "Header mismatch: " + text);
}

bool takes(std::string_view accepted, std::string_view type)
{
    const auto kind = std::string(type.substr(0, type.find('/'))) + "/*";
    while (!accepted.empty()) {
        const auto end = std::min(accepted.find(','), accepted.size());
        const auto range = rest::mediaType(accepted.substr(0, end));
        if (range == type || range == kind || range == "*/*")
            return true;
        accepted.remove_prefix(std::min(end + 1, accepted.size()));
    }
    return false;
}

} // namespace

std::string headerOf(const rest::Headers& headers, const char* name)
{
    const auto at = headers.find(name);
    return at == headers.end() ? std::string() : at->second;
}

std::optional<Json> headerProblem(const Message& message, const rest::Headers& headers)
{
    const auto inHeader = headerOf(headers, kVersionHeader);
    const auto inBody = McpServer::statelessVersion(message);
    if (!inHeader.empty() && !isKnown(inHeader))
        return errorMessage(
            message.id, kUnsupportedVersion, "Unsupported protocol version",
            {{"supported", protocolVersions()}, {"requested", oneLine(inHeader, 100)}});
    const bool isStateless = inHeader == kStatelessVersion || inBody == kStatelessVersion;
    if (!isStateless || message.id.is_null())
        return std::nullopt;
    const auto& meta = jsonField(message.params, "_meta");
    if (inBody.empty() || !jsonField(meta, kMetaCapabilities).is_object())
        return errorMessage(
            message.id, kInvalidParams,
            std::string("_meta needs ") + kMetaVersion + " and an object " + kMetaCapabilities);
    if (inHeader != inBody)
        return mismatch(message, "MCP-Protocol-Version is not the version in _meta");
    if (headerOf(headers, "mcp-method") != message.method)
        return mismatch(message, "Mcp-Method is not the method of the body");
    const auto& method = message.method;
    const char* member = method == "tools/call" || method == "prompts/get" ? "name"
        : method == "resources/read"                                       ? "uri"
                                                                           : nullptr;
    const auto name = plainValue(headerOf(headers, "mcp-name"));
    if (member && name != jsonString(message.params, member))
        return mismatch(message, "Mcp-Name is not the name in the body");
    // Clients of tasks may say it as well.
    if (method.starts_with("tasks/") && !name.empty()
        && name != jsonString(message.params, "taskId"))
        return mismatch(message, "Mcp-Name is not the taskId in the body");
    return std::nullopt;
}

std::optional<rest::Answer> mediaProblem(const rest::Headers& headers)
{
    const auto type = rest::mediaType(headerOf(headers, "content-type"));
    if (!type.empty() && type != "application/json")
        return rest::problemAnswer(
            415, "unsupported_media_type", "a message comes as application/json");
    const auto accepted = headerOf(headers, "accept");
    if (rest::trimmed(accepted).empty() || takes(accepted, "application/json")
        || takes(accepted, "text/event-stream"))
        return std::nullopt;
    return rest::problemAnswer(
        406, "not_acceptable", "answers are application/json or text/event-stream");
}

} // namespace sandbench::mcp
