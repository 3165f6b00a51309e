// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/refusals.h"

#include "core/base/text.h"
#include "core/engine/container_options.h"
#include "core/engine/docker/podman_dialect.h"

#include <algorithm>

namespace sandbench::docker {

namespace {

constexpr std::size_t kMostNamed = 20;

bool says(const Error& error, std::string_view words)
{
    return error.message().find(words) != std::string::npos;
}

/// "bridge, lab"; empty where the engine does not tell. None that no sandbox may have.
std::string networksOf(const DockerApi& api, std::stop_token stop)
{
    const auto list = api.get("/networks", {}, std::move(stop)).value_or(Json());
    std::vector<std::string> names;
    for (const auto& network : jsonList(list))
        if (const auto name = jsonString(network, "Name"); name != "host" && name != "none")
            names.push_back(oneLine(name, 60));
    std::sort(names.begin(), names.end());
    names.resize(std::min(names.size(), kMostNamed));
    return listed(names);
}

} // namespace

Error explainRefusal(
    const Error& refused, const SandboxSpec& spec, const EngineLink& link, std::stop_token stop)
{
    const auto& network = spec.network.name;
    if (!network.empty() && says(refused, "network") && says(refused, network)
        && says(refused, "not found")) {
        const auto known = networksOf(*link.api, std::move(stop));
        return {
            ErrorCode::NotFound,
            "the engine has no network '" + network + "'"
                + (known.empty() ? "; " : "; it has " + known + ", or ") + "make it with '"
                + commandOf(link.facts.dialect) + " network create " + network + "'"};
    }
    const bool isOfGpus = says(refused, "could not select device driver") || says(refused, "nvidia")
        || says(refused, "CDI device");
    if (!containerOf(spec).gpus.empty() && isOfGpus)
        return {
            ErrorCode::Unavailable,
            "the engine has no such GPUs for containers (" + oneLine(refused.message(), 200)
                + "); install NVIDIA's container toolkit on its machine, or leave the GPUs away"};
    return refused;
}

} // namespace sandbench::docker
