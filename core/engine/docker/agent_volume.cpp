// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/agent_volume.h"

#include "core/archive/tar_writer.h"
#include "core/base/clock.h"
#include "core/base/embedded.h"
#include "core/base/timestamp.h"
#include "core/engine/docker/container_calls.h"
#include "core/engine/ownership.h"
#include "core/net/late_curl.h"

#include <cstdio>
#include <poll.h>
#include <set>

namespace sandbench::docker {

namespace {

using namespace std::chrono_literals;

// Longer than any engine needs for a megabyte; whoever holds the lock then was killed.
constexpr auto kLockPatience = 10s;
constexpr std::size_t kLongestList = 4U << 20;
constexpr std::int64_t kOldSeconds = 7 * 24 * 3600;
constexpr std::string_view kVolumePrefix = "sandbench-agent-";
constexpr std::string_view kAgentLabel = "org.sandbench.agent";

/// FNV-1a: only versions of our own program have to differ.
std::string hashOf(std::string_view bytes)
{
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char c : bytes)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    char text[20];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
    return text;
}

std::string volumeOf(std::string_view machine, std::string_view agent)
{
    return std::string(kVolumePrefix) + hashOf(agent) + "-" + std::string(machine);
}

/// Of this version, for every processor.
std::set<std::string> currentVolumes()
{
    std::set<std::string> names;
    for (const auto name : embeddedNames("agent/"))
        names.insert(volumeOf(name.substr(name.find('/') + 1), embeddedFile(name).value_or("")));
    return names;
}

/// False when it stays: whoever made it does not remove it any more.
Result<bool> waitUntilGone(const DockerApi& api, const std::string& container, std::stop_token stop)
{
    const auto until = Clock::now() + kLockPatience;
    while (Clock::now() < until) {
        const auto there = api.get("/containers/" + container + "/json", {}, stop);
        if (there.failedAs(ErrorCode::NotFound))
            return true;
        if (!there)
            return there.error();
        ::poll(nullptr, 0, 20);
    }
    return false;
}

/// Whether the volume of a container that never starts has the whole agent in it.
bool holdsAgent(
    const DockerApi& api, const std::string& container, std::string_view agent,
    std::stop_token stop)
{
    const auto archive = api.send(
        {}, "/containers/" + container + "/archive", {{"path", std::string(kAgentPath)}}, stop);
    return archive && archive->body.find(agent) != std::string::npos;
}

} // namespace

Result<std::string> AgentVolumes::prepare(const ImageFacts& image, std::stop_token stop)
{
    SANDBENCH_TRY(const auto agent, agentFor(image.machine));
    SANDBENCH_TRY(const auto lock, m_mutex.lock(stop));
    const auto ready = m_ready.find(image.machine);
    if (ready != m_ready.end())
        return ready->second;
    SANDBENCH_TRY(auto volume, find(image, agent, stop));
    return m_ready[image.machine] = std::move(volume);
}

Result<void> AgentVolumes::refill(const ImageFacts& image, std::stop_token stop)
{
    SANDBENCH_TRY(const auto agent, agentFor(image.machine));
    SANDBENCH_TRY(const auto lock, m_mutex.lock(stop));
    m_ready.erase(image.machine);
    SANDBENCH_TRY(auto volume, find(image, agent, stop));
    if (!volume.empty())
        SANDBENCH_TRY_VOID(fill(volume, image, agent, stop));
    m_ready[image.machine] = std::move(volume);
    return {};
}

Result<std::string>
AgentVolumes::find(const ImageFacts& image, std::string_view agent, std::stop_token stop)
{
    const auto name = volumeOf(image.machine, agent);
    const auto found = m_api->get("/volumes/" + name, {}, stop);
    if (found)
        return name;
    if (found.error().code() == ErrorCode::PermissionDenied)
        return std::string();
    if (found.error().code() != ErrorCode::NotFound)
        return found.error();
    const auto made = make(name, image.machine, stop);
    if (made.failedAs(ErrorCode::PermissionDenied))
        return std::string();
    if (!made)
        return made.error().within("making a volume for the agent");
    auto filled = fill(name, image, agent, stop);
    if (!filled) {
        // Half an agent would be taken for a whole one. Refused while another session uses it.
        (void)m_api->remove("/volumes/" + name, {}, {});
        return std::move(filled.error());
    }
    // A version that is new here: the moment at which others become old.
    removeOld(stop);
    return name;
}

