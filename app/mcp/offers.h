// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/mcp/tasks.h"
#include "app/mcp/tool.h"
#include "core/base/json.h"
#include "core/workspace/caller.h"

#include <functional>
#include <map>
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
    /// What is another text once the contents may be others, without reading them; it makes nothing
    /// younger. Errors: NotFound for what nobody can watch.
    std::function<Result<std::string>(
        const workspace::Caller&, const std::string& uri, std::stop_token)>
        stamp;
};

/// A text that a person chooses and fills in, for a model.
struct Prompt
{
    struct Argument
    {
        std::string_view name, description;
        bool isRequired = false;
    };
    std::string_view name, title, description;
    std::vector<Argument> arguments = {};
    /// [{role, content}, …] of @p given, in which all that is required is there. Errors: NotFound,
    /// InvalidArgument.
    std::function<Result<Json>(
        const workspace::Caller&, const std::map<std::string, std::string>& given)>
        make;
};

/// What a person types, as completion/complete asks.
struct Completing
{
    const workspace::Caller& caller;
    std::string argument, value; ///< Of a prompt or a template of resources.
    std::map<std::string, std::string> known; ///< The arguments that have their values already.
};

/// All that a server has for its clients.
struct Offers
{
    std::vector<Tool> tools;
    Resources resources;
    Tasks tasks = {}; ///< None by default.
    std::vector<Prompt> prompts = {};
    /// The best first; empty = there are none.
    std::function<std::vector<std::string>(const Completing&, std::stop_token)> complete = {};
};

} // namespace sandbench::mcp
