// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/image_json.h"

#include "core/base/timestamp.h"

#include <algorithm>
#include <set>

namespace sandbench::docker {
namespace {

std::uint64_t size(const Json& object, std::string_view key)
{
    return static_cast<std::uint64_t>(std::max<std::int64_t>(0, jsonInt(object, key)));
}

std::vector<std::string> texts(const Json& list)
{
    std::vector<std::string> out;
    if (list.is_array()) {
        for (const auto& item : list) {
            if (item.is_string())
                out.push_back(item.get<std::string>());
        }
    }
    return out;
}

// "<none>:<none>" is the engines' word for no name.
std::vector<std::string> names(const Json& list)
{
    auto out = texts(list);
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

// Podman's own half leaves the algorithm out.
std::string fullId(std::string id)
{
    return id.empty() || id.find(':') != id.npos ? id : "sha256:" + id;
}

const Json& list(const Json& object, std::string_view key)
{
    static const Json none = Json::array();
    const Json& found = jsonField(object, key);
    return found.is_array() ? found : none;
}

void addImages(const Json& answer, DiskUse& use)
{
    std::uint64_t shared = 0;
    std::set<std::string> seen;
    for (const auto& image : list(answer, "Images")) {
        // Podman 4.3 names an image once for each of its tags.
        if (!seen.insert(jsonString(image, "Id", std::to_string(seen.size()))).second)
            continue;
        const auto common = std::min(size(image, "SharedSize"), size(image, "Size"));
        const auto own = size(image, "Size") - common;
        shared = std::max(shared, common);
        use.imageBytes += own;
        if (jsonInt(image, "Containers") == 0)
            use.reclaimableBytes += own;
    }
    // Docker knows it; for Podman what images share counts once.
    const auto layers = size(answer, "LayersSize");
    use.imageBytes = layers ? layers : use.imageBytes + shared;
}

} // namespace

ImageInfo imageOfSummary(const Json& summary)
{
    ImageInfo info;
    info.id = fullId(jsonString(summary, "Id"));
    info.tags = names(jsonField(summary, "RepoTags"));
    info.digests = names(jsonField(summary, "RepoDigests"));
    info.bytes = size(summary, "Size");
    info.createdAt = jsonInt(summary, "Created");
    info.labels = labels(jsonField(summary, "Labels"));
    return info;
}

ImageInfo imageOfInspect(const Json& inspect)
{
    ImageInfo info;
    info.id = fullId(jsonString(inspect, "Id"));
    info.tags = names(jsonField(inspect, "RepoTags"));
    info.digests = names(jsonField(inspect, "RepoDigests"));
    info.bytes = size(inspect, "Size");
    info.createdAt = parseTimestamp(jsonString(inspect, "Created")).value_or(0);
    const auto os = jsonString(inspect, "Os");
    const auto variant = jsonString(inspect, "Variant");
    if (!os.empty())
        info.platform = os + "/" + jsonString(inspect, "Architecture")
            + (variant.empty() ? "" : "/" + variant);
    const Json& config = jsonField(inspect, "Config");
    info.labels = labels(jsonField(config, "Labels"));
    info.entrypoint = texts(jsonField(config, "Entrypoint"));
    info.command = texts(jsonField(config, "Cmd"));
    info.env = texts(jsonField(config, "Env"));
    info.user = jsonString(config, "User");
    info.workingFolder = jsonString(config, "WorkingDir");
    return info;
}

DiskUse diskUseOf(const Json& answer)
{
    DiskUse use;
    addImages(answer, use);
    for (const auto& container : list(answer, "Containers")) {
        use.containerBytes += size(container, "SizeRw");
        if (jsonString(container, "State") != "running")
            use.reclaimableBytes += size(container, "SizeRw");
    }
    for (const auto& volume : list(answer, "Volumes")) {
        const Json& usage = jsonField(volume, "UsageData");
        use.volumeBytes += size(usage, "Size");
        if (jsonInt(usage, "RefCount", -1) == 0)
            use.reclaimableBytes += size(usage, "Size");
    }
    for (const auto& entry : list(answer, "BuildCache")) {
        if (jsonBool(entry, "Shared"))
            continue;
        use.cacheBytes += size(entry, "Size");
        if (!jsonBool(entry, "InUse"))
            use.reclaimableBytes += size(entry, "Size");
    }
    return use;
}

std::vector<std::string> containerNames(const Json& answer)
{
    std::vector<std::string> out;
    if (!answer.is_array())
        return out;
    for (const auto& container : answer) {
        auto all = texts(jsonField(container, "Names"));
        auto name = all.empty() ? jsonString(container, "Id").substr(0, 12) : all.front();
        if (name.starts_with('/'))
            name.erase(0, 1);
        out.push_back(std::move(name));
    }
    return out;
}

} // namespace sandbench::docker