Result<void>
AgentVolumes::make(const std::string& name, const std::string& machine, std::stop_token stop)
{
    const Json volume = {{"Name", name}, {"Labels", {{kAgentLabel, machine}}}};
    for (const auto until = Clock::now() + kLockPatience;;) {
        const auto made = m_api->post("/volumes/create", {}, volume, stop);
        if (made)
            return {};
        // Podman tells the second of two that make it, and shows it to nobody until it is made.
        if (made.error().code() != ErrorCode::AlreadyExists || Clock::now() >= until)
            return made.error();
        if (m_api->get("/volumes/" + name, {}, stop))
            return {};
        ::poll(nullptr, 0, 20);
    }
}

Result<void> AgentVolumes::fill(
    const std::string& volume, const ImageFacts& image, std::string_view agent,
    std::stop_token stop)
{
    bool isFilled = false;
    SANDBENCH_TRY(const auto container, lock(volume, image, stop, isFilled));
    if (isFilled)
        return {};
    const TarEntry entry{"agent", 0755, agent, false};
    Result<void> put;
    // What another session has filled meanwhile may be running, and must not be missing for a
    // moment.
    if (holdsAgent(*m_api, container, agent, stop))
        put = {};
    else if (auto tar = makeTar({&entry, 1}))
        put = putArchive(*m_api, container, kAgentFolder, std::move(*tar), stop);
    else
        put = tar.error();
    const auto removed = removeContainer(*m_api, container);
    if (!put)
        return std::move(put.error()).within("giving the agent to the engine");
    return removed;
}

void AgentVolumes::removeOld(std::stop_token stop)
{
    const auto answer
        = m_api->send({}, "/volumes", {{"filters", writeJson({{"label", {kAgentLabel}}})}}, stop);
    if (!answer)
        return;
    const auto json = parseJson(answer->body, kLongestList).value_or(Json());
    const auto current = currentVolumes();
    // The engine's clock, by which it says when things were made.
    const auto now = net::curl_getdate(answer->header("date").c_str(), nullptr);
    for (const auto& entry : jsonList(json, "Volumes")) {
        const auto name = jsonString(entry, "Name");
        const auto created = parseTimestamp(jsonString(entry, "CreatedAt"));
        if (!name.starts_with(kVolumePrefix) || current.contains(name) || !created
            || now - *created < kOldSeconds)
            continue;
        // Refused while a container has it, also one that does not run.
        (void)m_api->remove("/volumes/" + net::percentEncode(name), {}, stop).has_value();
    }
}

Result<std::string> AgentVolumes::lock(
    const std::string& volume, const ImageFacts& image, std::stop_token stop, bool& isFilled)
{
    const auto name = volume + "-fill";
    const Json body = {
        {"Image", image.id},
        {"Entrypoint", {kAgentPath}},
        {"Labels",
         {{label::kSession, "agent"},
          {label::kOwner, ownerOfThisProcess()},
          {label::kLease, "60"}}},
        {"HostConfig",
         {{"NetworkMode", "none"}, {"Binds", {volume + ":" + std::string(kAgentFolder) + ":z"}}}}};
    for (;;) {
        const auto made = m_api->post("/containers/create", {{"name", name}}, body, stop);
        if (made)
            return jsonString(*made, "Id", name);
        if (made.error().code() != ErrorCode::AlreadyExists) {
            // It would hold the lock as long as this program lives.
            if (isDoubtful(made.error().code()))
                m_doubts.add(name);
            return made.error().within("giving the agent to the engine");
        }
        SANDBENCH_TRY(isFilled, waitUntilGone(*m_api, name, stop));
        if (isFilled)
            return std::string();
        SANDBENCH_TRY_VOID(removeContainer(*m_api, name));
    }
}

} // namespace sandbench::docker
