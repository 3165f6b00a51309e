// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/isolation_layers.h"

#include "core/base/text.h"

#include <algorithm>

namespace sandbench {

namespace {

struct Layer
{
    std::string_view name;
    std::vector<std::string_view> told; ///< As reports tell of it, see partsOf(): any of these.
    std::string_view missed = {}; ///< As they tell that it is missing, where that is otherwise.
};

const std::vector<Layer>& layers()
{
    static const std::vector<Layer> kLayers
        = {{"apparmor", {"AppArmor"}},
           {"cgroup-namespace", {"cgroup namespace"}},
           {"cpu-limit", {"cpu limit"}, "cpu cgroup"},
           {"engine-seccomp", {"system-call filter of the engine"}},
           {"file-overlay", {"host files through an overlay"}},
           {"host-user", {"host user id of its own"}},
           {"hostname-namespace", {"host name namespace"}},
           {"ipc-namespace", {"ipc namespace"}},
           {"landlock", {"Landlock domain of each run"}},
           {"memory-limit", {"memory limit"}, "memory cgroup"},
           {"mount-namespace", {"mount namespace"}},
           {"needed-calls", {"only needed system calls"}},
           {"network-namespace", {"network namespace"}},
           {"no-capabilities", {"no capabilities"}},
           {"no-network",
            {"no network but its own loopback",
             "network policy, tried from inside: nothing answered", "no sockets but Unix ones"},
            "network policy"},
           {"no-new-privileges", {"no new privileges"}},
           {"no-signals", {"no signals between runs"}},
           {"process-limit",
            {"pids limit", "process limit", "process limit per user of the sandbox"},
            "pids cgroup"},
           {"process-namespace", {"process namespace"}},
           {"read-only-root", {"read-only file system"}},
           {"seccomp", {"system-call filter"}},
           {"selinux", {"SELinux"}},
           {"sized-folders", {"sized scratch folders"}, "disk limit"},
           // Version 2 counts it as memory.
           {"socket-limit", {"socket memory limit", "memory limit (cgroup v2)"}},
           {"terminal-limit", {"64 terminals at most"}, "terminal limit"},
           {"user-namespace", {"user namespace"}}};
    return kLayers;
}

const Layer* findLayer(std::string_view name)
{
    const auto& all = layers();
    const auto found = std::find_if(
        all.begin(), all.end(), [name](const Layer& layer) { return layer.name == name; });
    return found == all.end() ? nullptr : &*found;
}

void replaceAll(std::string& text, std::string_view what, std::string_view with)
{
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at))
        text.replace(at, what.size(), with);
}

/// A line may tell of several layers, and of details: "process and network namespaces" are "process
/// namespace" and "network namespace", "memory limit (cgroup v2)" is "memory limit".
std::vector<std::string> partsOf(std::string_view line)
{
    constexpr std::string_view kNamespaces = " namespaces", kAnd = ", ", kWith = " with ";
    std::string text(line.substr(0, line.find(" (")));
    const bool areNamespaces = text.ends_with(kNamespaces);
    const auto separator = areNamespaces ? kAnd : kWith;
    if (areNamespaces) {
        text.resize(text.size() - kNamespaces.size());
        replaceAll(text, " and ", kAnd);
    }
    std::vector<std::string> parts;
    for (std::size_t at = 0; at <= text.size();) {
        const auto end = std::min(text.find(separator, at), text.size());
        parts.push_back(text.substr(at, end - at) + (areNamespaces ? " namespace" : ""));
        at = end + separator.size();
    }
    return parts;
}

bool tellsOf(std::string_view line, const Layer& layer)
{
    auto parts = partsOf(line);
    parts.emplace_back(line);
    return std::any_of(parts.begin(), parts.end(), [&](const std::string& part) {
        return std::find(layer.told.begin(), layer.told.end(), part) != layer.told.end();
    });
}

} // namespace

std::vector<std::string_view> knownLayers()
{
    std::vector<std::string_view> names;
    for (const auto& layer : layers())
        names.push_back(layer.name);
    return names;
}

Result<LayerNames> readLayerNames(std::span<const std::string> words)
{
    LayerNames names;
    for (const auto& word : words) {
        std::string_view rest = word;
        while (!rest.empty()) {
            const auto name = takeUpTo(rest, ',');
            if (!findLayer(name))
                return Error(
                    ErrorCode::InvalidArgument,
                    "'" + oneLine(name, 80) + "' is no layer of isolation; there are "
                        + listed(knownLayers()));
            names.emplace(name);
        }
    }
    return names;
}

LayerNames layersMissing(std::span<const std::string> reported, const LayerNames& demanded)
{
    LayerNames missing;
    for (const auto& name : demanded) {
        const auto* layer = findLayer(name);
        const bool isThere = layer
            && std::any_of(reported.begin(), reported.end(),
                           [&](const std::string& line) { return tellsOf(line, *layer); });
        if (!isThere)
            missing.insert(name);
    }
    return missing;
}

bool isAboutLayer(std::string_view line, std::string_view name)
{
    const auto* layer = findLayer(name);
    return layer && (line == layer->missed || tellsOf(line, *layer));
}

} // namespace sandbench
