// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/outpost/outpost_protocol.h"

#include "core/base/base64.h"
#include "core/engine/container_options.h"
#include "core/engine/install_network.h"

#include <algorithm>

namespace sandbench::outpost {

namespace {

constexpr std::size_t kNameLetters = 16;
/// Of libseccomp a few thousand bytes; the kernel takes 4,096 instructions of 8.
constexpr std::size_t kMostFilterBytes = 32U << 10;

using far::amountOf;
using far::broken;
using far::readObject;
using far::textOf;

Json containerJson(const ContainerOptions& container)
{
    Json mounts = Json::array();
    for (const auto& mount : container.mounts)
        mounts.push_back(
            {{"source", mount.source}, {"target", mount.target}, {"writable", mount.writable}});
    return {
        {"writable_root", container.writableRoot},
        {"mounts", std::move(mounts)},
        {"hosts", container.extraHosts},
        {"gpus", container.gpus}};
}

ContainerOptions readContainer(const Json& object)
{
    ContainerOptions container;
    container.writableRoot = jsonBool(object, "writable_root");
    for (const auto& mount : jsonList(object, "mounts"))
        container.mounts.push_back(
            {jsonString(mount, "source"), jsonString(mount, "target"),
             jsonBool(mount, "writable")});
    container.extraHosts = jsonTexts(object, "hosts");
    container.gpus = jsonString(object, "gpus");
    return container;
}

} // namespace

std::string writeGreeting(const Greeting& greeting)
{
    return std::string(kGreeting)
        + writeJson(
               {{"version", greeting.version},
                {"pid", greeting.pid},
                {"machine", greeting.machine},
                {"hostname", greeting.hostname},
                {"memory_bytes", greeting.capacity.memoryBytes},
                {"cpus", greeting.capacity.cpus}})
        + "\n";
}

Result<Greeting> readGreeting(std::string_view line)
{
    if (!line.starts_with(kGreeting))
        return broken("no greeting");
    SANDBENCH_TRY(const auto object, readObject(line.substr(kGreeting.size())));
    Greeting greeting;
    greeting.version
        = static_cast<int>(std::min<std::uint64_t>(jsonCount(object, "version"), 1000));
    if (greeting.version != kVersion)
        return Error(
            ErrorCode::Unsupported,
            "the outpost there is of another version of Sandbench; use that, or let the sandbox "
            "end");
    const auto pid = jsonInt(object, "pid");
    if (pid <= 0 || pid > (1 << 22))
        return broken("no process id");
    greeting.pid = static_cast<pid_t>(pid);
    greeting.machine = textOf(object, "machine");
    greeting.hostname = textOf(object, "hostname");
    greeting.capacity = {jsonCount(object, "memory_bytes"), amountOf(object, "cpus")};
    return greeting;
}

std::string writeOpenRequest(const OpenRequest& request)
{
    auto object = far::sizesJson(request.spec);
    object["keep_seconds"] = request.spec.keepFor.count();
    object["install_network"] = isInstallNetwork(request.spec.network);
    object["owner"] = request.owner;
    object["filter"] = toBase64(request.filter);
    object["engine"] = request.engine;
    object["program"] = request.program;
    object["image"] = request.image;
    object["image_text"] = request.imageText;
    object["brings_folder"] = request.spec.bringsWorkingFolder;
    object["container"] = containerJson(containerOf(request.spec));
    return writeJson(object) + "\n";
}

Result<OpenRequest> readOpenRequest(std::string_view line)
{
    SANDBENCH_TRY(const auto object, readObject(line));
    OpenRequest request;
    auto& spec = request.spec;
    far::readSizes(object, spec);
    spec.keepFor = std::chrono::seconds(jsonInt(object, "keep_seconds"));
    if (jsonBool(object, "install_network"))
        spec.network = {std::string(kInstallNetwork), true};
    request.owner = textOf(object, "owner");
    const auto filter = fromBase64(jsonString(object, "filter"));
    if (!filter || filter->empty() || filter->size() > kMostFilterBytes)
        return broken("no system-call filter");
    request.filter = *filter;
    request.engine = jsonString(object, "engine", "local");
    request.program = jsonString(object, "program");
    request.image = jsonString(object, "image");
    request.imageText = jsonString(object, "image_text");
    spec.bringsWorkingFolder = jsonBool(object, "brings_folder");
    if (auto container = readContainer(jsonField(object, "container"));
        container != ContainerOptions())
        containerOf(spec) = std::move(container);
    SANDBENCH_TRY_VOID(checkSpec(spec));
    return request;
}

Json placedJson(const Placed& placed)
{
    return {
        {"name", placed.name},
        {"session", placed.sessionId},
        {"owner", placed.owner},
        {"description", placed.description},
        {"version", placed.version},
        {"isolation", far::isolationJson(placed.isolation)},
        {"network", placed.network},
        {"user", placed.setup.user},
        {"filter", placed.setup.filterSystemCalls},
        {"folder", placed.setup.currentFolder},
        {"scratch", placed.setup.isCurrentScratch},
        {"processes", placed.setup.processes},
        {"kept", placed.isKept},
        {"created", placed.createdAt}};
}

Result<Placed> readPlaced(const Json& object)
{
    Placed placed;
    placed.name = jsonString(object, "name");
    if (!isPlaceName(placed.name))
        return broken("no name of a sandbox");
    placed.sessionId = textOf(object, "session");
    placed.owner = textOf(object, "owner");
    placed.description = textOf(object, "description");
    placed.version = textOf(object, "version");
    placed.isolation = far::readIsolation(jsonField(object, "isolation"));
    // Of a sandbox without any layer nothing is known.
    if (placed.isolation.layers.empty())
        return broken("nothing of what isolates the sandbox");
    placed.network = textOf(object, "network");
    placed.setup.user = textOf(object, "user");
    placed.setup.filterSystemCalls = jsonBool(object, "filter");
    placed.setup.currentFolder = jsonString(object, "folder");
    placed.setup.isCurrentScratch = jsonBool(object, "scratch");
    placed.setup.processes = jsonCount(object, "processes");
    placed.isKept = jsonBool(object, "kept");
    placed.createdAt = jsonInt(object, "created");
    return placed;
}

bool isPlaceName(std::string_view name)
{
    return name.size() == kNameLetters
        && name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

} // namespace sandbench::outpost
