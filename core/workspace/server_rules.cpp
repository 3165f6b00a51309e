// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/server_rules.h"

#include "core/base/text.h"

#include <algorithm>

namespace sandbench::workspace {

namespace {

Error ruled(std::string_view what, const std::string& why)
{
    return Error(ErrorCode::PermissionDenied, std::string(what) + ": " + why);
}

Error wrongNetwork(const std::vector<std::string>& allowed, const std::string& network)
{
    if (allowed.empty())
        return ruled(
            "network",
            "this server was started with --network none: no sandbox has one, not even for "
            "packages");
    return ruled(
        "network",
        "'" + oneLine(network, 100) + "' is not allowed here, but "
            + listed(allowed, [](const auto& name) { return name; })
            + "; others must be named by --network when the server is started");
}

/// A container or pod that runs already, or that a file describes, brings a network and a runtime
/// of its own; an image is built with the engine's.
constexpr std::string_view kOfItsOwn[] = {"container", "pod", "manifest", "dockerfile"};

} // namespace

std::vector<std::string> networksOf(std::vector<std::string> names)
{
    std::erase(names, "none");
    return names;
}

Result<void> checkRules(const ServerRules& rules, const Json& said)
{
    if (!rules.networks && rules.runtime.empty())
        return {};
    for (const auto name : kOfItsOwn)
        if (!jsonString(said, name).empty())
            return ruled(
                name,
                "it may bring a network or a runtime that this server does not allow; whoever "
                "started it said --network or --runtime");
    const auto runtime = jsonString(said, "runtime");
    if (!rules.runtime.empty() && !runtime.empty() && runtime != rules.runtime)
        return ruled(
            "runtime",
            "it is '" + rules.runtime
                + "' here, as whoever started this server said; leave it out");
    return {};
}

Result<void> checkNetwork(
    const ServerRules& rules, const Caller& caller, const Json& said, const SandboxRequest& request)
{
    const auto& network = request.session.sandbox.network;
    if (network.name.empty() || network.name == "none")
        return {};
    const bool isForPackages = network.installPhaseOnly && request.installs.commands.empty()
        && jsonString(said, "network").empty();
    if (!rules.networks)
        return isForPackages || caller.may(Scope::Network)
            ? Result<void>()
            : scopeError(caller, "a network", Scope::Network);
    const auto& allowed = *rules.networks;
    const bool isAllowed = std::find(allowed.begin(), allowed.end(), network.name) != allowed.end();
    return isAllowed || (isForPackages && !allowed.empty()) ? Result<void>()
                                                            : wrongNetwork(allowed, network.name);
}

Result<void>
checkKept(const ServerRules& rules, const std::string& runtime, const std::string& network)
{
    if (!rules.runtime.empty() && runtime != rules.runtime)
        return ruled(
            "runtime",
            "it was made with another one than this server's --runtime " + rules.runtime);
    const bool hasNone = network == "none" || network.ends_with(" (dropped)");
    if (!rules.networks || hasNone
        || std::find(rules.networks->begin(), rules.networks->end(), network)
            != rules.networks->end())
        return {};
    return wrongNetwork(*rules.networks, network);
}

} // namespace sandbench::workspace
