// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/container_calls.h"

#include "core/agent/protocol.h"
#include "core/base/clock.h"
#include "core/base/text.h"

#include <algorithm>
#include <cstdlib>
#include <poll.h>

namespace sandbench::docker {

namespace {

using namespace std::chrono_literals;

constexpr auto kGonePatience = 5s;
constexpr auto kEndPatience = 2s;
constexpr auto kEventPatience = 2s;
constexpr auto kAgentPatience = 30s;
constexpr std::size_t kLongestEvent = 64U << 10;
constexpr std::size_t kMostNetworks = 64;
constexpr int kKilledExit = 137;

std::string pathOf(const std::string& id, std::string_view what = {})
{
    return "/containers/" + net::percentEncode(id) + std::string(what);
}

int numberIn(const std::string& text)
{
    return static_cast<int>(std::strtol(text.c_str(), nullptr, 10));
}

} // namespace

Result<void> removeContainer(const DockerApi& api, const std::string& id, std::stop_token stop)
{
    const auto until = Clock::now() + kGonePatience;
    for (auto pause = 2ms;; pause = std::min(2 * pause, 32ms)) {
        // Removal may be under way already: the engine removes it when it ends. Then it refuses.
        const auto removed = api.remove(pathOf(id), {{"force", "1"}, {"v", "1"}}, stop);
        if (removed.failedAs(ErrorCode::Unavailable, ErrorCode::Cancelled))
            return removed.error();
        const auto left = api.get(pathOf(id, "/json"), {}, stop);
        if (left.failedAs(ErrorCode::NotFound))
            return {};
        if (Clock::now() >= until)
            return Error(
                ErrorCode::Timeout,
                "the container " + id.substr(0, 12)
                    + " cannot be removed: " + (removed ? "it stays" : removed.error().text()));
        ::poll(nullptr, 0, static_cast<int>(pause.count()));
    }
}

Result<void> waitUntilEnded(const DockerApi& api, const std::string& id)
{
    const auto until = Clock::now() + kEndPatience;
    for (;;) {
        SANDBENCH_TRY(const auto inspected, api.get(pathOf(id, "/json"), {}, {}));
        if (!jsonBool(jsonField(inspected, "State"), "Running"))
            return {};
        if (Clock::now() >= until)
            break;
        ::poll(nullptr, 0, 10);
    }
    return withoutValue(api.post(pathOf(id, "/stop"), {{"t", "1"}}, {}, {}));
}

Result<void> putArchive(
    const DockerApi& api, const std::string& id, std::string_view folder, std::string tar,
    std::stop_token stop)
{
    net::HttpRequest request;
    request.method = "PUT";
    request.headers = {{"Content-Type", "application/x-tar"}};
    request.body = std::move(tar);
    return withoutValue(api.send(
        std::move(request), pathOf(id, "/archive"), {{"path", std::string(folder)}}, stop));
}

Result<void> awaitAgent(DemuxStream& stream, std::stop_token stop)
{
    const std::stop_callback onStop(stop, [&stream] { stream.wake(); });
    const auto first = stream.awaitFirst(kAgentPatience);
    if (stop.stop_requested())
        return Error(ErrorCode::Cancelled, "stopped while opening a sandbox");
    // The agent's greeting: a small length, little-endian, and then its type.
    const bool isAgent = first && first->size() > 4
        && (*first)[4] == static_cast<char>(agent::FrameType::Hello) && (*first)[3] == 0;
    if (isAgent)
        return {};
    // Some engines write their own complaint where the program's output would be.
    auto said = stream.message();
    if (first && said.empty())
        said = oneLine(*first, 1000);
    if (!first && said.empty())
        said = first.error().message();
    const auto code
        = first.failedAs(ErrorCode::Timeout) ? ErrorCode::Timeout : ErrorCode::Unavailable;
    return Error(code, std::string(kAgentDidNotStart) + ": " + said);
}

Result<std::vector<std::string>>
networksOf(const DockerApi& api, const std::string& id, std::stop_token stop)
{
    SANDBENCH_TRY(const auto inspected, api.get(pathOf(id, "/json"), {}, stop));
    const auto& networks = jsonField(jsonField(inspected, "NetworkSettings"), "Networks");
    std::vector<std::string> names;
    if (networks.is_object())
        for (const auto& [name, ignored] : networks.items())
            if (names.size() < kMostNetworks && name != "none")
                names.push_back(name);
    return names;
}

Result<void> leaveNetworks(const DockerApi& api, const std::string& id, std::stop_token stop)
{
    SANDBENCH_TRY(const auto networks, networksOf(api, id, stop));
    for (const auto& network : networks) {
        // Podman answers with a word instead of JSON.
        const auto left = api.send(
            net::jsonRequest("POST", {{"Container", id}, {"Force", true}}),
            "/networks/" + net::percentEncode(network) + "/disconnect", {}, stop);
        if (!left)
            return left.error().within("taking the network " + oneLine(network, 200) + " away");
    }
    SANDBENCH_TRY(const auto still, networksOf(api, id, stop));
    if (!still.empty())
        return Error(
            ErrorCode::Io, "the engine left the sandbox in the network " + oneLine(still[0], 200));
    return {};
}

std::optional<Instance::EndCause>
endOfContainer(const DockerApi& api, const std::string& id, std::int64_t since)
{
    EndEvents events;
    std::string line;
    const auto until = Clock::now() + kEventPatience;
    const auto onBody = [&](std::string_view bytes) -> Result<void> {
        for (const char c : bytes) {
            if (c != '\n') {
                line.push_back(c);
                continue;
            }
            const bool more = events.feed(line);
            line.clear();
            if (!more)
                return Error(ErrorCode::Cancelled, "the end is known");
        }
        if (line.size() > kLongestEvent || Clock::now() >= until)
            return Error(ErrorCode::Cancelled, "the engine says nothing of use");
        return {};
    };
    net::HttpRequest request;
    request.patience = kEventPatience;
    const Json filters = {{"container", {id}}};
    const auto asked = api.stream(
        std::move(request), "/events",
        {{"since", std::to_string(since)}, {"filters", writeJson(filters)}}, onBody, {});
    if (!line.empty())
        events.feed(line);
    if (asked.failedAs(ErrorCode::Unavailable))
        return Instance::EndCause{"the engine itself ended: " + asked.error().text(), false};
    return events.cause();
}

bool EndEvents::feed(std::string_view line)
{
    const auto event = parseJson(line, kLongestEvent);
    if (!event)
        return true;
    auto action = jsonString(*event, "Action");
    if (action.empty())
        action = jsonString(*event, "status");
    const auto& attributes = jsonField(jsonField(*event, "Actor"), "Attributes");
    if (action == "oom")
        m_oom = true;
    else if (action == "kill" && jsonString(attributes, "signal", "9") == "9")
        m_killed = true;
    else if (action == "stop")
        m_stopped = true;
    else if (action == "die" || action == "died")
        m_exitCode = numberIn(jsonString(attributes, "exitCode", "-1"));
    else if (action == "destroy" || action == "remove")
        m_removed = true;
    return !m_exitCode && !m_removed;
}

std::optional<Instance::EndCause> EndEvents::cause() const
{
    if (!m_exitCode && !m_removed && !m_oom)
        return std::nullopt;
    if (m_oom && m_exitCode.value_or(kKilledExit) == kKilledExit)
        return Instance::EndCause{"the container ran out of memory as a whole", true};
    if (m_killed)
        return Instance::EndCause{"the container was killed from outside (signal 9)", false};
    if (m_stopped)
        return Instance::EndCause{"the container was stopped from outside", false};
    if (!m_exitCode)
        return Instance::EndCause{"the container was removed from outside", false};
    if (*m_exitCode == kKilledExit)
        return Instance::EndCause{
            "the container's first process was killed by signal 9: by the engine, from outside, or "
            "for memory",
            false};
    // As the agent does when nobody is at the other end.
    if (*m_exitCode == 0)
        return Instance::EndCause{"the connection to the container was lost", false};
    return Instance::EndCause{
        "the container ended with exit code " + std::to_string(*m_exitCode), false};
}

} // namespace sandbench::docker
