// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/pool/likeness.h"

#include "core/engine/container_options.h"
#include "core/workspace/members.h"

namespace sandbench::workspace {
namespace {

Json installJson(const InstallRequest& request)
{
    Json manifests = Json::array();
    for (const auto& file : request.manifests)
        manifests.push_back({file.destination, file.bytes, file.mode});
    const auto& sources = request.sources;
    return {
        {"manager", request.manager},
        {"names", request.names},
        {"manifests", std::move(manifests)},
        {"index", sources.index},
        {"proxy", sources.proxy},
        {"folder", sources.offlineFolder},
        {"certificates", sources.certificates}};
}

Json installsJson(const InstallPhase& phase)
{
    Json packages = Json::array();
    for (const auto& request : phase.packages)
        packages.push_back(installJson(request));
    return {
        {"commands", phase.commands},
        {"drops_network", phase.dropsNetwork},
        {"packages", std::move(packages)},
        {"wrapper", phase.wrapper}};
}

/// What the table of members keeps in the spec.
Json membersJson(const SandboxSpec& spec, const std::string& engine)
{
    Json members = Json::object();
    for (const auto* group : memberGroups()) {
        if (!group->isKnownTo(engine))
            continue;
        for (const auto& member : group->members)
            if (auto value = writeMember(member, spec); !value.is_null())
                members[std::string(member.field.name)] = std::move(value);
    }
    return members;
}

Result<void> unsupported(const char* why)
{
    return Error(ErrorCode::Unsupported, std::string("no pool has such sandboxes: ") + why);
}

} // namespace

std::string likenessOf(const SandboxRequest& request)
{
    const auto& session = request.session;
    const auto& spec = session.sandbox;
    Json likeness
        = {{"engine", request.engine},
           {"members", membersJson(spec, request.engine)},
           {"network", {spec.network.name, spec.network.installPhaseOnly}},
           {"needed_calls", spec.onlyNeededCalls},
           {"ttl", spec.ttl.count()},
           {"env", session.env},
           {"profile", session.profile},
           {"policy", request.policy},
           {"installs", installsJson(request.installs)}};
    return writeJson(likeness);
}

Result<void> checkPoolable(const SandboxRequest& request)
{
    const auto& spec = request.session.sandbox;
    const auto& container = containerOf(spec);
    if (request.isKept || spec.keepFor.count() > 0 || !spec.adopts.empty())
        return unsupported("one that is kept belongs to one session from its beginning");
    if (!request.session.memory.empty())
        return unsupported("files of another session come into it");
    if (!container.existing.empty())
        return unsupported("this one is there already");
    if (!container.commitTag.empty())
        return unsupported("it becomes an image at its end");
    if (!request.buildFolder.empty() || !request.dockerfile.empty())
        return unsupported("its image is built for it; build the image first, and name it");
    if (request.pull == Pull::Always)
        return unsupported("its image is fetched anew each time");
    return {};
}

} // namespace sandbench::workspace
