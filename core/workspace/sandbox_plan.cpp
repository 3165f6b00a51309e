// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/sandbox_plan.h"

#include "core/engine/kubernetes/kube_connection.h"
#include "core/engine/kubernetes/pod_options.h"
#include "core/engine/profile_spec.h"
#include "core/policy/scratch_space.h"
#include "core/workspace/option_values.h"
#include "core/workspace/package_plan.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace sandbench {
namespace {

struct Given
{
    const char* option;
    bool given;
};

/// The first of @p list that was given; null = none.
const char* firstGiven(const std::vector<Given>& list)
{
    const auto found
        = std::find_if(list.begin(), list.end(), [](const Given& entry) { return entry.given; });
    return found == list.end() ? nullptr : found->option;
}

/// What makes a new container out of an image.
std::vector<Given> optionsOfNewContainers(const SandboxOptions& options)
{
    return {
        {"--image", !options.image.empty()},
        {"--build", !options.buildFolder.empty()},
        {"--pull", !options.pull.empty()},
        {"--platform", !options.platform.empty()},
        {"--no-keep-template", !options.keepTemplate},
        {"--commit", !options.commitTag.empty()},
        {"--root", !options.root.empty()},
        {"--network", !options.network.empty() && options.network != "none"},
        {"--entrypoint", !options.entrypoint.empty()},
        {"--runtime", !options.runtime.empty()},
        {"--gpus", !options.gpus.empty()},
        {"--mount", !options.mounts.empty()},
        {"--add-host", !options.extraHosts.empty()},
        {"--label", !options.labels.empty()}};
}

Result<void> checkEngineHasThem(const SandboxOptions& options)
{
    if (options.engine != "local")
        return {};
    auto list = optionsOfNewContainers(options);
    list.push_back({"--container", !options.container.empty()});
    list.push_back({"--user", !options.user.empty()});
    list.push_back({"--workdir", !options.workingFolder.empty()});
    list.push_back({"--connection", !options.connection.empty()});
    list.push_back({"--install", !options.installs.empty()});
    if (const auto* option = firstGiven(list))
        return optionError(
            option, "the embedded engine has nothing of that kind; add --engine docker or podman");
    return {};
}

bool isKubernetes(const SandboxOptions& options)
{
    return options.engine == "kubernetes";
}

/// What the sandbox is to be, instead of a new one; empty = nothing.
const std::string& existingOf(const SandboxOptions& options)
{
    return isKubernetes(options) ? options.pod : options.container;
}

Result<void> checkPodOptions(const SandboxOptions& options)
{
    if (!isKubernetes(options)) {
        const auto* option = firstGiven(
            {{"--context", !options.context.empty()},
             {"--namespace", !options.namespaceName.empty()},
             {"--manifest", !options.manifest.empty()},
             {"--pod", !options.pod.empty()},
             {"--agent-image", !options.agentImage.empty()}});
        if (option)
            return optionError(option, "only Kubernetes has that; add --engine kubernetes");
        return {};
    }
    const auto* images = firstGiven(
        {{"--build", !options.buildFolder.empty()},
         {"--pull", !options.pull.empty()},
         {"--no-keep-template", !options.keepTemplate}});
    if (images)
        return optionError(
            images,
            "a cluster's nodes keep and fetch their images themselves, from a registry; put the "
            "image there, and say imagePullPolicy in a --manifest");
    if (!options.namespaceName.empty() && !kubernetes::isNamespaceName(options.namespaceName))
        return optionError("--namespace", "'" + options.namespaceName + "' is no namespace's name");
    if (!options.context.empty() && !options.connection.empty()
        && options.context != options.connection)
        return optionError(
            "--context", "--connection names another context; leave one of them out");
    return {};
}

Result<void> checkExisting(const SandboxOptions& options)
{
    if (existingOf(options).empty())
        return {};
    auto list = optionsOfNewContainers(options);
    list.push_back({"--install", !options.installs.empty()});
    list.push_back({"--profile", !options.profile.empty()});
    list.push_back({"--size", !options.size.empty()});
    list.push_back({"--memory", !options.memory.empty()});
    list.push_back({"--cpus", !options.cpus.empty()});
    list.push_back({"--pids", !options.pids.empty()});
    list.push_back({"--disk", !options.disk.empty()});
    list.push_back({"--manifest", !options.manifest.empty()});
    const std::string what = isKubernetes(options) ? "pod (--pod)" : "container (--container)";
    if (const auto* option = firstGiven(list))
        return optionError(
            option, "an existing " + what + " is used as it is; leave one of them out");
    return {};
}

Result<void> readLimits(const SandboxOptions& options, const SizeCatalog& sizes, SandboxPlan& plan)
{
    auto& limits = plan.spec.limits;
    if (!options.size.empty()) {
        const auto size = sizes.find(options.size);
        if (!size)
            return optionError("--size", size.error().message());
        limits.memoryBytes = size->memoryBytes;
        limits.cpus = size->cpus;
    }
    SANDBENCH_TRY_VOID(readSize("--memory", options.memory, limits.memoryBytes));
    if (options.profile.empty() || !options.size.empty() || !options.memory.empty())
        fitScratchSpace(limits);
    SANDBENCH_TRY_VOID(readSize("--disk", options.disk, limits.diskBytes));
    SANDBENCH_TRY_VOID(readCount("--pids", options.pids, limits.pids));
    SANDBENCH_TRY_VOID(readNumber("--cpus", options.cpus, limits.cpus));
    for (const auto& [option, given] : std::vector<Given>{
             {"--profile", !options.profile.empty()},
             {"--size", !options.size.empty()},
             {"--memory", !options.memory.empty()},
             {"--cpus", !options.cpus.empty()}})
        if (given)
            plan.limitOptions += (plan.limitOptions.empty() ? "" : ", ") + std::string(option);
    return {};
}

Result<Pull> readPull(const std::string& text)
{
    if (text.empty() || text == "missing")
        return Pull::Missing;
    if (text == "always")
        return Pull::Always;
    if (text == "never")
        return Pull::Never;
    return optionError("--pull", "'" + text + "' is not missing, always or never");
}

/// SRC:DST[:rw]; a colon in SRC is kept, because DST begins with a slash.
Result<Mount> readMount(const std::string& text)
{
    Mount mount;
    std::string rest = text;
    if (rest.ends_with(":rw") || rest.ends_with(":ro")) {
        mount.writable = rest.ends_with("w");
        rest.resize(rest.size() - 3);
    }
    const auto split = rest.rfind(":/");
    if (split == std::string::npos || split == 0)
        return optionError(
            "--mount", "'" + text + "' is not SRC:DST or SRC:DST:rw with an absolute DST");
    mount.target = rest.substr(split + 1);
    std::error_code failure;
    mount.source = std::filesystem::absolute(rest.substr(0, split), failure).lexically_normal();
    if (failure)
        return optionError("--mount", "'" + text + "': " + failure.message());
    return mount;
}

Result<void> readLists(const SandboxOptions& options, ContainerOptions& container)
{
    for (const auto& text : options.mounts) {
        SANDBENCH_TRY(auto mount, readMount(text));
        container.mounts.push_back(std::move(mount));
    }
    for (const auto& text : options.extraHosts) {
        const auto colon = text.find(':');
        if (colon == std::string::npos || colon == 0 || colon + 1 == text.size())
            return optionError("--add-host", "'" + text + "' is not NAME:ADDRESS");
        container.extraHosts.push_back(text);
    }
    for (const auto& text : options.labels) {
        const auto equals = text.find('=');
        if (equals == 0 || text.empty())
            return optionError("--label", "'" + text + "' is not KEY=VALUE");
        const auto key = text.substr(0, equals);
        container.labels[key] = equals == std::string::npos ? "" : text.substr(equals + 1);
    }
    std::istringstream words(options.entrypoint);
    for (std::string word; words >> word;)
        container.entrypoint.push_back(word);
    return {};
}

Result<void> readContainer(const SandboxOptions& options, ContainerOptions& container)
{
    if (!options.workingFolder.empty() && !options.workingFolder.starts_with('/'))
        return optionError("--workdir", "'" + options.workingFolder + "' is not an absolute path");
    if (!options.platform.empty() && !options.platform.starts_with("linux/"))
        return optionError(
            "--platform", "'" + options.platform + "' is not like linux/amd64 or linux/arm64");
    if (!options.root.empty() && options.root != "read-only" && options.root != "writable")
        return optionError("--root", "'" + options.root + "' is not read-only or writable");
    container.existing = existingOf(options);
    if (!options.root.empty())
        container.writableRoot = options.root == "writable";
    if (!options.user.empty())
        container.user = options.user;
    container.workingFolder = options.workingFolder;
    container.runtime = options.runtime;
    container.gpus = options.gpus;
    container.commitTag = options.commitTag;
    container.keepTemplate = options.keepTemplate;
    container.platform = options.platform;
    return readLists(options, container);
}

Result<void> readBuild(const SandboxOptions& options, SandboxPlan& plan)
{
    if (options.buildFolder.empty())
        return {};
    if (!options.pull.empty())
        return optionError(
            "--pull", "there is nothing to fetch with --build; leave one of them out");
    std::error_code failure;
    const auto folder = std::filesystem::canonical(options.buildFolder, failure);
    if (failure || !std::filesystem::is_directory(folder, failure))
        return optionError("--build", "'" + options.buildFolder + "' is not a folder");
    plan.buildFolder = folder.string();
    return {};
}

void readNetwork(const SandboxOptions& options, SandboxPlan& plan)
{
    auto& network = plan.spec.network;
    if (!options.network.empty())
        network.name = options.network == "none" ? "" : options.network;
    plan.installs = options.installs;
    // What may keep a network needs none for its installs alone.
    if (options.network.empty() && !network.name.empty())
        return;
    const bool needsNetwork = !plan.installs.empty()
        || (options.wheels.empty()
            && !(
                options.libraries.empty() && options.requirements.empty()
                && !isEnvironmentFile(options.environment)));
    if (!needsNetwork || options.network == "none" || options.engine == "local"
        || !existingOf(options).empty())
        return;
    network.installPhaseOnly = true;
    if (network.name.empty())
        network.name = isKubernetes(options) ? "pod" : "bridge";
}

void readPod(const SandboxOptions& options, PodOptions& pod)
{
    if (!isKubernetes(options))
        return;
    pod.namespaceName = options.namespaceName;
    pod.container = options.container;
    pod.agentImage = options.agentImage;
}

} // namespace

const std::string& connectionOf(const SandboxOptions& options)
{
    const bool isCluster = options.engine == "kubernetes" && !options.context.empty();
    return isCluster ? options.context : options.connection;
}

Result<SandboxPlan>
planSandbox(const SandboxOptions& options, const SizeCatalog& sizes, const RuntimeProfile& profile)
{
    SANDBENCH_TRY_VOID(checkEngineHasThem(options));
    SANDBENCH_TRY_VOID(checkPodOptions(options));
    SANDBENCH_TRY_VOID(checkExisting(options));
    SandboxPlan plan;
    applyProfile(profile, options.engine != "local", plan.spec);
    SANDBENCH_TRY_VOID(readLimits(options, sizes, plan));
    SANDBENCH_TRY(plan.pull, readPull(options.pull));
    SANDBENCH_TRY_VOID(readBuild(options, plan));
    SANDBENCH_TRY_VOID(readContainer(options, containerOf(plan.spec)));
    readPod(options, podOf(plan.spec));
    readNetwork(options, plan);
    plan.spec.image = options.image;
    return plan;
}

} // namespace sandbench
