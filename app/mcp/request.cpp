// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/request.h"

#include "app/mcp/methods.h"
#include "core/base/text.h"

#include <array>

namespace sandbench::mcp {
namespace {

constexpr std::array<std::string_view, 5> kVersions
    = {kStatelessVersion, "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"};

constexpr std::size_t kMostLogBytes = 500;

} // namespace

std::span<const std::string_view> protocolVersions()
{
    return kVersions;
}

const Json& Request::meta(std::string_view name) const
{
    return jsonField(jsonField(params(), "_meta"), name);
}

bool Request::takesTasks() const
{
    const auto& extensions = jsonField(meta(kMetaCapabilities), "extensions");
    return isStateless() && jsonField(extensions, kTasksExtension).is_object();
}

Json Request::cacheable(Json result, int ttl, const char* scope) const
{
    if (isStateless()) {
        result["ttlMs"] = ttl;
        result["cacheScope"] = scope;
    }
    return good(std::move(result));
}

void Request::log(LogLevel level, std::string_view text) const
{
    if (conversation && !isStateless() && level >= conversation->leastLogged)
        send(notification(
            "notifications/message",
            {{"level", logLevelName(level)},
             {"logger", "sandbench"},
             {"data", oneLine(text, kMostLogBytes)}}));
}

Json setLogLevel(const Request& request)
{
    const auto wanted = logLevel(jsonString(request.params(), "level"));
    if (!wanted)
        return request.bad(
            kInvalidParams,
            "level is debug, info, notice, warning, error, critical, alert or emergency");
    if (!request.conversation)
        return request.bad(kInvalidRequest, kNoConversation);
    request.conversation->leastLogged = *wanted;
    return request.good(Json::object());
}

} // namespace sandbench::mcp
