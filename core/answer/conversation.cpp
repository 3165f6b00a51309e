// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/answer/blocks.h"
#include "core/base/json.h"
#include "core/base/text.h"

#include <algorithm>
#include <map>
#include <utility>

namespace sandbench::answer {
namespace {

/// One text of a list of parts; those that are none (pictures, calls of tools) have none.
std::string textOfParts(const Json& parts)
{
    std::string text;
    for (const auto& part : jsonList(parts)) {
        const auto own = part.is_string() ? part.get<std::string>() : jsonString(part, "text");
        if (!own.empty())
            text += (text.empty() ? "" : "\n\n") + own;
    }
    return text;
}

std::string textOfContent(const Json& content)
{
    if (content.is_string())
        return content.get<std::string>();
    return content.is_object() ? textOfParts(jsonField(content, "parts")) : textOfParts(content);
}

bool isAssistant(const std::string& role)
{
    return role == "assistant" || role == "model" || role == "ai";
}

std::string roleOf(const Json& message)
{
    const auto role = jsonString(message, "role");
    return role.empty() ? jsonString(message, "sender") : role;
}

std::string textOfMessage(const Json& message)
{
    auto text = textOfContent(jsonField(message, "content"));
    return text.empty() ? jsonString(message, "text") : text;
}

/// Adds what the assistant said of @p messages, in their order.
void addMessages(const std::vector<const Json*>& messages, Conversation& to)
{
    std::size_t number = 0;
    for (const auto* message : messages) {
        ++number;
        if (!isAssistant(roleOf(*message)))
            continue;
        if (auto text = textOfMessage(*message); !text.empty())
            to.messages.push_back({number, std::move(text)});
    }
}

/// From the first to @p leaf, by what @p parentOf says of each; @p most ends what goes in circles.
template <typename Find, typename ParentOf>
std::vector<const Json*>
branchOf(std::string leaf, std::size_t most, const Find& find, const ParentOf& parentOf)
{
    std::vector<const Json*> branch;
    while (!leaf.empty() && branch.size() < most) {
        const Json* node = find(leaf);
        if (!node)
            break;
        branch.push_back(node);
        leaf = parentOf(*node);
    }
    std::reverse(branch.begin(), branch.end());
    return branch;
}

/// Where nobody says which node is the newest: the one that was made last.
std::string newestNode(const Json& mapping)
{
    std::string newest;
    double time = -1;
    for (const auto& [id, node] : mapping.items()) {
        const auto made = jsonNumber(jsonField(node, "message"), "create_time");
        if (made >= time) {
            time = made;
            newest = id;
        }
    }
    return newest;
}

/// {"mapping": {id: {"message", "parent"}}, "current_node"}
void readTree(const Json& conversation, Conversation& to)
{
    const auto& mapping = jsonField(conversation, "mapping");
    const auto find = [&](const std::string& id) {
        const auto found = mapping.find(id);
        return found == mapping.end() ? nullptr : &*found;
    };
    auto leaf = jsonString(conversation, "current_node");
    if (!find(leaf))
        leaf = newestNode(mapping);
    const auto nodes = branchOf(
        leaf, mapping.size(), find, [](const Json& node) { return jsonString(node, "parent"); });
    // Roots and what the program told the model are no messages of anybody.
    std::size_t number = 0;
    for (const auto* node : nodes) {
        const auto& message = jsonField(*node, "message");
        const auto role = jsonString(jsonField(message, "author"), "role");
        auto text = textOfContent(jsonField(message, "content"));
        if (text.empty() || (role != "user" && !isAssistant(role)))
            continue;
        ++number;
        if (isAssistant(role))
            to.messages.push_back({number, std::move(text)});
    }
    if (nodes.size() < mapping.size())
        to.notices.emplace_back("Of a conversation with branches the newest one is read.");
}

/// {"chat_messages": [{"uuid", "parent_message_uuid", "sender", "text"}],
/// "current_leaf_message_uuid"}
void readList(const Json& conversation, Conversation& to)
{
    const auto& list = jsonList(conversation, "chat_messages");
    std::map<std::string, const Json*> byId;
    for (const auto& message : list)
        if (const auto id = jsonString(message, "uuid"); !id.empty())
            byId.emplace(id, &message);
    const auto find = [&](const std::string& id) {
        const auto found = byId.find(id);
        return found == byId.end() ? nullptr : found->second;
    };
    auto branch = branchOf(
        jsonString(conversation, "current_leaf_message_uuid"), list.size(), find,
        [](const Json& message) { return jsonString(message, "parent_message_uuid"); });
    if (branch.empty())
        for (const auto& message : list)
            branch.push_back(&message);
    else if (branch.size() < list.size())
        to.notices.emplace_back("Of a conversation with branches the newest one is read.");
    addMessages(branch, to);
}

bool isMessageList(const Json& json)
{
    const auto& list = jsonList(json);
    return !list.empty() && std::all_of(list.begin(), list.end(), [](const Json& message) {
        return message.is_object() && !roleOf(message).empty();
    });
}

void readMessages(const Json& list, Conversation& to)
{
    std::vector<const Json*> messages;
    for (const auto& message : list)
        messages.push_back(&message);
    addMessages(messages, to);
}

bool isOne(const Json& json)
{
    return jsonField(json, "mapping").is_object() || jsonField(json, "chat_messages").is_array()
        || isMessageList(jsonField(json, "messages")) || isMessageList(json);
}

/// When it was last written to; texts and numbers both sort as times.
std::pair<double, std::string> timeOf(const Json& conversation)
{
    const auto text = jsonString(conversation, "updated_at");
    return {jsonNumber(conversation, "update_time"), text};
}

} // namespace

bool isConversation(const Json& json)
{
    if (isOne(json))
        return true;
    const auto& list = jsonList(json);
    return !list.empty() && std::all_of(list.begin(), list.end(), isOne);
}

Conversation readConversation(const Json& json)
{
    Conversation conversation;
    const Json* chosen = &json;
    if (!isOne(json)) {
        chosen = &*std::max_element(json.begin(), json.end(), [](const Json& a, const Json& b) {
            return timeOf(a) < timeOf(b);
        });
        if (json.size() > 1)
            conversation.notices.push_back(
                "Of " + std::to_string(json.size()) + " conversations the newest one is read.");
    }
    if (jsonField(*chosen, "mapping").is_object())
        readTree(*chosen, conversation);
    else if (jsonField(*chosen, "chat_messages").is_array())
        readList(*chosen, conversation);
    else if (isMessageList(*chosen))
        readMessages(*chosen, conversation);
    else
        readMessages(jsonField(*chosen, "messages"), conversation);
    return conversation;
}

} // namespace sandbench::answer
