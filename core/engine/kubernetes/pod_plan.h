// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/engine/engine.h"
#include "core/engine/kubernetes/pod_options.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::kubernetes {

/// A layer that the agent sees to.
inline constexpr auto kOwnFilter = "system-call filter";
/// Where the agent is in a pod of ours, and its folder, an emptyDir.
inline constexpr std::string_view kAgentFolder = "/.sandbench";
inline constexpr std::string_view kAgentPath = "/.sandbench/agent";

/// What a pod depends on besides the spec.
struct PodSettings
{
    std::string name; ///< Of the pod, and of its network policy.
    std::string namespaceName;
    std::string owner; ///< See core/engine/ownership.h.
    std::string image; ///< What the spec names, or the engine's default.
    std::string agentImage; ///< Brings the agent; empty = it is streamed through a shell.
    int minorVersion = 20; ///< Of the cluster.
    std::int64_t user = 65534; ///< Where containerOf(spec).user is empty.
};

/// How a sandbox becomes a pod.
struct PodPlan
{
    Json pod; ///< Whole, of `POST /api/v1/namespaces/{}/pods`.
    std::string container; ///< Which one is the sandbox.
    bool streamsAgent = false; ///< Its first process waits for somebody to put the agent there.
    bool isAlone = false; ///< The agent is its first process, and there is no other container,
                          ///< nor one that comes before it.
    GuestSetup setup;
    IsolationReport isolation; ///< Without the network's layer: that is probed.
    std::string network; ///< "none", "pod"
    /// What the user's manifest says otherwise than our defaults, line by line:
    /// "spec.containers[sandbox].securityContext.readOnlyRootFilesystem: false instead of true".
    std::vector<std::string> differences;
};

/// Deny by default: the restricted Pod Security Standard, no service account token, no service
/// links, a read-only root with sized scratch folders, limits that equal requests, a deadline.
/// podOf(spec).manifest (JSON or YAML, a whole Pod or a fragment of one) is merged over it, as a
/// strategic merge does: objects by key, containers, volumes, env by name, volumeMounts by
/// mountPath, tolerations appended; null removes. Name, namespace, labels of ours, restartPolicy
/// and the sandbox's command stay ours. Every relaxation that the merge brings is in
/// isolation.relaxations. No I/O. Errors: InvalidArgument naming the field, Unsupported (what a pod
/// cannot have, such as commitTag, platform, gpus of device ids …, each by its option).
Result<PodPlan> planPod(const SandboxSpec& spec, const PodSettings& settings);

/// Fills plan.isolation by what else is in @p plan.
void finishReport(PodPlan& plan, const SandboxSpec& spec, const PodSettings& settings);

/// What the agent sees to, the filter and the process limit, is claimed only where programs cannot
/// replace it: it comes with an image, or @p isGuarded, its folder is closed to them.
void reportAgentsFile(PodPlan& plan, bool isGuarded);

/// Refuses all traffic to and from pods of the session, for as long as the pod with this uid is
/// there (ownerReference).
Json networkPolicyFor(
    const PodSettings& settings, const std::string& sessionId, const std::string& podUid);

/// The names of those network policies in @p list, but for @p own, that let a pod with @p labels
/// through in any direction. Policies only ever add up: one of them undoes networkPolicyFor(). For
/// untrusted text; at most 16 names, each one line.
std::vector<std::string>
policiesThatOpen(const Json& list, const Json& labels, const std::string& own);

/// How a session uses a pod that somebody else made. Errors: InvalidArgument (options that only
/// make sense for a new pod; several containers and none named), Unavailable (not running, with its
/// reason), Protocol.
Result<PodPlan> planExistingPod(const SandboxSpec& spec, const Json& pod);

} // namespace sandbench::kubernetes
