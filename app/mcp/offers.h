// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/mcp/tasks.h"
#include "app/mcp/tool.h"
#include "core/base/json.h"
#include "core/workspace/caller.h"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace sandbench::mcp {

/// What "sandbox://…" names. Thread: any.
struct Resources
{
    /// [{uri, name, mimeType, …}]
    std::function<Json(const workspace::Caller&)> list;
    /// [{uriTemplate, name, …}]
    Json templates = Json::array();
    /// {uri, mimeType, text or blob}. Errors: NotFound, InvalidArgument.
    std::function<Result<Json>(const workspace::Caller&, const std::string& uri, std::stop_token)>
        read;
};

/// All that a server has for its clients.
struct Offers
{
    std::vector<Tool> tools;
    Resources resources;
    Tasks tasks = {}; ///< None by default.
};

} // namespace sandbench::mcp
