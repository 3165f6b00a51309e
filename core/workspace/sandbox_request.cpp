// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/sandbox_request.h"

#include "core/base/option_values.h"
#include "core/engine/container_options.h"
#include "core/engine/embedded_engines.h"
#include "core/engine/install_network.h"
#include "core/engine/kubernetes/manifest.h"
#include "core/engine/kubernetes/pod_options.h"
#include "core/engine/profile_spec.h"
#include "core/engine/slurm/slurm_options.h"
#include "core/policy/scratch_space.h"
#include "core/workspace/member_names.h"
#include "core/workspace/members.h"
#include "core/workspace/package_plan.h"

#include <filesystem>

namespace sandbench::workspace {
namespace {

bool isCluster(const SandboxRequest& request)
{
    return request.engine == "kubernetes";
}

bool hasNoImages(const SandboxRequest& request)
{
    return isEmbedded(request.engine)
        || (request.engine == "slurm" && slurmOf(request.session.sandbox).embedded);
}

bool wasSaid(const Json& said, std::string_view name)
{
    const auto* member = findMember(name);
    return member && isSaid(*member, jsonField(said, name));
}

/// What of @p said the engine knows. What it does anyway is left out, what would be lost is an
/// error.
Result<Json> knownOf(const Json& said, const std::string& engine)
{
    auto known = said;
    for (const auto* group : memberGroups())
        for (const auto& member : group->members) {
            if (group->isKnownTo(engine) || findMember(member.field.name, engine) != &member)
                continue;
            const auto& value = jsonField(said, member.field.name);
            const bool isUsual = member.isUsualOn && member.isUsualOn(value, engine);
            if (isSaid(member, value) && !isUsual)
                return optionError(optionName(member, value), group->elsewhere(engine));
            known.erase(std::string(member.field.name));
        }
    return known;
}

/// A container or pod that is there already is what it is.
Result<void> checkExisting(const Json& said, const SandboxRequest& request)
{
    const std::string what = isCluster(request) ? "pod" : "container";
    if (jsonString(said, what).empty())
        return {};
    for (const auto& [name, value] : said.items()) {
        const auto* member = findMember(name, request.engine);
        if (!member || member->isForExisting || member->isOfItsImage)
            continue;
        // It may have what "none" says that it should not have.
        const bool isNothing = !member->nothing.empty() && value == Json(member->nothing);
        if (isSaid(*member, value) || isNothing)
            return optionError(
                optionName(*member, value),
                "an existing " + what + " (--" + what
                    + ") is used as it is; leave one of them out");
    }
    return {};
}

Result<void> readKind(const Catalogs& catalogs, const Json& said, SandboxRequest& request)
{
    request.engine = jsonString(said, "engine", request.engine);
    SANDBENCH_TRY(const auto language, languageIn(catalogs.languages, said, request.language));
    request.language = language.id;
    const auto context = jsonString(said, "context"), connection = jsonString(said, "connection");
    if (isCluster(request) && !context.empty() && !connection.empty() && context != connection)
        return optionError(
            "--context", "--connection names another context; leave one of them out");
    return {};
}

/// Where the other members begin.
Result<void> readProfile(const Catalogs& catalogs, const Json& said, SandboxRequest& request)
{
    request.session.profile = jsonString(said, "profile");
    if (request.session.profile.empty())
        return {};
    const auto profile = catalogs.profiles.find(request.session.profile);
    if (!profile)
        return optionError("--profile", profile.error().message());
    request.runLimits = profile->runLimits;
    applyProfile(*profile, !isEmbedded(request.engine), request.session.sandbox);
    return {};
}

Result<void> readSpec(const Catalogs& catalogs, const Json& said, SandboxRequest& request)
{
    auto& spec = request.session.sandbox;
    if (const auto name = jsonString(said, "size"); !name.empty()) {
        const auto size = catalogs.sizes.find(name);
        if (!size)
            return optionError("--size", size.error().message());
        spec.limits.memoryBytes = size->memoryBytes;
        spec.limits.cpus = size->cpus;
    }
    for (const auto& [name, value] : said.items())
        if (const auto* member = findMember(name, request.engine)) {
            SANDBENCH_TRY_VOID(readMember(*member, value, spec));
            SANDBENCH_TRY_VOID(readMember(*member, value, request.runLimits));
        }
    const bool isAsProfileSays
        = wasSaid(said, "profile") && !wasSaid(said, "size") && !wasSaid(said, "memory");
    if (!wasSaid(said, "disk") && !isAsProfileSays)
        fitScratchSpace(spec.limits);
    for (const auto* name : {"profile", "size", "memory", "cpus"})
        if (wasSaid(said, name))
            request.limitNames += (request.limitNames.empty() ? "--" : ", --") + std::string(name);
    return {};
}

Result<void> readImage(const Json& said, SandboxRequest& request)
{
    const auto pull = jsonString(said, "pull");
    if (!pull.empty() && pull != "missing" && pull != "always" && pull != "never")
        return optionError("--pull", "'" + pull + "' is not missing, always or never");
    request.pull = pull == "always" ? Pull::Always : pull == "never" ? Pull::Never : Pull::Missing;
    const auto named = jsonString(said, "build");
    request.dockerfile = jsonString(said, "dockerfile");
    if (named.empty() && request.dockerfile.empty())
        return {};
    const std::string source = named.empty() ? "--dockerfile" : "--build";
    if (!pull.empty())
        return optionError(
            "--pull", "there is nothing to fetch with " + source + "; leave one of them out");
    if (named.empty())
        return {};
    if (!request.dockerfile.empty())
        return optionError("--dockerfile", "--build has one; leave one of them out");
    std::error_code failure;
    const auto folder = std::filesystem::canonical(named, failure);
    if (failure || !std::filesystem::is_directory(folder, failure))
        return optionError("--build", "'" + named + "' is not a folder");
    request.buildFolder = folder.string();
    return {};
}

/// What is installed needs a network, for that alone. @p asked: which one, also where the engine
/// has but one answer.
void planNetwork(const Json& said, const std::string& asked, SandboxRequest& request)
{
    auto& network = request.session.sandbox.network;
    // What a profile grants stays.
    if (asked.empty() && !network.name.empty())
        return;
    const bool fetchesPackages = wasSaid(said, "libraries") || wasSaid(said, "requirements")
        || wasSaid(said, "manifests") || isEnvironmentFile(jsonString(said, "environment"));
    const bool needsOne = wasSaid(said, "install") || (fetchesPackages && !wasSaid(said, "wheels"));
    if (!needsOne || asked == "none" || !containerOf(request.session.sandbox).existing.empty())
        return;
    network.installPhaseOnly = true;
    if (network.name.empty())
        network.name = usualInstallNetwork(request.engine);
}

/// The language says what to make a container from, where nobody else does.
void chooseImage(const Language& language, SandboxRequest& request)
{
    auto& spec = request.session.sandbox;
    const auto& pod = podOf(spec);
    const bool isNamed = !spec.image.empty() || !containerOf(spec).existing.empty()
        || !request.buildFolder.empty() || !request.dockerfile.empty()
        || (!pod.manifest.empty() && kubernetes::namesImage(pod.manifest, pod.container));
    if (!hasNoImages(request) && !isNamed)
        spec.image = defaultImage(&language);
}

void readUse(const Json& said, SandboxRequest& request)
{
    request.session.env = textMapIn(said, "env");
    request.policy = jsonString(said, "policy");
    request.isKept = jsonBool(said, "keep");
    request.idle = std::chrono::seconds(jsonInt(said, "idle_seconds"));
    request.lifetime = std::chrono::seconds(jsonInt(said, "lifetime_seconds"));
}

} // namespace

void addLayers(SandboxRequest& request, const LayerNames& layers)
{
    request.session.sandbox.requiredLayers.insert(layers.begin(), layers.end());
}

std::string connectionOf(const Json& said)
{
    const auto context = jsonString(said, "context");
    return jsonString(said, "engine") == "kubernetes" && !context.empty()
        ? context
        : jsonString(said, "connection");
}

Result<SandboxRequest> readSandbox(const Catalogs& catalogs, const Json& asked)
{
    SandboxRequest request;
    SANDBENCH_TRY_VOID(readKind(catalogs, asked, request));
    SANDBENCH_TRY(const auto said, knownOf(asked, request.engine));
    SANDBENCH_TRY_VOID(checkExisting(said, request));
    SANDBENCH_TRY_VOID(readProfile(catalogs, said, request));
    SANDBENCH_TRY_VOID(readSpec(catalogs, said, request));
    SANDBENCH_TRY_VOID(readImage(said, request));
    readUse(said, request);
    planNetwork(said, jsonString(asked, "network"), request);
    SANDBENCH_TRY(const auto language, catalogs.languages.find(request.language));
    chooseImage(language, request);
    request.installs.commands = jsonTexts(said, "install");
    SANDBENCH_TRY_VOID(planPackages(said, language, catalogs.packages, request));
    request.installs.dropsNetwork = request.session.sandbox.network.installPhaseOnly;
    return request;
}

Result<SandboxRequest> readSandbox(const Composition& parts, const Json& said)
{
    const auto engine = jsonString(said, "engine", SandboxRequest().engine);
    if (const auto found = parts.engines().find(engine); !found)
        return found.error();
    return readSandbox(
        Catalogs{parts.languages(), parts.sizes(), parts.profiles(), parts.settings().packages},
        said);
}

} // namespace sandbench::workspace
