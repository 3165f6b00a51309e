// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/request.h"

#include <array>

namespace sandbench::mcp {
namespace {

constexpr std::array<std::string_view, 5> kVersions
    = {kStatelessVersion, "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"};

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

} // namespace sandbench::mcp
