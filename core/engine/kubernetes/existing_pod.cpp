// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/engine/guest_path.h"
#include "core/engine/kubernetes/pod_options.h"
#include "core/engine/kubernetes/pod_parts.h"
#include "core/engine/kubernetes/pod_plan.h"
#include "core/engine/kubernetes/pod_state.h"

#include <algorithm>

namespace sandbench::kubernetes {

namespace {

constexpr std::string_view kNobody = "65534:65534";

/// Whether its root may become other users.
bool maySwitchUsers(const Json& container)
{
    const auto& rights = jsonField(container, "securityContext");
    const auto& capabilities = jsonField(rights, "capabilities");
    const auto& dropped = jsonField(capabilities, "drop");
    const auto& added = jsonField(capabilities, "add");
    const auto has = [&](std::string_view capability) {
        return jsonBool(rights, "privileged") || jsonHolds(added, capability)
            || jsonHolds(added, "ALL")
            || (!jsonHolds(dropped, "ALL") && !jsonHolds(dropped, capability));
    };
    return has("SETUID") && has("SETGID") && has("KILL");
}

Result<const Json*> chooseContainer(const Json& pod, const std::string& wanted)
{
    const auto& containers = jsonList(jsonField(pod, "spec"), "containers");
    if (containers.empty())
        return Error(ErrorCode::Protocol, "the cluster says nothing about the pod's containers");
    if (wanted.empty() && containers.size() == 1)
        return &containers[0];
    const auto* found = wanted.empty() ? nullptr : findItem(containers, "name", wanted);
    if (found)
        return found;
    return Error(
        ErrorCode::InvalidArgument,
        (wanted.empty() ? "the pod has several containers"
                        : "the pod has no container '" + oneLine(wanted, 60) + "'")
            + "; choose one of " + namesOf(containers) + " with --container");
}

/// Whom programs belong to; empty = to the user that the container's own are of.
Result<std::string>
userIn(const Json& spec, const Json& container, const std::string& asked, bool isSandbox)
{
    const auto& user = securityField(spec, container, "runAsUser");
    const auto id = user.is_number_integer() ? user.get<std::int64_t>() : -1;
    const bool mayBeRoot = id <= 0 && securityField(spec, container, "runAsNonRoot") != true;
    if (mayBeRoot && maySwitchUsers(container)) {
        if (!asked.empty())
            return asked;
        return id == 0 && !isSandbox ? std::string(kNobody) : std::string();
    }
    if (asked.empty() || asked.substr(0, asked.find(':')) == std::to_string(id))
        return std::string();
    return Error(
        ErrorCode::InvalidArgument,
        "--user " + oneLine(asked, 60)
            + " is not possible: programs in a pod belong to the container's own user"
            + (id >= 0 ? ", which is " + std::to_string(id) : ""));
}

} // namespace

Result<PodPlan> planExistingPod(const SandboxSpec& spec, const Json& pod)
{
    SANDBENCH_TRY_VOID(checkExistingPodOptions(spec));
    const auto podName = oneLine(containerOf(spec).existing, 253);
    if (!pod.is_object() || jsonString(jsonField(pod, "metadata"), "uid").empty())
        return Error(ErrorCode::Protocol, "the cluster says nothing about the pod " + podName);
    SANDBENCH_TRY(const auto* container, chooseContainer(pod, podOf(spec).container));
    PodPlan plan;
    plan.pod = pod;
    plan.container = jsonString(*container, "name");
    const auto state = readPodState(pod, plan.container);
    if (state.phase != PodState::Phase::Running || state.isBeingRemoved)
        return Error(
            ErrorCode::Unavailable, "the pod " + podName + " does not run: " + state.reason);

    const bool isSandbox = isSandboxPod(pod, *container);
    plan.streamsAgent = !isSandbox;
    plan.network = "pod";
    plan.isolation = reportPod(pod, plan.container);
    auto& report = plan.isolation;
    report.relaxations.insert(report.relaxations.begin(), "existing pod " + podName);
    report.miss(
        "pids cgroup", "a pod cannot say how many processes it may have",
        "let the cluster's administrator set podPidsLimit of the kubelet");

    auto& setup = plan.setup;
    SANDBENCH_TRY(
        setup.user, userIn(jsonField(pod, "spec"), *container, containerOf(spec).user, isSandbox));
    // What the container's first user is does not matter where programs have another.
    if (!setup.user.empty() && !isRootUser(setup.user))
        std::erase_if(report.relaxations, [](const auto& text) {
            return text == "user root" || text.starts_with("user of the image");
        });
    setup.filterSystemCalls = true;
    setup.temporaryFolder = "/tmp/sandbench-" + spec.sessionId;
    setup.workFolder = setup.temporaryFolder + "/work";
    setup.homeFolder = setup.temporaryFolder + "/home";
    setup.currentFolder = spec.workingFolder;
    setup.removeAgentFile = !isSandbox;
    return plan;
}

} // namespace sandbench::kubernetes
