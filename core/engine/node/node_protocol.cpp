// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/node/node_protocol.h"

#include "core/base/json.h"
#include "core/engine/container_options.h"

namespace sandbench::node {

namespace {

using far::broken;
using far::readObject;
using far::textOf;

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

} // namespace

std::string writeRequest(const Request& request)
{
    const auto& spec = request.spec;
    auto object = far::sizesJson(spec);
    object["engine"] = request.engine;
    object["program"] = request.program;
    object["image"] = request.image;
    object["image_text"] = request.imageText;
    object["brings_folder"] = spec.bringsWorkingFolder;
    object["needed_calls"] = spec.onlyNeededCalls;
    object["container"] = writeContainer(containerOf(spec));
    return writeJson(object) + "\n";
}

Result<Request> parseRequest(std::string_view line)
{
    SANDBENCH_TRY(const auto object, readObject(line));
    Request request;
    request.engine = jsonString(object, "engine");
    request.program = jsonString(object, "program");
    request.image = jsonString(object, "image");
    request.imageText = jsonString(object, "image_text");
    auto& spec = request.spec;
    far::readSizes(object, spec);
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
        = {{"isolation", far::isolationJson(answer.isolation)},
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
    return writeJson(far::errorJson(error)) + "\n";
}

Result<Answer> parseAnswer(std::string_view line)
{
    SANDBENCH_TRY(const auto object, far::readAnswer(line));
    Answer answer;
    answer.isolation = far::readIsolation(jsonField(object, "isolation"));
    // Of a sandbox without any layer nothing is known.
    if (answer.isolation.layers.empty())
        return broken("nothing of what isolates the sandbox");
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
        return broken("half a frame");
    FrameHead head;
    for (std::size_t at = 0; at < 4; ++at)
        head.length = (head.length << 8) | static_cast<unsigned char>(bytes[at]);
    const auto kind = static_cast<unsigned char>(bytes[4]);
    if (head.length > kLongestFrame || kind > static_cast<unsigned char>(FrameKind::Counters))
        return broken("no frame");
    head.kind = static_cast<FrameKind>(kind);
    return head;
}

std::string writeCounters(const ResourceCounters& counters)
{
    return writeJson(far::countersJson(counters));
}

Result<ResourceCounters> parseCounters(std::string_view json)
{
    SANDBENCH_TRY(const auto object, readObject(json));
    return far::readCounters(object);
}

} // namespace sandbench::node
