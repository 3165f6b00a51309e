// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/podman_dialect.h"

namespace sandbench::docker {

void adaptToPodman(Json& body)
{
    auto& host = body["HostConfig"];
    // One limit given takes all of its defaults away, and those that it then tries to set need
    // rights that a service in a container lacks. The agent lowers its own anyway.
    host.erase("Ulimits");
    // A read-only root brings writable folders without a size, unless others are there.
    auto& folders = host["Tmpfs"];
    if (host.value("ReadonlyRootfs", false)) {
        folders["/run"] = "rw,nosuid,nodev,noexec,size=64k,mode=0755";
        folders["/var/tmp"] = "ro,nosuid,nodev,noexec,size=4k,mode=0755";
    }
    // It knows GPUs as devices of the Container Device Interface.
    if (host.contains("DeviceRequests")) {
        auto devices = Json::array();
        for (const auto& request : host["DeviceRequests"]) {
            const auto add = [&devices](const std::string& id) {
                devices.push_back(
                    {{"PathOnHost", "nvidia.com/gpu=" + id},
                     {"PathInContainer", "nvidia.com/gpu=" + id},
                     {"CgroupPermissions", ""}});
            };
            const auto count = jsonInt(request, "Count");
            if (count < 0)
                add("all");
            for (int i = 0; i < count; ++i)
                add(std::to_string(i));
            for (const auto& id : jsonField(request, "DeviceIDs"))
                add(id.get<std::string>());
        }
        host["Devices"] = std::move(devices);
        host.erase("DeviceRequests");
    }
}

std::string commandOf(Dialect dialect)
{
    return dialect == Dialect::Podman ? "podman" : "docker";
}

std::vector<std::string> podmanNames(const std::string& image)
{
    const auto slash = image.find('/');
    const auto first = image.substr(0, slash);
    const bool hasRegistry = slash != std::string::npos
        && (first == "localhost" || first.find_first_of(".:") != std::string::npos);
    if (hasRegistry)
        return {image};
    return {image, "localhost/" + image};
}

} // namespace sandbench::docker
