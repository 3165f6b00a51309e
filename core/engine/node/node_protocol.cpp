// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/node/node_protocol.h"

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/engine/container_options.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sandbench::node {

namespace {

constexpr std::size_t kMostLayers = 64;
constexpr std::size_t kLongestText = 1000;
constexpr int kDeepest = 8;
constexpr std::array kCodes
    = {ErrorCode::InvalidArgument,   ErrorCode::NotFound,    ErrorCode::AlreadyExists,
       ErrorCode::PermissionDenied,  ErrorCode::Unavailable, ErrorCode::Timeout,
       ErrorCode::ResourceExhausted, ErrorCode::Unsupported, ErrorCode::Io,
       ErrorCode::Internal,          ErrorCode::Protocol,    ErrorCode::ConnectionLost,
       ErrorCode::Cancelled};

Error broken()
{
    return Error(ErrorCode::Protocol, "the program on the node does not say what it should");
}

Result<Json> parseLine(std::string_view line)
{
    auto object = parseJson(line, kLongestLine, kDeepest);
    if (!object || !object->is_object())
        return broken();
    return object;
}

std::string textOf(const Json& object, std::string_view key)
{
    return oneLine(jsonString(object, key), kLongestText);
}

std::vector<std::string> textsOf(const Json& object, std::string_view key)
{
    auto texts = jsonTexts(object, key);
    texts.resize(std::min(texts.size(), kMostLayers));
    for (auto& text : texts)
        text = oneLine(text, kLongestText);
    return texts;
}

double amountOf(const Json& object, std::string_view key)
{
    const double amount = jsonNumber(object, key);
    return std::isfinite(amount) && amount >= 0 ? amount : 0;
}

Json writeContainer(const ContainerOptions& container)
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

Json writeIsolation(const IsolationReport& isolation)
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

} // namespace

std::string writeRequest(const Request& request)
{
    const auto& spec = request.spec;
    const Json object
        = {{"engine", request.engine},
           {"program", request.program},
           {"image", request.image},
           {"image_text", request.imageText},
           {"session", spec.sessionId},
           {"hostname", spec.hostname},
           {"memory_bytes", spec.limits.memoryBytes},
           {"pids", spec.limits.pids},
           {"cpus", spec.limits.cpus},
           {"disk_bytes", spec.limits.diskBytes},
           {"folder", spec.workingFolder},
           {"brings_folder", spec.bringsWorkingFolder},
           {"needed_calls", spec.onlyNeededCalls},
           {"container", writeContainer(containerOf(spec))}};
    return writeJson(object) + "\n";
}

Result<Request> parseRequest(std::string_view line)
{
    SANDBENCH_TRY(const auto object, parseLine(line));
    Request request;
    request.engine = jsonString(object, "engine");
    request.program = jsonString(object, "program");
    request.image = jsonString(object, "image");
    request.imageText = jsonString(object, "image_text");
    auto& spec = request.spec;
    spec.sessionId = jsonString(object, "session");
    spec.hostname = jsonString(object, "hostname");
    spec.limits.memoryBytes = jsonCount(object, "memory_bytes");
    spec.limits.pids = jsonCount(object, "pids");
    spec.limits.cpus = amountOf(object, "cpus");
    spec.limits.diskBytes = jsonCount(object, "disk_bytes");
    spec.workingFolder = jsonString(object, "folder");
    spec.bringsWorkingFolder = jsonBool(object, "brings_folder");
    spec.onlyNeededCalls = jsonBool(object, "needed_calls");
    if (auto container = readContainer(jsonField(object, "container"));
        container != ContainerOptions())
        containerOf(spec) = std::move(container);
    SANDBENCH_TRY_VOID(checkSpec(spec));
    return request;
}

std::string writeAnswer(const Answer& answer)
{
    const Json object
        = {{"isolation", writeIsolation(answer.isolation)},
           {"description", answer.description},
           {"user", answer.setup.user},
           {"filter", answer.setup.filterSystemCalls},
           {"needed_calls", answer.setup.onlyNeededCalls},
           {"folder", answer.setup.currentFolder},
           {"scratch", answer.setup.isCurrentScratch},
           {"processes", answer.setup.processes}};
    return writeJson(object) + "\n";
}

std::string writeFailure(const Error& error)
{
    const Json object
        = {{"error", std::string(errorCodeName(error.code()))}, {"message", error.text()}};
    return writeJson(object) + "\n";
}

Result<Answer> parseAnswer(std::string_view line)
{
    SANDBENCH_TRY(const auto object, parseLine(line));
    if (const auto& name = jsonField(object, "error"); !name.is_null()) {
        const auto message = textOf(object, "message");
        for (const auto code : kCodes)
            if (name == Json(std::string(errorCodeName(code))) && !message.empty())
                return Error(code, message);
        return broken();
    }
    Answer answer;
    answer.isolation = readIsolation(jsonField(object, "isolation"));
    // Of a sandbox without any layer nothing is known.
    if (answer.isolation.layers.empty())
        return broken();
    answer.description = textOf(object, "description");
    answer.setup.user = textOf(object, "user");
    answer.setup.filterSystemCalls = jsonBool(object, "filter");
    answer.setup.onlyNeededCalls = jsonBool(object, "needed_calls");
    answer.setup.currentFolder = jsonString(object, "folder");
    answer.setup.isCurrentScratch = jsonBool(object, "scratch");
    answer.setup.processes = jsonCount(object, "processes");
    return answer;
}

std::string frameHead(FrameKind kind, std::size_t length)
{
    std::string head(kFrameHeadBytes, '\0');
    for (std::size_t at = 0; at < 4; ++at)
        head[at] = static_cast<char>((length >> (8 * (3 - at))) & 0xff);
    head[4] = static_cast<char>(kind);
    return head;
}

Result<FrameHead> parseFrameHead(std::string_view bytes)
{
    if (bytes.size() < kFrameHeadBytes)
        return broken();
    FrameHead head;
    for (std::size_t at = 0; at < 4; ++at)
        head.length = (head.length << 8) | static_cast<unsigned char>(bytes[at]);
    const auto kind = static_cast<unsigned char>(bytes[4]);
    if (head.length > kLongestFrame || kind > static_cast<unsigned char>(FrameKind::Counters))
        return broken();
    head.kind = static_cast<FrameKind>(kind);
    return head;
}

std::string writeCounters(const ResourceCounters& counters)
{
    Json object = Json::object();
    const auto add = [&object](const char* key, const auto& value) {
        if (value)
            object[key] = *value;
    };
    add("memory", counters.memoryBytes);
    add("peak", counters.memoryPeakBytes);
    add("cpu", counters.cpuSeconds);
    add("oom_kills", counters.oomKills);
    add("processes", counters.processes);
    add("pids_denied", counters.pidsDenied);
    return writeJson(object);
}

Result<ResourceCounters> parseCounters(std::string_view json)
{
    SANDBENCH_TRY(const auto object, parseLine(json));
    const auto count = [&object](std::string_view key) {
        return jsonField(object, key).is_number_integer()
            ? std::optional<std::uint64_t>(jsonCount(object, key))
            : std::nullopt;
    };
    ResourceCounters counters;
    counters.memoryBytes = count("memory");
    counters.memoryPeakBytes = count("peak");
    if (jsonField(object, "cpu").is_number())
        counters.cpuSeconds = amountOf(object, "cpu");
    counters.oomKills = count("oom_kills");
    counters.processes = count("processes");
    counters.pidsDenied = count("pids_denied");
    return counters;
}

} // namespace sandbench::node
