// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/kubernetes/kube_api.h"
#include "core/engine/kubernetes/pod_plan.h"

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

/// Pods that a warm pool of the cluster's gives, one for each claim: a claimed pod is nobody
/// else's, and goes with its claim. Source: kubernetes-sigs/agent-sandbox,
/// extensions.agents.x-k8s.io/v1beta1 (SandboxClaim) and agents.x-k8s.io/v1beta1 (Sandbox).
namespace sandbench::kubernetes {

/// "python" of "sandboxwarmpool/python", as ContainerOptions::existing says it; empty = it names a
/// pod.
std::string warmPoolOf(std::string_view existing);

std::string claimsPath(const std::string& namespaceName);
std::string claimPath(const std::string& namespaceName, const std::string& name);

/// Of the settings' name, with our labels and annotations. No I/O.
Json claimOf(const SandboxSpec& spec, const PodSettings& settings, const std::string& pool);

/// Asks for a pod of @p pool and waits for it. @p onWaiting: the reason, each time that it changes.
/// Returns the pod's name. Errors: Unsupported (the cluster has no such pools), NotFound (not this
/// one), Unavailable (the pool gives none), Timeout after ten minutes, Cancelled, the connection's;
/// after all but the first the claim may be there.
Result<std::string> claimPod(
    const KubeApi& api, const Json& claim, const std::function<void(std::string_view)>& onWaiting,
    std::stop_token stop);

} // namespace sandbench::kubernetes
