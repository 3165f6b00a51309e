// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/kept_sandbox.h"

#include "core/workspace/member_names.h"
#include "core/workspace/members.h"

namespace sandbench::workspace {

namespace {

/// What an adopted sandbox is told apart by; the rest was used when it was made.
constexpr std::string_view kKept[]
    = {"memory", "cpus", "pids", "disk", "image", "workdir", "runtime", "require_layers"};

Json specOf(const SessionSpec& session)
{
    Json spec
        = {{"profile", session.profile},
           {"env", session.env},
           {"only_needed_calls", session.sandbox.onlyNeededCalls}};
    for (const auto name : kKept)
        if (auto value = writeMember(*findMember(name), session.sandbox); !value.is_null())
            spec[name] = std::move(value);
    return spec;
}

Json limitsOf(const RunLimits& limits)
{
    return {
        {"wall", limits.wallSeconds},
        {"cpu", limits.cpuSeconds},
        {"output", limits.outputBytes},
        {"file", limits.fileBytes},
        {"open_files", limits.openFiles}};
}

std::uint64_t countIn(const Json& object, std::string_view name)
{
    return static_cast<std::uint64_t>(jsonInt(object, name));
}

Result<void> readSpec(const Json& spec, SessionSpec& session)
{
    for (const auto name : kKept)
        SANDBENCH_TRY_VOID(readMember(*findMember(name), jsonField(spec, name), session.sandbox));
    session.profile = jsonString(spec, "profile");
    session.sandbox.onlyNeededCalls = jsonBool(spec, "only_needed_calls");
    session.env = textMapIn(spec, "env");
    return {};
}

} // namespace

KeptSandbox keptOf(HostedSandbox& sandbox)
{
    const auto& asked = sandbox.asked();
    KeptSandbox kept;
    kept.id = sandbox.id();
    kept.caller = sandbox.caller();
    kept.engine = asked.engine;
    kept.language = asked.language;
    kept.engineId = sandbox.session().engineId();
    kept.createdAt = sandbox.createdAt();
    kept.idleSeconds = sandbox.idleLimit().count();
    kept.lifetimeSeconds = asked.lifetime.count();
    kept.policy = asked.policy;
    kept.runLimits = writeJson(limitsOf(asked.runLimits));
    auto spec = specOf(asked.session);
    spec["metadata"] = asked.metadata;
    kept.spec = writeJson(spec);
    kept.memory = sandbox.session().memory();
    return kept;
}

Result<SandboxRequest> requestOf(const Composition& parts, const KeptSandbox& kept)
{
    SandboxRequest request;
    request.engine = kept.engine;
    request.language = kept.language;
    request.isKept = true;
    request.idle = std::chrono::seconds(kept.idleSeconds);
    request.lifetime = std::chrono::seconds(kept.lifetimeSeconds);
    request.policy = kept.policy;
    if (!kept.policy.empty()) {
        SANDBENCH_TRY(request.session.policy, findPolicy(parts, kept.policy));
    }
    SANDBENCH_TRY(const auto limits, parseJson(kept.runLimits));
    SANDBENCH_TRY(const auto spec, parseJson(kept.spec));
    request.runLimits
        = {jsonNumber(limits, "wall"), jsonNumber(limits, "cpu"), countIn(limits, "output"),
           countIn(limits, "file"), countIn(limits, "open_files")};
    SANDBENCH_TRY_VOID(readSpec(spec, request.session));
    request.metadata = textMapIn(spec, "metadata");
    request.session.id = kept.id;
    request.session.memory = kept.memory;
    request.session.sandbox.adopts = kept.engineId;
    request.session.sandbox.keepFor = request.lifetime;
    return request;
}

} // namespace sandbench::workspace
