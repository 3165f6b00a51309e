// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/image_json.h"

#include "core/base/timestamp.h"

#include <algorithm>
#include <set>

namespace sandbench::docker {
namespace {

// "<none>:<none>" is the engines' word for no name.
std::vector<std::string> names(const Json& object, std::string_view key)
{
    auto out = jsonTexts(object, key);
    std::erase_if(out, [](const std::string& name) { return name.find("<none>") != name.npos; });
    return out;
}

std::map<std::string, std::string> labels(const Json& object)
{
    std::map<std::string, std::string> out;
    if (object.is_object()) {
        for (const auto& [key, value] : object.items()) {
            if (value.is_string())
                out[key] = value.get<std::string>();
        }
    }
    return out;
}

std::vector<std::string> memberNames(const Json& object)
{
    std::vector<std::string> out;
    if (object.is_object())
        for (const auto& [key, ignored] : object.items())
            out.push_back(key);
    return out;
}

// Podman's own half leaves the algorithm out.
std::string fullId(std::string id)
{
    return id.empty() || id.find(':') != id.npos ? id : "sha256:" + id;
}

std::string containerName(const Json& container)
{
    const auto all = jsonTexts(container, "Names");
    auto name = all.empty() ? jsonString(container, "Id").substr(0, 12) : all.front();
    if (name.starts_with('/'))
        name.erase(0, 1);
    return name;
}

void addImages(const Json& answer, DiskUse& use)
{
    std::uint64_t shared = 0;
    std::set<std::string> seen;
    for (const auto& image : jsonList(answer, "Images")) {
        // Podman 4.3 names an image once for each of its tags.
        if (!seen.insert(jsonString(image, "Id", std::to_string(seen.size()))).second)
            continue;
        const auto common = std::min(jsonCount(image, "SharedSize"), jsonCount(image, "Size"));
        const auto own = jsonCount(image, "Size") - common;
        shared = std::max(shared, common);
        use.imageBytes += own;
        if (jsonInt(image, "Containers") == 0)
            use.reclaimableBytes += own;
    }
    // Docker knows it; for Podman what images share counts once.
    const auto layers = jsonCount(answer, "LayersSize");
    use.imageBytes = layers ? layers : use.imageBytes + shared;
}

/// The year 1 is how engines say that there is no time.
std::int64_t timeOf(std::int64_t seconds)
{
    return std::max<std::int64_t>(seconds, -1);
}

} // namespace

ImageInfo imageOfSummary(const Json& summary)
{
    ImageInfo info;
    info.id = fullId(jsonString(summary, "Id"));
    info.tags = names(summary, "RepoTags");
    info.digests = names(summary, "RepoDigests");
    info.bytes = jsonCount(summary, "Size");
    info.createdAt = timeOf(jsonInt(summary, "Created", -1));
    info.labels = labels(jsonField(summary, "Labels"));
    return info;
}

ImageInfo imageOfInspect(const Json& inspect)
{
    ImageInfo info;
    info.id = fullId(jsonString(inspect, "Id"));
    info.tags = names(inspect, "RepoTags");
    info.digests = names(inspect, "RepoDigests");
    info.bytes = jsonCount(inspect, "Size");
    info.createdAt = timeOf(parseTimestamp(jsonString(inspect, "Created")).value_or(-1));
    const auto os = jsonString(inspect, "Os");
    const auto variant = jsonString(inspect, "Variant");
    if (!os.empty())
        info.platform = os + "/" + jsonString(inspect, "Architecture")
            + (variant.empty() ? "" : "/" + variant);
    const Json& config = jsonField(inspect, "Config");
    info.labels = labels(jsonField(config, "Labels"));
    info.entrypoint = jsonTexts(config, "Entrypoint");
    info.command = jsonTexts(config, "Cmd");
    info.env = jsonTexts(config, "Env");
    info.user = jsonString(config, "User");
    info.workingFolder = jsonString(config, "WorkingDir");
    info.ports = memberNames(jsonField(config, "ExposedPorts"));
    info.volumes = memberNames(jsonField(config, "Volumes"));
    return info;
}

DiskUse diskUseOf(const Json& answer)
{
    DiskUse use;
    addImages(answer, use);
    for (const auto& container : jsonList(answer, "Containers")) {
        use.containerBytes += jsonCount(container, "SizeRw");
        if (jsonString(container, "State") != "running")
            use.reclaimableBytes += jsonCount(container, "SizeRw");
    }
    for (const auto& volume : jsonList(answer, "Volumes")) {
        const Json& usage = jsonField(volume, "UsageData");
        use.volumeBytes += jsonCount(usage, "Size");
        if (jsonInt(usage, "RefCount", -1) == 0)
            use.reclaimableBytes += jsonCount(usage, "Size");
    }
    for (const auto& entry : jsonList(answer, "BuildCache")) {
        if (jsonBool(entry, "Shared"))
            continue;
        use.cacheBytes += jsonCount(entry, "Size");
        if (!jsonBool(entry, "InUse"))
            use.reclaimableBytes += jsonCount(entry, "Size");
    }
    return use;
}

std::vector<ImageLayer> imageHistory(const Json& answer)
{
    std::vector<ImageLayer> out;
    for (const auto& entry : jsonList(answer)) {
        ImageLayer& layer = out.emplace_back();
        layer.id = jsonString(entry, "Id");
        layer.id = layer.id == "<missing>" ? "" : fullId(layer.id);
        layer.step = jsonString(entry, "CreatedBy");
        layer.comment = jsonString(entry, "Comment");
        layer.tags = names(entry, "Tags");
        layer.bytes = jsonCount(entry, "Size");
        layer.createdAt = timeOf(jsonInt(entry, "Created", -1));
    }
    return out;
}

std::vector<std::string> containerNames(const Json& answer)
{
    std::vector<std::string> out;
    for (const auto& container : jsonList(answer))
        out.push_back(containerName(container));
    return out;
}

ImageUsers imageUsers(const Json& answer)
{
    ImageUsers out;
    for (const auto& container : jsonList(answer))
        if (const auto image = fullId(jsonString(container, "ImageID")); !image.empty())
            out[image].push_back(containerName(container));
    return out;
}

} // namespace sandbench::docker
