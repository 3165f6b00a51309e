// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/kubernetes/exec_stream.h"
#include "core/engine/kubernetes/kube_api.h"
#include "core/engine/kubernetes/pod_state.h"

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

namespace sandbench::kubernetes {

std::string podsPath(const std::string& namespaceName);
std::string podPath(const ExecTarget& target);
std::string networkPoliciesPath(const std::string& namespaceName);
std::string networkPolicyPath(const std::string& namespaceName, const std::string& name);

/// Between two questions, where something on the way lets no watch live or breaks what is asked.
inline constexpr std::chrono::milliseconds kRest(200);

/// What KubeApi::watch() asks for of one pod from @p version on.
Query watchOf(
    const ExecTarget& target, const std::string& version,
    std::chrono::steady_clock::duration lasting);

/// Running: by the pod's state. Started: or by the word of its node, an event that comes up to a
/// second before it; the state that awaitPod() returns may be Waiting then.
enum class Until { Started, Running };

/// Waits for the container, by a watch from @p pod's own version on. @p onWaiting: the reason, each
/// time that it changes; from any thread, one at a time. Errors: what makes waiting hopeless, see
/// PodState; NotFound (somebody removed it), ResourceExhausted (no node has room for it, and no
/// autoscaler says that it makes some), Timeout after ten minutes, Cancelled, the connection's.
Result<PodState> awaitPod(
    const KubeApi& api, const ExecTarget& target, const Json& pod, Until until,
    const std::function<void(std::string_view)>& onWaiting, std::stop_token stop);

/// Ends the pod and returns when its programs have really ended, as its node says: that takes a
/// node some seconds. @p isEmpty: it is known that none of its programs is left, so that the node
/// has nothing to end and nobody has to wait. Errors: Timeout, the connection's.
Result<void> removePod(
    const KubeApi& api, const ExecTarget& target, bool isEmpty = false, std::stop_token stop = {});
/// Asks several times where the cluster is busy or away for a moment. Success where there is none.
Result<void> removeObject(
    const KubeApi& api, const std::string& path, const Json& options, std::stop_token stop);
/// The same of what makes pods, such as a Job: they go soon afterwards, and no other one is made.
/// @p uid: empty = whichever is at @p path.
Result<void> removeMaker(
    const KubeApi& api, const std::string& path, const std::string& uid, std::stop_token stop);
/// Of a network policy, which goes at once.
Result<void> removeNetworkPolicy(
    const KubeApi& api, const std::string& namespaceName, const std::string& name,
    std::stop_token stop = {});

} // namespace sandbench::kubernetes
