// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/docker_sandboxes.h"

#include "core/base/timestamp.h"
#include "core/engine/docker/container_calls.h"
#include "core/engine/ownership.h"
#include "core/net/late_curl.h"

#include <algorithm>
#include <chrono>

namespace sandbench::docker {

namespace {

using Labels = std::map<std::string, std::string>;

constexpr std::size_t kLongestText = 1024;
constexpr std::size_t kShortestId = 12;

std::string bounded(std::string text)
{
    text.resize(std::min(text.size(), kLongestText));
    return text;
}

std::string labelFilter()
{
    return writeJson({{"label", {label::kSession}}});
}

/// Untrusted: whatever is no text is left out.
Labels readLabels(const Json& object)
{
    Labels labels;
    for (const auto name : {label::kSession, label::kOwner, label::kLease, label::kImage})
        if (auto value = jsonString(jsonField(object, "Labels"), name); !value.empty())
            labels.emplace(name, bounded(std::move(value)));
    return labels;
}

std::string labelIn(const Labels& labels, std::string_view name)
{
    const auto at = labels.find(std::string(name));
    return at == labels.end() ? std::string() : at->second;
}

bool isRunning(std::string_view state)
{
    return state != "created" && state != "exited" && state != "dead" && state != "stopped"
        && state != "configured" && state != "initialized";
}

/// One of our containers as the engine's list has it.
struct Found
{
    SandboxInfo info;
    Labels labels;
};

std::optional<Found> readContainer(const Json& entry)
{
    Found found;
    found.labels = readLabels(entry);
    const Json& names = jsonList(entry, "Names");
    const auto isOurName = [](const Json& name) {
        return name.is_string()
            && name.get_ref<const std::string&>().starts_with("/" + std::string(kNamePrefix));
    };
    found.info.sessionId = labelIn(found.labels, label::kSession);
    found.info.id = bounded(jsonString(entry, "Id"));
    if (std::none_of(names.begin(), names.end(), isOurName) || found.info.sessionId.empty()
        || found.info.id.empty())
        return std::nullopt;
    // What the user called it: an engine has only an id for one whose name went to another.
    found.info.image = labelIn(found.labels, label::kImage);
    if (found.info.image.empty())
        found.info.image = bounded(jsonString(entry, "Image"));
    found.info.state = bounded(jsonString(entry, "State"));
    found.info.owner = labelIn(found.labels, label::kOwner);
    found.info.isOwnerAlive = stateOfOwner(found.info.owner) == OwnerState::Alive;
    found.info.createdAt = jsonInt(entry, "Created");
    return found;
}

/// The engine's clock, by which it says when things were made.
std::int64_t dateOf(const net::HttpResponse& response)
{
    const auto date = net::curl_getdate(response.header("date").c_str(), nullptr);
    return date > 0 ? date : secondsNow();
}

/// When a container that does not run any more was last seen running.
std::int64_t lastAlive(const DockerApi& api, const SandboxInfo& info, std::stop_token stop)
{
    const auto inspected = api.get("/containers/" + info.id + "/json", {}, std::move(stop));
    const Json& state = inspected ? jsonField(*inspected, "State") : Json();
    const auto ended = parseTimestamp(jsonString(state, "FinishedAt"));
    return std::max(info.createdAt, ended.value_or(0));
}

void judge(const DockerApi& api, Found& found, std::int64_t now, std::stop_token stop)
{
    const bool running = isRunning(found.info.state);
    auto since = found.info.createdAt;
    // Asking costs a request, so only where the answer could matter.
    if (!running && mayReap(found.labels, running, now - since))
        since = lastAlive(api, found.info, std::move(stop));
    found.info.isStale = mayReap(found.labels, running, now - since);
}

Result<std::vector<Found>> findContainers(const DockerApi& api, std::stop_token stop)
{
    SANDBENCH_TRY(
        const auto response,
        api.send({}, "/containers/json", {{"all", "1"}, {"filters", labelFilter()}}, stop));
    SANDBENCH_TRY(const auto list, parseJson(response.body, 64U << 20));
    std::vector<Found> all;
    for (const auto& entry : jsonList(list))
        if (auto found = readContainer(entry)) {
            found->info.engine = api.connection().engine;
            judge(api, *found, dateOf(response), stop);
            all.push_back(std::move(*found));
        }
    return all;
}

std::string folderOf(ThingKind kind)
{
    switch (kind) {
    case ThingKind::Container:
        return "/containers/";
    case ThingKind::Volume:
        return "/volumes/";
    case ThingKind::Network:
        return "/networks/";
    case ThingKind::Image:
        return "/images/";
    case ThingKind::Pod:
        break; // of a cluster: nothing here has such a name
    }
    return "/pods/";
}

bool isGone(const Result<void>& removed)
{
    return removed || removed.error().code() == ErrorCode::NotFound;
}

Result<void>
removeNamed(const DockerApi& api, ThingKind kind, const std::string& name, std::stop_token stop)
{
    if (kind == ThingKind::Container)
        return removeContainer(api, name, std::move(stop));
    const auto removed = api.remove(folderOf(kind) + net::percentEncode(name), {}, std::move(stop));
    return isGone(removed) ? Result<void>() : removed;
}

/// What another host's program may start at this moment is not removed by force.
Result<void>
removeStaleContainer(const DockerApi& api, const SandboxInfo& info, std::stop_token stop)
{
    if (stateOfOwner(info.owner) == OwnerState::Dead)
        return removeContainer(api, info.id, std::move(stop));
    return api.remove(folderOf(ThingKind::Container) + info.id, {{"v", "1"}}, std::move(stop));
}

/// Volumes and networks; those of an owner elsewhere are left alone, since whether they are used
/// cannot be told.
Result<std::size_t>
removeStaleOf(const DockerApi& api, ThingKind kind, std::int64_t now, std::stop_token stop)
{
    const bool volumes = kind == ThingKind::Volume;
    SANDBENCH_TRY(
        const auto answer,
        api.get(volumes ? "/volumes" : "/networks", {{"filters", labelFilter()}}, stop));
    std::size_t count = 0;
    for (const auto& entry : volumes ? jsonList(answer, "Volumes") : jsonList(answer)) {
        const auto name = jsonString(entry, "Name");
        const auto created = parseTimestamp(jsonString(entry, volumes ? "CreatedAt" : "Created"));
        if (!name.starts_with(kNamePrefix) || !created
            || !mayReap(readLabels(entry), true, now - *created))
            continue;
        count += removeNamed(api, kind, name, stop) ? 1 : 0;
    }
    return count;
}

} // namespace

Result<std::vector<SandboxInfo>> listSandboxes(const DockerApi& api, std::stop_token stop)
{
    SANDBENCH_TRY(auto found, findContainers(api, std::move(stop)));
    std::vector<SandboxInfo> sandboxes;
    for (auto& container : found)
        sandboxes.push_back(std::move(container.info));
    return sandboxes;
}

Result<void> removeSandbox(const DockerApi& api, const std::string& id, std::stop_token stop)
{
    SANDBENCH_TRY(const auto sandboxes, listSandboxes(api, stop));
    std::vector<std::string> matching;
    for (const auto& sandbox : sandboxes)
        if (sandbox.sessionId == id || (id.size() >= kShortestId && sandbox.id.starts_with(id)))
            matching.push_back(sandbox.id);
    if (matching.empty())
        return Error(
            ErrorCode::NotFound,
            "the engine " + api.connection().engine + " has no sandbox " + bounded(id));
    if (matching.size() > 1)
        return Error(
            ErrorCode::InvalidArgument,
            "there are several sandboxes " + bounded(id) + "; name one by its whole id");
    return removeContainer(api, matching.front(), std::move(stop));
}

Result<bool>
removeThing(const DockerApi& api, const Thing& thing, std::string_view owner, std::stop_token stop)
{
    const auto path = folderOf(thing.kind) + net::percentEncode(thing.name);
    const bool hasOwner = thing.kind != ThingKind::Image;
    const bool inspectsAsJson = thing.kind == ThingKind::Container || !hasOwner;
    auto there = api.get(inspectsAsJson ? path + "/json" : path, {}, stop);
    if (there.failedAs(ErrorCode::NotFound))
        return false;
    if (!there)
        return std::move(there.error());
    const bool isContainer = thing.kind == ThingKind::Container;
    const auto labels = readLabels(isContainer ? jsonField(*there, "Config") : *there);
    if (hasOwner && labelIn(labels, label::kOwner) != owner)
        return false;
    // By its id: the name may mean another one by now.
    const auto id = isContainer ? jsonString(*there, "Id", thing.name) : thing.name;
    SANDBENCH_TRY_VOID(removeNamed(api, thing.kind, id, std::move(stop)));
    return true;
}

Result<std::size_t> removeStale(const DockerApi& api, std::stop_token stop)
{
    SANDBENCH_TRY(const auto containers, findContainers(api, stop));
    std::size_t count = 0;
    for (const auto& container : containers)
        if (container.info.isStale)
            count += removeStaleContainer(api, container.info, stop) ? 1 : 0;
    // They name their age by the engine's clock; ours is near enough for what a dead owner left.
    const auto now = secondsNow();
    for (const auto kind : {ThingKind::Volume, ThingKind::Network}) {
        SANDBENCH_TRY(const auto removed, removeStaleOf(api, kind, now, stop));
        count += removed;
    }
    return count;
}

} // namespace sandbench::docker
