// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/far_words.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace sandbench::far {

namespace {

constexpr std::size_t kMostLayers = 64;
constexpr std::size_t kLongestText = 1000;
constexpr int kDeepest = 8;
constexpr std::array kCodes
    = {ErrorCode::InvalidArgument,  ErrorCode::NotFound,          ErrorCode::AlreadyExists,
       ErrorCode::PermissionDenied, ErrorCode::Unavailable,       ErrorCode::Timeout,
       ErrorCode::Cancelled,        ErrorCode::ResourceExhausted, ErrorCode::Protocol,
       ErrorCode::ConnectionLost,   ErrorCode::Unsupported,       ErrorCode::Io,
       ErrorCode::Internal};

std::vector<std::string> textsOf(const Json& object, std::string_view key)
{
    auto texts = jsonTexts(object, key);
    if (texts.size() > kMostLayers)
        texts.resize(kMostLayers);
    for (auto& text : texts)
        text = oneLine(text, kLongestText);
    return texts;
}

std::optional<std::uint64_t> countIn(const Json& object, std::string_view key)
{
    return jsonField(object, key).is_number_integer() ? std::optional(jsonCount(object, key))
                                                      : std::nullopt;
}

} // namespace

Error broken(const std::string& what)
{
    return Error(ErrorCode::Protocol, "the program on the other machine said " + what);
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

double amountOf(const Json& object, std::string_view key)
{
    const double amount = jsonNumber(object, key);
    return std::isfinite(amount) && amount >= 0 ? amount : 0;
}

Json sizesJson(const SandboxSpec& spec)
{
    return {
        {"session", spec.sessionId},
        {"hostname", spec.hostname},
        {"memory_bytes", spec.limits.memoryBytes},
        {"pids", spec.limits.pids},
        {"cpus", spec.limits.cpus},
        {"disk_bytes", spec.limits.diskBytes},
        {"folder", spec.workingFolder}};
}

void readSizes(const Json& object, SandboxSpec& into)
{
    into.sessionId = jsonString(object, "session");
    into.hostname = jsonString(object, "hostname");
    into.limits.memoryBytes = jsonCount(object, "memory_bytes");
    into.limits.pids = jsonCount(object, "pids");
    into.limits.cpus = amountOf(object, "cpus");
    into.limits.diskBytes = jsonCount(object, "disk_bytes");
    into.workingFolder = jsonString(object, "folder");
}

Json isolationJson(const IsolationReport& isolation)
{
    Json missing = Json::array();
    for (const auto& one : isolation.missing)
        missing.push_back({{"layer", one.layer}, {"reason", one.reason}, {"remedy", one.remedy}});
    return {
        {"layers", isolation.layers},
        {"missing", std::move(missing)},
        {"relaxations", isolation.relaxations}};
}

IsolationReport readIsolation(const Json& object)
{
    IsolationReport isolation;
    isolation.layers = textsOf(object, "layers");
    isolation.relaxations = textsOf(object, "relaxations");
    for (const auto& one : jsonList(object, "missing"))
        if (isolation.missing.size() < kMostLayers)
            isolation.miss(textOf(one, "layer"), textOf(one, "reason"), textOf(one, "remedy"));
    return isolation;
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

} // namespace sandbench::far
