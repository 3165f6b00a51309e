// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/execute_code_clients.h"

#include "app/rest/routes/running.h"
#include "app/rest/token_store.h"
#include "app/rest/wire/header_text.h"
#include "core/workspace/new_id.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace sandbench::rest {

namespace {

/// A caller's clients that do not keep cookies would have all of its sandboxes.
constexpr std::size_t kMostStrangers = 4;
/// Before those are looked for whose sandbox has gone.
constexpr std::size_t kManyClients = 256;
constexpr std::size_t kLongestName = 128;

struct Name
{
    std::string text;
    bool isNew = false; ///< It was made for whoever said nothing.
};

bool isName(std::string_view text)
{
    return !text.empty() && text.size() <= kLongestName
        && std::all_of(text.begin(), text.end(), [](unsigned char c) {
               return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
           });
}

/// Empty = there is none of that name. Source: RFC 6265, 4.2.1.
std::string cookieIn(std::string_view header, std::string_view name)
{
    while (!header.empty()) {
        const auto pair = trimmed(header.substr(0, header.find(';')));
        if (pair.substr(0, pair.find('=')) == name && pair.size() > name.size())
            return std::string(pair.substr(name.size() + 1));
        header.remove_prefix(std::min(header.find(';'), header.size() - 1) + 1);
    }
    return {};
}

Result<Name> nameOf(const Call& call)
{
    if (const auto said = call.header("x-client-id"); !said.empty()) {
        if (!isName(said))
            return Error(
                ErrorCode::InvalidArgument,
                "the header X-Client-Id: at most 128 letters, digits, dots, dashes and "
                "underscores");
        return Name{said};
    }
    if (const auto cookie = cookieIn(call.header("cookie"), ExecuteCodeClients::kCookie);
        isName(cookie))
        return Name{cookie};
    if (call.caller.id.starts_with(kTokenIdPrefix))
        return Name{};
    return Name{workspace::newId("client"), true};
}

} // namespace

std::string ExecuteCodeClients::keyOf(const Call& call, const std::string& name)
{
    return call.caller.id + '\n' + name;
}

Result<ExecuteCodeClients::Taken> ExecuteCodeClients::take(ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(const auto name, nameOf(call));
    auto client = enter(parts, call, name.text);
    SANDBENCH_TRY(auto guard, client->mutex.lock(call.stop));
    std::string id;
    {
        const std::lock_guard lock(m_mutex);
        id = client->sandbox;
        if (std::exchange(client->isReset, false))
            client->hasState = false;
    }
    auto sandbox = parts.workspace.sandboxes().find(call.caller, id);
    if (!sandbox || !(*sandbox)->session().isAlive()) {
        SANDBENCH_TRY(auto request, openRequest(parts, call));
        SANDBENCH_TRY(sandbox, openSandbox(parts, call, std::move(request)));
        const std::lock_guard lock(m_mutex);
        client->sandbox = (*sandbox)->id();
    }
    Taken taken{std::move(client), std::move(guard), use(*std::move(sandbox)), {}};
    if (name.isNew) {
        welcome(parts, call, keyOf(call, name.text));
        taken.cookie = std::string(kCookie) + "=" + name.text
            + "; Path=/execute_code; HttpOnly; SameSite=Strict";
    }
    return taken;
}

Result<void> ExecuteCodeClients::reset(ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(const auto name, nameOf(call));
    std::string sandbox;
    {
        const std::lock_guard lock(m_mutex);
        const auto at = m_clients.find(keyOf(call, name.text));
        if (at == m_clients.end())
            return {};
        sandbox = std::exchange(at->second->sandbox, {});
        at->second->isReset = true;
    }
    auto closed = parts.workspace.sandboxes().close(call.caller, sandbox);
    const bool isGone = !closed && closed.error().code() == ErrorCode::NotFound;
    return isGone ? Result<void>() : closed;
}

std::shared_ptr<ExecuteCodeClients::Client>
ExecuteCodeClients::enter(ServerParts& parts, const Call& call, const std::string& name)
{
    const auto key = keyOf(call, name);
    const std::lock_guard lock(m_mutex);
    if (m_clients.size() >= kManyClients)
        forgetGone(parts, call);
    std::erase(m_strangers[call.caller.id], key); // it came again
    auto& known = m_clients[key];
    if (!known)
        known = std::make_shared<Client>();
    return known;
}

/// Somebody new is here: who was new before, and did not come again, goes.
void ExecuteCodeClients::welcome(ServerParts& parts, const Call& call, const std::string& key)
{
    std::vector<std::string> sandboxes;
    {
        const std::lock_guard lock(m_mutex);
        auto& strangers = m_strangers[call.caller.id];
        strangers.push_back(key);
        auto left = strangers.size() > kMostStrangers ? strangers.size() - kMostStrangers : 0;
        std::erase_if(strangers, [&](const std::string& old) {
            const auto at = m_clients.find(old);
            // A call of it goes on.
            if (left == 0 || (at != m_clients.end() && at->second.use_count() > 1))
                return false;
            --left;
            if (at != m_clients.end()) {
                sandboxes.push_back(at->second->sandbox);
                m_clients.erase(at);
            }
            return true;
        });
    }
    for (const auto& id : sandboxes)
        // What has ended by itself is gone as well.
        (void)parts.workspace.sandboxes().close(call.caller, id);
}

/// Of the caller's, with the mutex.
void ExecuteCodeClients::forgetGone(ServerParts& parts, const Call& call)
{
    const auto mine = keyOf(call, {});
    std::erase_if(m_clients, [&](const auto& entry) {
        return entry.first.starts_with(mine) && entry.second.use_count() == 1
            && !parts.workspace.sandboxes().look(call.caller, entry.second->sandbox);
    });
}

} // namespace sandbench::rest
