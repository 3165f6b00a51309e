// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/outpost/outpost_protocol.h"

#include "core/base/base64.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sandbench::outpost {

namespace {

constexpr std::size_t kNameLetters = 16;
constexpr std::size_t kMostLayers = 64;
constexpr std::size_t kLongestText = 1000;
constexpr int kDeepest = 8;
/// Of libseccomp a few thousand bytes; the kernel takes 4,096 instructions of 8.
constexpr std::size_t kMostFilterBytes = 32U << 10;
constexpr std::array kCodes
    = {ErrorCode::InvalidArgument,  ErrorCode::NotFound,          ErrorCode::AlreadyExists,
       ErrorCode::PermissionDenied, ErrorCode::Unavailable,       ErrorCode::Timeout,
       ErrorCode::Cancelled,        ErrorCode::ResourceExhausted, ErrorCode::Protocol,
       ErrorCode::ConnectionLost,   ErrorCode::Unsupported,       ErrorCode::Io,
       ErrorCode::Internal};

Error broken(const char* what)
{
    return Error(ErrorCode::Protocol, std::string("the other machine's outpost said ") + what);
}

Result<Json> readObject(std::string_view line)
{
    auto object = parseJson(line, kMostLineBytes, kDeepest);
    if (!object || !object->is_object())
        return broken("what is no object");
    return object;
}

std::string textOf(const Json& object, std::string_view key)
{
    return oneLine(jsonString(object, key), kLongestText);
}

std::vector<std::string> textsOf(const Json& object, std::string_view key)
{
    auto texts = jsonTexts(object, key);
    if (texts.size() > kMostLayers)
        texts.resize(kMostLayers);
    for (auto& text : texts)
        text = oneLine(text, kLongestText);
    return texts;
}

Json isolationJson(const IsolationReport& isolation)
{
    Json missing = Json::array();
    for (const auto& one : isolation.missing)
        missing.push_back({{"layer", one.layer}, {"reason", one.reason}, {"remedy", one.remedy}});
    return {{"layers", isolation.layers}, {"missing", std::move(missing)}};
}

IsolationReport readIsolation(const Json& object)
{
    IsolationReport isolation;
    isolation.layers = textsOf(object, "layers");
    for (const auto& one : jsonList(object, "missing"))
        if (isolation.missing.size() < kMostLayers)
            isolation.miss(textOf(one, "layer"), textOf(one, "reason"), textOf(one, "remedy"));
    return isolation;
}

/// Finite and not negative.
double amountOf(const Json& object, std::string_view key)
{
    const double amount = jsonNumber(object, key);
    return std::isfinite(amount) && amount >= 0 ? amount : 0;
}

std::optional<std::uint64_t> countIn(const Json& object, std::string_view key)
{
    return jsonField(object, key).is_number_integer() ? std::optional(jsonCount(object, key))
                                                      : std::nullopt;
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
    const auto& spec = request.spec;
    return writeJson(
               {{"session", spec.sessionId},
                {"hostname", spec.hostname},
                {"memory_bytes", spec.limits.memoryBytes},
                {"pids", spec.limits.pids},
                {"cpus", spec.limits.cpus},
                {"disk_bytes", spec.limits.diskBytes},
                {"folder", spec.workingFolder},
                {"keep_seconds", spec.keepFor.count()},
                {"owner", request.owner},
                {"filter", toBase64(request.filter)}})
        + "\n";
}

Result<OpenRequest> readOpenRequest(std::string_view line)
{
    SANDBENCH_TRY(const auto object, readObject(line));
    OpenRequest request;
    auto& spec = request.spec;
    spec.sessionId = jsonString(object, "session");
    spec.hostname = jsonString(object, "hostname");
    spec.limits.memoryBytes = jsonCount(object, "memory_bytes");
    spec.limits.pids = jsonCount(object, "pids");
    spec.limits.cpus = amountOf(object, "cpus");
    spec.limits.diskBytes = jsonCount(object, "disk_bytes");
    spec.workingFolder = jsonString(object, "folder");
    spec.keepFor = std::chrono::seconds(jsonInt(object, "keep_seconds"));
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
        {"isolation", isolationJson(placed.isolation)},
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
    placed.isolation = readIsolation(jsonField(object, "isolation"));
    placed.currentFolder = jsonString(object, "folder");
    placed.isCurrentScratch = jsonBool(object, "scratch");
    placed.isKept = jsonBool(object, "kept");
    placed.createdAt = jsonInt(object, "created");
    return placed;
}

Json countersJson(const ResourceCounters& counters)
{
    Json object = Json::object();
    const auto add = [&](const char* key, const auto& value) {
        if (value)
            object[key] = *value;
    };
    add("memory_bytes", counters.memoryBytes);
    add("memory_peak_bytes", counters.memoryPeakBytes);
    add("cpu_seconds", counters.cpuSeconds);
    add("oom_kills", counters.oomKills);
    add("processes", counters.processes);
    add("pids_denied", counters.pidsDenied);
    return object;
}

ResourceCounters readCounters(const Json& object)
{
    ResourceCounters counters;
    counters.memoryBytes = countIn(object, "memory_bytes");
    counters.memoryPeakBytes = countIn(object, "memory_peak_bytes");
    if (jsonField(object, "cpu_seconds").is_number())
        counters.cpuSeconds = amountOf(object, "cpu_seconds");
    counters.oomKills = countIn(object, "oom_kills");
    counters.processes = countIn(object, "processes");
    counters.pidsDenied = countIn(object, "pids_denied");
    return counters;
}

Json errorJson(const Error& error)
{
    return {
        {"error", {{"code", std::string(errorCodeName(error.code()))}, {"message", error.text()}}}};
}

Result<Json> readAnswer(std::string_view line)
{
    SANDBENCH_TRY(auto object, readObject(line));
    const auto& error = jsonField(object, "error");
    if (error.is_null())
        return object;
    const auto name = jsonString(error, "code");
    const auto* const known = std::find_if(
        kCodes.begin(), kCodes.end(), [&](ErrorCode code) { return errorCodeName(code) == name; });
    auto message = textOf(error, "message");
    if (known == kCodes.end() || message.empty())
        return broken("an error without a reason");
    return Error(*known, std::move(message));
}

bool isPlaceName(std::string_view name)
{
    return name.size() == kNameLetters
        && name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

} // namespace sandbench::outpost
