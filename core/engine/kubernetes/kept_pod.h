// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/link.h"
#include "core/engine/kubernetes/pod_plan.h"

#include <string>
#include <string_view>

/// A pod of ours that outlives the program that made it: its agent waits for the next host, which
/// shows that it is one by the link's token. No I/O.
namespace sandbench::kubernetes {

/// SandboxSpec::adopts of a pod: whoever knows it, and may enter pods, has the sandbox.
struct KeptPodKey
{
    std::string namespaceName, pod;
    agent::Link::Token token = {};

    /// "NAMESPACE/POD/TOKEN", the token in hexadecimal digits.
    std::string text() const;
};
/// Errors: InvalidArgument.
Result<KeptPodKey> parseKeptPodKey(std::string_view text);

/// How a session goes on in @p pod, whose state may follow its start up to a second later.
/// @p isDropped: its network was taken away meanwhile. Errors: NotFound (it does not run any more,
/// or is not of the session).
Result<PodPlan>
planKeptPod(const SandboxSpec& spec, const PodSettings& settings, const Json& pod, bool isDropped);
/// What planKeptPod() says of a pod that is not there.
Error keptPodIsGone(const SandboxSpec& spec);

} // namespace sandbench::kubernetes
