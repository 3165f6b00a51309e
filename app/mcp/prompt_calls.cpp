// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/methods.h"

#include "core/base/text.h"
#include "core/workspace/public_text.h"

#include <algorithm>

namespace sandbench::mcp {
namespace {

/// Source: completion, "Completion Results".
constexpr std::size_t kMostCompletions = 100;

const Prompt* findPrompt(const Request& request, const std::string& name)
{
    const auto& all = request.offers.prompts;
    const auto at
        = std::find_if(all.begin(), all.end(), [&](const Prompt& one) { return one.name == name; });
    return at == all.end() ? nullptr : &*at;
}

Json promptJson(const Prompt& prompt, std::string_view version)
{
    Json json = {{"name", prompt.name}, {"description", prompt.description}};
    if (version >= "2025-06-18")
        json["title"] = prompt.title;
    json["arguments"] = Json::array();
    for (const auto& argument : prompt.arguments)
        json["arguments"].push_back(
            {{"name", argument.name},
             {"description", argument.description},
             {"required", argument.isRequired}});
    return json;
}

/// What is not a text is left out.
std::map<std::string, std::string> textsOf(const Json& object)
{
    std::map<std::string, std::string> texts;
    if (object.is_object())
        for (const auto& [name, value] : object.items())
            if (value.is_string())
                texts[name] = value.get<std::string>();
    return texts;
}

std::string missingOf(const Prompt& prompt, const std::map<std::string, std::string>& given)
{
    for (const auto& argument : prompt.arguments)
        if (const auto at = given.find(std::string(argument.name));
            argument.isRequired && (at == given.end() || at->second.empty()))
            return std::string(argument.name) + ": is missing";
    return {};
}

bool isTemplate(const Request& request, const std::string& uri)
{
    const auto& all = request.offers.resources.templates;
    return std::any_of(all.begin(), all.end(), [&](const Json& one) {
        return jsonString(one, "uriTemplate") == uri;
    });
}

} // namespace

Json listPrompts(const Request& request)
{
    auto list = Json::array();
    for (const auto& prompt : request.offers.prompts)
        list.push_back(promptJson(prompt, request.version));
    return request.cacheable({{"prompts", std::move(list)}}, kStaticTtl, "public");
}

Json getPrompt(const Request& request)
{
    const auto name = jsonString(request.params(), "name");
    const auto* const prompt = findPrompt(request, name);
    if (!prompt)
        return request.bad(kInvalidParams, "Unknown prompt: " + name);
    const auto given = textsOf(jsonField(request.params(), "arguments"));
    if (const auto missing = missingOf(*prompt, given); !missing.empty())
        return request.bad(kInvalidParams, missing);
    auto messages = prompt->make(request.caller, given);
    if (!messages)
        return request.bad(kInvalidParams, workspace::publicText(messages.error()));
    return request.good({{"description", prompt->description}, {"messages", *std::move(messages)}});
}

Json complete(const Request& request)
{
    const auto& ref = jsonField(request.params(), "ref");
    const auto type = jsonString(ref, "type");
    const bool isKnown = type == "ref/prompt"
        ? findPrompt(request, jsonString(ref, "name")) != nullptr
        : type == "ref/resource" && isTemplate(request, jsonString(ref, "uri"));
    if (!isKnown)
        return request.bad(kInvalidParams, "ref names no prompt and no template of resources");
    const auto& argument = jsonField(request.params(), "argument");
    if (!jsonField(argument, "name").is_string() || !jsonField(argument, "value").is_string())
        return request.bad(kInvalidParams, "argument has a name and a value, which are texts");
    const Completing typed{
        request.caller, jsonString(argument, "name"), jsonString(argument, "value"),
        textsOf(jsonField(jsonField(request.params(), "context"), "arguments"))};
    auto values = request.offers.complete ? request.offers.complete(typed, request.stop)
                                          : std::vector<std::string>();
    const auto total = values.size();
    values.resize(std::min(total, kMostCompletions));
    return request.good(
        {{"completion",
          {{"values", values}, {"total", total}, {"hasMore", total > values.size()}}}});
}

} // namespace sandbench::mcp
