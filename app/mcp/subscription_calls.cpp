// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/methods.h"

#include "core/base/text.h"
#include "core/workspace/public_text.h"

namespace sandbench::mcp {
namespace {

constexpr const char* kSubscriptionId = "io.modelcontextprotocol/subscriptionId";

/// The first kMost that can be watched.
Json watchAll(const Json& uris, const Request& request, Watched& watched)
{
    auto honoured = Json::array();
    for (const auto& uri : uris) {
        if (!uri.is_string() || honoured.size() >= Watched::kMost || request.stop.stop_requested())
            continue;
        const auto stamp = request.offers.resources.stamp(
            request.caller, uri.get_ref<const std::string&>(), request.stop);
        if (stamp && watched.add(uri, *stamp))
            honoured.push_back(uri);
    }
    return honoured;
}

} // namespace

Json updatedNote(const std::string& uri)
{
    return notification("notifications/resources/updated", {{"uri", uri}});
}

Json subscribe(const Request& request)
{
    const auto uri = jsonString(request.params(), "uri");
    if (!request.conversation)
        return request.bad(kInvalidRequest, kNoConversation);
    auto stamp = request.offers.resources.stamp(request.caller, uri, request.stop);
    if (!stamp)
        return request.bad(
            kResourceNotFound, workspace::publicText(stamp.error()), {{"uri", oneLine(uri, 1000)}});
    if (!request.conversation->watched.add(uri, *std::move(stamp)))
        return request.bad(
            kInvalidParams,
            "too many subscriptions at the same time: " + std::to_string(Watched::kMost));
    return request.good(Json::object());
}

Json unsubscribe(const Request& request)
{
    if (!request.conversation)
        return request.bad(kInvalidRequest, kNoConversation);
    request.conversation->watched.remove(jsonString(request.params(), "uri"));
    return request.good(Json::object());
}

Json listen(const Request& request)
{
    const auto& wanted = jsonField(request.params(), "notifications");
    if (!wanted.is_object())
        return request.bad(kInvalidParams, "notifications says what to listen to");
    const Json of = {{kSubscriptionId, request.message.id}};
    Watched watched;
    Json honoured = Json::object();
    // Lists stay as they are as long as this program runs: of the rest there is nothing to tell.
    if (const auto& uris = jsonField(wanted, "resourceSubscriptions"); uris.is_array())
        honoured["resourceSubscriptions"] = watchAll(uris, request, watched);
    request.send(notification(
        "notifications/subscriptions/acknowledged", {{"_meta", of}, {"notifications", honoured}}));
    watched.follow(
        request.offers.resources, request.caller,
        [&](const std::string& uri) {
            auto note = updatedNote(uri);
            note["params"]["_meta"] = of;
            request.send(note);
        },
        request.stop);
    return request.good({{"_meta", of}});
}

} // namespace sandbench::mcp
