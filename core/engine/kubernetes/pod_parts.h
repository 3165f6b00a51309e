// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/engine/engine.h"
#include "core/engine/kubernetes/manifest_merge.h"

#include <optional>
#include <string>
#include <string_view>

namespace sandbench::kubernetes {

/// How things in a pod of ours are called.
namespace part {
inline constexpr std::string_view kSandbox = "sandbox";
inline constexpr std::string_view kAgent = "sandbench-agent"; ///< Init container and volume.
inline constexpr std::string_view kManagedBy = "app.kubernetes.io/managed-by";
inline constexpr std::string_view kManager = "sandbench";
/// The sandbox's first program until somebody brings the agent: it sleeps on a named pipe, or looks
/// again and again in an image that has no mkfifo.
inline constexpr std::string_view kWaitScript
    = "if mkfifo /.sandbench/go 2>/dev/null; then read -r go < /.sandbench/go; fi; "
      "until [ -f /.sandbench/agent ]; do sleep 0.02 2>/dev/null || sleep 1; done; "
      "exec /.sandbench/agent hold";
} // namespace part

/// "1000", "1000:1000" or "root"; a pod knows no other names. Errors: InvalidArgument.
struct NumericUser
{
    std::int64_t user = 0, group = 0;
};
Result<NumericUser> parseNumericUser(const std::string& text);

/// Everything in @p spec that a pod cannot have or that cannot be meant. No I/O. Errors:
/// InvalidArgument, Unsupported, each naming the option and what to do.
Result<void> checkPodOptions(const SandboxSpec& spec);
/// With an existing pod only user, working folder, container and namespace may be chosen. Errors:
/// InvalidArgument.
Result<void> checkExistingPodOptions(const SandboxSpec& spec);

/// Labels as Kubernetes takes them. Source: kubernetes.io, "Labels and Selectors".
bool isLabelKey(std::string_view key);
bool isLabelValue(std::string_view value);
/// RFC 1123 label: names of namespaces and containers.
bool isDnsLabel(std::string_view name);

/// What a container's field says, or else the pod's, which holds for it then.
const Json& securityField(const Json& spec, const Json& container, std::string_view field);

/// What really isolates a container, as its pod says: layers, what is missing, and by name what
/// goes beyond the default. Without network, pids, sizes of folders in memory and how it ends.
IsolationReport reportPod(const Json& pod, const std::string& container);

/// Whether it was made by us, with the agent in it.
bool isSandboxPod(const Json& pod, const Json& container);

} // namespace sandbench::kubernetes
