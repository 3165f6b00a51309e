// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/kubernetes/kube_api.h"

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

/// A Job that makes one sandbox's pod, so that whatever admits the jobs of a cluster, such as
/// Kueue, admits sandboxes. Source: Kubernetes API batch/v1, Job; since 1.22 one may be suspended.
namespace sandbench::kubernetes {

std::string jobsPath(const std::string& namespaceName);
std::string jobPath(const std::string& namespaceName, const std::string& name);

/// With the name, labels and annotations of @p pod, which it makes once. No I/O.
Json jobOf(const Json& pod);

/// Waits for the pod of @p job, as the cluster made it: as long as it is suspended, else for ten
/// minutes. No other pod is taken for it, whatever its labels. @p onWaiting: the reason, each time
/// that it changes. Errors: NotFound (somebody removed the Job), Unavailable (it failed), Timeout,
/// Cancelled, the connection's.
Result<Json> awaitPodOfJob(
    const KubeApi& api, const Json& job, const std::function<void(std::string_view)>& onWaiting,
    std::stop_token stop);

} // namespace sandbench::kubernetes
