// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/engine.h"
#include "core/engine/kubernetes/kube_api.h"

#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

/// What of ours is in a cluster, and how it is removed: in every namespace, or where that is
/// forbidden, in the context's own. Errors of every call: also KubeApi's. Thread: any.
/// Source: Kubernetes API v1, Pod, NetworkPolicy (networking.k8s.io/v1), Job (batch/v1) and
/// SandboxClaim (claim.h).
namespace sandbench::kubernetes {

/// Pods of ours in every state, whoever opened them, Jobs of ours without a pod, and claims of
/// ours; ids are "NAMESPACE/NAME". Pods that another controller than a Job makes are not ours,
/// whatever their labels.
Result<std::vector<SandboxInfo>> listSandboxes(const KubeApi& api, std::stop_token stop);

/// Ends a pod of ours and removes its Job, claim and network policy; returns when it is gone. @p
/// id: as above, the same of its Job or claim, the pod's name alone, or the session. Errors:
/// NotFound, InvalidArgument (several).
Result<void> removeSandbox(const KubeApi& api, const std::string& id, std::stop_token stop);

/// Removes every pod of ours that mayReap() allows, and network policies of ours that no pod needs.
/// What cannot be removed is left for the next time. Returns how many things went.
Result<std::size_t> removeStale(const KubeApi& api, std::stop_token stop);

/// Ends the pod with this uid (empty = whichever has the name) and returns when it is gone: the
/// node has a second for it; one that says nothing for 15 s is not waited for any longer.
/// Success where there is none.
Result<void> removePod(
    const KubeApi& api, const std::string& namespaceName, const std::string& name,
    const std::string& uid, std::stop_token stop);

} // namespace sandbench::kubernetes
