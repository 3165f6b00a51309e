// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/engine/guest_path.h"
#include "core/engine/kubernetes/manifest.h"
#include "core/engine/kubernetes/pod_parts.h"
#include "core/engine/kubernetes/pod_plan.h"

#include <algorithm>
#include <array>

namespace sandbench::kubernetes {

namespace {

/// What a cluster says of a pod that it has, or what binds it to another object.
constexpr std::array<std::string_view, 9> kOfTheCluster
    = {"uid",           "resourceVersion", "creationTimestamp", "deletionTimestamp", "generation",
       "managedFields", "selfLink",        "ownerReferences",   "generateName"};
/// Where the agent, or what it needs, is.
constexpr std::array<std::string_view, 4> kOwnFolders
    = {kAgentFolder, "/run/sandbench", "/proc", "/sys"};

Error wrongManifest(const std::string& what)
{
    return Error(ErrorCode::InvalidArgument, "the manifest: " + what);
}

Result<void> checkKind(const Json& manifest)
{
    if (!manifest.is_object())
        return wrongManifest("a Pod is needed, and this is no object with fields");
    const auto& kind = jsonField(manifest, "kind");
    if (!kind.is_null() && kind != "Pod") {
        const auto name = kind.is_string() ? kind.get<std::string>() : writeJson(kind);
        return wrongManifest(
            "a Pod is needed, and this is a " + oneLine(name, 60)
            + (name == "List" ? "; take one Pod out of it"
                              : "; if it has a template of a Pod, take that out of it"));
    }
    const auto& version = jsonField(manifest, "apiVersion");
    if (!version.is_null() && version != "v1")
        return wrongManifest("apiVersion of a Pod is v1");
    for (const auto& [field, value] : manifest.items())
        if (field != "apiVersion" && field != "kind" && field != "metadata" && field != "spec"
            && field != "status")
            return wrongManifest(
                "a Pod has no field " + inQuotes(field)
                + "; what it consists of belongs below metadata and spec");
    for (const char* field : {"metadata", "spec"})
        if (const auto& part = jsonField(manifest, field); !part.is_null() && !part.is_object())
            return wrongManifest(std::string(field) + " has to be an object");
    return {};
}

Result<void> checkMounts(const Json& container, const std::string& path)
{
    for (const auto& mount : jsonList(container, "volumeMounts")) {
        auto place = jsonString(mount, "mountPath");
        while (place.size() > 1 && place.ends_with('/'))
            place.pop_back();
        if (!isPlainPath(place) || place == "/")
            return wrongManifest(
                path + ": cannot mount at " + inQuotes(place)
                + "; name a folder by its absolute path, without \"..\"");
        for (const auto own : kOwnFolders)
            if (isWithin(place, own) || isWithin(own, place))
                return wrongManifest(
                    path + ": cannot mount at " + inQuotes(place) + ": " + std::string(own)
                    + " belongs to the sandbox itself; choose another place");
    }
    return {};
}

Result<void> checkLists(const Json& spec)
{
    for (const char* field : {"containers", "initContainers"}) {
        const auto& list = jsonField(spec, field);
        if (!list.is_null() && !list.is_array())
            return wrongManifest(std::string("spec.") + field + " has to be a list");
        for (const auto& container : list) {
            if (!container.is_object() || jsonString(container, "name").empty())
                return wrongManifest(std::string("spec.") + field + " has an item without a name");
            const auto name = jsonString(container, "name");
            if (name == part::kAgent)
                return wrongManifest(
                    name + " is the name of the sandbox's own container; choose another");
            SANDBENCH_TRY_VOID(checkMounts(
                container, "spec." + std::string(field) + "[" + oneLine(name, 80) + "]"));
        }
    }
    const auto& volumes = jsonField(spec, "volumes");
    if (findItem(volumes, "name", part::kAgent))
        return wrongManifest(
            std::string(part::kAgent) + " is the name of the sandbox's own volume; choose another");
    return {};
}

/// Puts @p ours back into @p merged, and says so where the manifest wanted another.
void keep(
    const Json& ours, Json& merged, std::string_view field, const std::string& path,
    std::vector<std::string>& differences)
{
    const auto& wanted = jsonField(merged, field);
    const auto& mine = jsonField(ours, field);
    if (wanted == mine)
        return;
    if (!wanted.is_null())
        differences.push_back(
            path + std::string(field) + ": " + oneLine(writeJson(wanted), 120)
            + " is not used: that stays the sandbox's own");
    if (mine.is_null())
        merged.erase(std::string(field));
    else
        merged[std::string(field)] = mine;
}

void putBack(Json& list, std::string_view key, const Json& ours)
{
    if (!list.is_array())
        list = Json::array();
    if (auto* found = findItem(list, key, jsonString(ours, key)))
        *found = ours;
    else
        list.push_back(ours);
}

Json& objectIn(Json& parent, const char* field)
{
    auto& found = parent[field];
    if (!found.is_object())
        found = Json::object();
    return found;
}

void keepMetadata(const Json& ours, Json& merged, std::vector<std::string>& differences)
{
    for (const char* field : {"name", "namespace"})
        keep(ours, merged, field, "metadata.", differences);
    for (const char* field : {"labels", "annotations"}) {
        auto& into = objectIn(merged, field);
        for (const auto& [key, value] : jsonField(ours, field).items())
            if (key == part::kManagedBy || key.starts_with("org.sandbench."))
                into[key] = value;
    }
}

Result<void>
keepSandbox(const Json& ours, Json& spec, bool keepsImage, std::vector<std::string>& differences)
{
    const auto& mine = jsonField(ours, "containers")[0];
    const auto name = jsonString(mine, "name");
    auto* sandbox
        = spec.contains("containers") ? findItem(spec["containers"], "name", name) : nullptr;
    if (!sandbox)
        return wrongManifest("spec.containers cannot be removed");
    const auto path = "spec.containers[" + oneLine(name, 80) + "].";
    for (const char* field : {"command", "args", "stdin", "stdinOnce", "tty", "workingDir"})
        keep(mine, *sandbox, field, path, differences);
    if (keepsImage)
        keep(mine, *sandbox, "image", path, differences);
    putBack(
        (*sandbox)["volumeMounts"], "mountPath",
        *findItem(jsonField(mine, "volumeMounts"), "mountPath", kAgentFolder));
    return {};
}

Result<void>
keepSpec(const Json& ours, Json& spec, bool keepsImage, std::vector<std::string>& differences)
{
    keep(ours, spec, "restartPolicy", "spec.", differences);
    putBack(spec["volumes"], "name", *findItem(jsonField(ours, "volumes"), "name", part::kAgent));
    // It has to come before every other: those may never end.
    if (const auto* agent = findItem(jsonField(ours, "initContainers"), "name", part::kAgent)) {
        auto& list = spec["initContainers"];
        putBack(list, "name", *agent);
        auto* found = findItem(list, "name", part::kAgent);
        std::rotate(&list[0], found, found + 1);
    }
    return keepSandbox(ours, spec, keepsImage, differences);
}

} // namespace

Result<Json> putManifestOver(
    const Json& ours, const Json& manifest, bool keepsImage, std::vector<std::string>& differences)
{
    auto base = ours;
    const auto& sandbox = ours["spec"]["containers"][0];
    for (const char* field : {"containers", "initContainers"}) {
        for (const auto& container : jsonList(jsonField(manifest, "spec"), field))
            if (const auto name = jsonString(container, "name");
                !findItem(base["spec"][field], "name", name))
                base["spec"][field].push_back(
                    {{"name", name}, {"securityContext", sandbox["securityContext"]}});
    }
    SANDBENCH_TRY(auto merged, mergePod(base, manifest));
    std::vector<std::string> kept;
    keepMetadata(ours["metadata"], objectIn(merged, "metadata"), kept);
    SANDBENCH_TRY_VOID(keepSpec(ours["spec"], objectIn(merged, "spec"), keepsImage, kept));
    differences = differencesOf(ours, merged);
    differences.insert(differences.end(), kept.begin(), kept.end());
    return merged;
}

Result<Json> readPodManifest(std::string_view text)
{
    SANDBENCH_TRY(auto manifest, parseManifest(text));
    SANDBENCH_TRY_VOID(checkKind(manifest));
    auto kept = Json::object();
    for (const char* field : {"metadata", "spec"})
        if (manifest.contains(field) && manifest[field].is_object())
            kept[field] = std::move(manifest[field]);
    if (auto metadata = kept.find("metadata"); metadata != kept.end()) {
        for (const auto field : kOfTheCluster)
            metadata->erase(std::string(field));
        if (metadata->contains("finalizers"))
            return wrongManifest(
                "with metadata.finalizers the sandbox could not be removed; leave them away");
    }
    SANDBENCH_TRY_VOID(checkLists(jsonField(kept, "spec")));
    return kept;
}

Result<std::string> sandboxContainer(const Json& manifest, const std::string& wanted)
{
    const auto& containers = jsonList(jsonField(manifest, "spec"), "containers");
    if (containers.empty())
        return wanted.empty() ? std::string(part::kSandbox) : wanted;
    if (wanted.empty())
        return jsonString(containers[0], "name");
    if (findItem(containers, "name", wanted))
        return wanted;
    return wrongManifest(
        "it has no container " + inQuotes(wanted) + "; it has " + namesOf(containers));
}

bool namesImage(std::string_view text, const std::string& wanted)
{
    if (text.empty())
        return false;
    const auto manifest = readPodManifest(text);
    const auto container
        = manifest ? sandboxContainer(*manifest, wanted) : Result<std::string>(manifest.error());
    return container && !jsonString(containerIn(*manifest, *container), "image").empty();
}

} // namespace sandbench::kubernetes
