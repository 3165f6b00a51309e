// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/outpost/outpost_protocol.h"

#include "core/base/base64.h"
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
        {"folder", placed.currentFolder},
        {"scratch", placed.isCurrentScratch},
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
    placed.network = textOf(object, "network");
    placed.currentFolder = jsonString(object, "folder");
    placed.isCurrentScratch = jsonBool(object, "scratch");
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
