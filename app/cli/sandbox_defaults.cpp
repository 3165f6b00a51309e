// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/sandbox_defaults.h"

#include "app/cli/options.h"

#include <CLI/CLI.hpp>

#include <sstream>

namespace sandbench::cli {

Json openDefaults(const SandboxDefaults& options)
{
    Json body = Json::object();
    for (const auto& [name, value] :
         {std::pair<const char*, const std::string&>{"engine", options.engine},
          {"image", options.image},
          {"size", options.size},
          {"policy", options.policy}})
        if (!value.empty())
            body[name] = value;
    return body;
}

void addRuleOptions(CLI::App& command, SandboxDefaults& options)
{
    one(command, "--engines", options.engines, "ENGINES",
        "The only engines, for every caller: local,docker … (default: all)");
    many(
        command, "--network", options.networks, "NETWORK",
        "A network that every caller may choose, and nobody one that is not named so; none for no "
        "network at all, packages included (default: who has the scope network may have the "
        "engine's usual one, admin any)");
    one(command, "--runtime", options.runtime, "NAME",
        "The runtime of every sandbox, such as runsc; engines without runtimes are refused");
    many(
        command, "--require-layers", options.layers, "NAMES",
        "Layers of isolation that every sandbox must have, for every caller, such as "
        "seccomp,landlock; one without them is refused");
}

std::vector<std::string> allowedEngines(const SandboxDefaults& options)
{
    std::vector<std::string> names;
    std::istringstream list(options.engines);
    for (std::string name; std::getline(list, name, ',');)
        names.push_back(name);
    return names;
}

Result<workspace::ServerRules> rulesOf(const SandboxDefaults& options)
{
    workspace::ServerRules rules;
    if (!options.networks.empty())
        rules.networks = workspace::networksOf(options.networks);
    rules.runtime = options.runtime;
    auto layers = readLayerNames(options.layers);
    if (!layers)
        return std::move(layers.error()).within("--require-layers");
    rules.requiredLayers = *std::move(layers);
    return rules;
}

} // namespace sandbench::cli
