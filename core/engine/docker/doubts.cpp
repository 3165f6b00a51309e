// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/doubts.h"

#include "core/engine/ownership.h"

#include <poll.h>

namespace sandbench::docker {

namespace {

using namespace std::chrono_literals;

/// Nobody waits long for a silent engine where there is nothing to win but order.
constexpr auto kPatience = 1s;
/// What an engine has not made by then it never makes.
constexpr auto kSettled = 60s;
constexpr int kSoonTries = 4;
constexpr int kSoonMilliseconds = 20;

net::HttpRequest shortRequest(const char* method)
{
    net::HttpRequest request;
    request.method = method;
    request.patience = kPatience;
    return request;
}

} // namespace

bool isDoubtful(ErrorCode code)
{
    return code != ErrorCode::InvalidArgument && code != ErrorCode::NotFound
        && code != ErrorCode::PermissionDenied && code != ErrorCode::AlreadyExists;
}

Doubts::Doubts(std::shared_ptr<const DockerApi> api, std::shared_ptr<reaper::Reaper> reaper)
    : m_api(std::move(api))
    , m_reaper(std::move(reaper))
{
}

Doubts::~Doubts()
{
    settle();
}

void Doubts::add(const std::string& container)
{
    const std::lock_guard lock(m_mutex);
    m_since.emplace(container, Clock::now());
}

void Doubts::settle(std::stop_token stop)
{
    std::map<std::string, Clock::time_point> all;
    {
        const std::lock_guard lock(m_mutex);
        all = m_since;
    }
    for (const auto& [container, since] : all) {
        const auto removed = remove(container, stop);
        if (!removed)
            return;
        if (*removed)
            m_reaper->forget(m_api->connection(), {reaper::ThingKind::Container, container});
        if (*removed || Clock::now() - since > kSettled) {
            const std::lock_guard lock(m_mutex);
            m_since.erase(container);
        }
    }
}

void Doubts::settleSoon()
{
    for (int i = 0; i < kSoonTries; ++i) {
        if (i != 0)
            ::poll(nullptr, 0, kSoonMilliseconds);
        settle();
        const std::lock_guard lock(m_mutex);
        if (m_since.empty())
            return;
    }
}

std::optional<bool> Doubts::remove(const std::string& container, std::stop_token stop) const
{
    const auto there = m_api->send(
        shortRequest("GET"), "/containers/" + net::percentEncode(container) + "/json", {}, stop);
    if (!there)
        return there.error().code() == ErrorCode::NotFound ? std::optional(false) : std::nullopt;
    const auto json = parseJson(there->body).value_or(Json());
    const auto& labels = jsonField(jsonField(json, "Config"), "Labels");
    // A name may be another program's by now.
    if (jsonString(labels, label::kOwner) != ownerOfThisProcess())
        return false;
    const auto removed = m_api->send(
        shortRequest("DELETE"), "/containers/" + net::percentEncode(jsonString(json, "Id")),
        {{"force", "1"}, {"v", "1"}}, std::move(stop));
    if (removed || removed.error().code() == ErrorCode::NotFound)
        return true;
    return std::nullopt;
}

} // namespace sandbench::docker
