// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/guest_path.h"
#include "core/engine/kubernetes/pod_options.h"
#include "core/session/run_plan.h"
#include "core/workspace/member_names.h"
#include "core/workspace/option_values.h"
#include "core/workspace/package_plan.h"
#include "core/workspace/requests.h"
#include "core/workspace/sandbox_plan.h"

#include <algorithm>

namespace sandbench::workspace {

namespace {

/// As a person would type it; empty = not given.
std::string numberOf(const Json& body, std::string_view name)
{
    const auto& value = jsonField(body, name);
    return value.is_number() ? writeJson(value) : std::string();
}

SandboxOptions optionsOf(const Json& body)
{
    SandboxOptions options;
    options.engine = jsonString(body, "engine", "local");
    options.profile = jsonString(body, "profile");
    options.size = jsonString(body, "size");
    options.memory = jsonString(body, "memory");
    options.disk = jsonString(body, "disk");
    options.pids = numberOf(body, "pids");
    options.cpus = numberOf(body, "cpus");
    options.network = jsonString(body, "network");
    options.installs = jsonTexts(body, "install");
    options.libraries = jsonTexts(body, "libraries");
    options.environment = jsonString(body, "environment");
    options.image = jsonString(body, "image");
    options.pull = jsonString(body, "pull");
    options.platform = jsonString(body, "platform");
    options.commitTag = jsonString(body, "commit");
    options.keepTemplate = jsonBool(body, "keep_template", true);
    options.root = jsonString(body, "root");
    options.user = jsonString(body, "user");
    options.workingFolder = jsonString(body, "workdir");
    options.runtime = jsonString(body, "runtime");
    options.gpus = jsonString(body, "gpus");
    options.container = jsonString(body, "container");
    options.extraHosts = jsonTexts(body, "add_host");
    options.namespaceName = jsonString(body, "namespace");
    options.pod = jsonString(body, "pod");
    options.agentImage = jsonString(body, "agent_image");
    options.manifest = jsonString(body, "manifest");
    for (const auto& [key, value] : jsonField(body, "labels").items())
        options.labels.push_back(key + "=" + value.get<std::string>());
    return options;
}

Result<void> readMounts(const Json& body, SandboxOptions& options)
{
    for (const auto& mount : jsonField(body, "mounts")) {
        const auto source = jsonString(mount, "source");
        const auto target = jsonString(mount, "target");
        if (!source.starts_with('/') || !target.starts_with('/'))
            return Error(
                ErrorCode::InvalidArgument, "mounts: source and target must be absolute paths");
        options.mounts.push_back(
            source + ":" + target + (jsonBool(mount, "writable") ? ":rw" : ":ro"));
    }
    return {};
}

/// Whoever may not do everything gets no more than this. Looked at when all is known: a profile may
/// ask for as much as a member does.
Result<void>
checkScopes(const Caller& caller, const SandboxOptions& options, const OpenRequest& request)
{
    const auto denied = [](const std::string& what, Scope scope) {
        return Error(
            ErrorCode::PermissionDenied,
            what + " takes the scope " + std::string(scopeName(scope)));
    };
    if (!options.commitTag.empty() && !caller.may(Scope::Images))
        return denied("commit", Scope::Images);
    if (request.pull == Pull::Always && !caller.may(Scope::Images))
        return denied("fetching an image", Scope::Images);
    if (caller.may(Scope::Admin))
        return {};
    const auto& spec = request.session.sandbox;
    const auto& container = containerOf(spec);
    const auto& network = spec.network.name;
    const auto& limits = spec.limits;
    const std::pair<bool, const char*> relaxations[]
        = {{!container.mounts.empty(), "mounts"},
           {!options.user.empty() || isRootUser(container.user), "another user"},
           {!container.runtime.empty(), "runtime"},
           {!container.gpus.empty(), "gpus"},
           {container.writableRoot, "a writable root"},
           {!container.extraHosts.empty(), "add_host"},
           {!container.labels.empty(), "labels"},
           {!container.existing.empty(), "an existing container or pod"},
           {!container.entrypoint.empty(), "entrypoint"},
           {podOf(spec) != PodOptions(), "namespace, manifest, container and agent_image"},
           {!network.empty() && network != "bridge" && network != "pod", "that network"},
           {limits.memoryBytes == 0, "no memory limit"},
           {!options.cpus.empty() && limits.cpus <= 0, "no CPU limit"},
           {limits.pids == 0, "no process limit"},
           {limits.diskBytes == 0, "no disk limit"},
           {request.runLimits.wallSeconds == 0, "no time limit"},
           {request.runLimits.outputBytes == 0, "no output limit"}};
    for (const auto& [isAsked, what] : relaxations)
        if (isAsked)
            return denied(what, Scope::Admin);
    return {};
}

Result<void> readRunLimits(const Json& body, RunLimits& limits)
{
    limits.wallSeconds = jsonNumber(body, "timeout", limits.wallSeconds);
    limits.cpuSeconds = jsonNumber(body, "cpu_time", limits.cpuSeconds);
    return readSize("output_limit", jsonString(body, "output_limit"), limits.outputBytes);
}

Result<void> readPolicy(const Composition& parts, const Json& body, OpenRequest& request)
{
    request.policy = jsonString(body, "policy");
    if (request.policy.empty())
        return {};
    auto found = findPolicy(parts, request.policy);
    if (!found)
        return std::move(found.error()).within("policy");
    request.session.policy = *std::move(found);
    return {};
}

/// Who started the server chose where others' programs run, and what they are held against.
Result<void> checkChosen(const Caller& caller, const Json& body, const Json& defaults)
{
    if (caller.may(Scope::Admin))
        return {};
    for (const char* name : {"engine", "policy"}) {
        const auto& chosen = jsonField(defaults, name);
        const auto& asked = jsonField(body, name);
        if (!chosen.is_null() && !asked.is_null() && asked != chosen)
            return Error(
                ErrorCode::PermissionDenied,
                std::string(name) + " is " + writeJson(chosen)
                    + " here, as whoever started this server chose; leave it out");
    }
    return {};
}

/// Nothing of this machine's is read for somebody who is not on it.
Result<void> planAll(
    const Composition& parts, const Json& body, const SandboxOptions& options,
    const Language& language, OpenRequest& request)
{
    RuntimeProfile profile;
    if (!options.profile.empty()) {
        auto found = parts.profiles().find(options.profile);
        if (!found)
            return std::move(found.error()).within("profile");
        profile = *std::move(found);
        request.runLimits = profile.runLimits;
    }
    if (isEnvironmentFile(options.environment))
        return optionError(
            "--environment", "only the name of one in the image; list packages in libraries");
    SANDBENCH_TRY(auto plan, planSandbox(options, parts.sizes(), profile));
    for (const auto& file : jsonField(body, "manifests"))
        SANDBENCH_TRY_VOID(addManifest(
            "manifests", jsonString(file, "name"), jsonString(file, "content"), plan.packages));
    const bool needsNetwork = !plan.packages.empty() && options.libraries.empty();
    if (needsNetwork && options.network.empty() && options.engine != "local"
        && containerOf(plan.spec).existing.empty() && plan.spec.network.name.empty())
        plan.spec.network = {options.engine == "kubernetes" ? "pod" : "bridge", true};
    SANDBENCH_TRY_VOID(planPackages(options, language, parts.settings().packages, plan));
    podOf(plan.spec).manifest = options.manifest;
    containerOf(plan.spec).entrypoint = jsonTexts(body, "entrypoint");
    if (options.engine != "local" && plan.spec.image.empty()
        && containerOf(plan.spec).existing.empty())
        plan.spec.image = defaultImage(&language);
    request.pull = plan.pull;
    request.limitNames = plan.limitOptions;
    request.session.sandbox = std::move(plan.spec);
    request.session.profile = options.profile;
    request.installs
        = {plan.installs,
           request.session.sandbox.network.installPhaseOnly,
           {},
           plan.packages,
           plan.wrapper};
    return {};
}

Result<OpenRequest> read(const Composition& parts, const Caller& caller, const Json& body)
{
    OpenRequest request;
    auto options = optionsOf(body);
    if (const auto engine = parts.engines().find(options.engine); !engine)
        return Error(engine.error()).within("engine");
    request.engine = options.engine;
    SANDBENCH_TRY(const auto language, languageIn(parts, body, "python"));
    request.language = language.id;
    SANDBENCH_TRY_VOID(readMounts(body, options));
    SANDBENCH_TRY_VOID(planAll(parts, body, options, language, request));
    SANDBENCH_TRY_VOID(readRunLimits(body, request.runLimits));
    SANDBENCH_TRY_VOID(readPolicy(parts, body, request));
    request.session.env = textMapIn(body, "env");
    SANDBENCH_TRY_VOID(checkEnvironment(request.session.env));
    SANDBENCH_TRY_VOID(checkWords(request.session.env));
    request.isKept = jsonBool(body, "keep");
    request.idle = std::chrono::seconds(jsonInt(body, "idle_seconds"));
    request.lifetime = std::chrono::seconds(jsonInt(body, "lifetime_seconds"));
    SANDBENCH_TRY_VOID(checkScopes(caller, options, request));
    if (!caller.may(Scope::Images))
        request.pull = Pull::Never;
    return request;
}

} // namespace

Result<OpenRequest>
readOpen(const Composition& parts, const Caller& caller, const Json& body, const Json& defaults)
{
    SANDBENCH_TRY_VOID(checkFields(body, openFields()));
    SANDBENCH_TRY_VOID(checkChosen(caller, body, defaults));
    auto whole = defaults;
    for (const auto& [name, value] : body.items())
        if (!value.is_null())
            whole[name] = value;
    auto request = read(parts, caller, whole);
    // A name that nothing has is the body's mistake: not found would be what the path names.
    if (!request)
        return asWrongMember(inMemberNames(request.error()));
    request->limitNames = memberNamesIn(request->limitNames);
    return request;
}

} // namespace sandbench::workspace
