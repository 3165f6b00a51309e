// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/kubernetes/exec_stream.h"

#include <memory>
#include <stop_token>
#include <string>

namespace sandbench::kubernetes {

/// Shell programs that greet with a line "+machine", take an agent of $bytes bytes from their input
/// and end as a relay to it:
/// - in a pod of ours, where its first process waits for it;
std::string ownScript();
/// - in somebody else's, where it is held beside the pod's own processes;
std::string visitorScript(const std::string& sessionId);
/// - there again, when a connection was lost: only the relay.
std::string relayScript(const std::string& sessionId);

/// Runs one of them with the agent for the container's machine. Errors: ExecStream's; Unsupported
/// (no shell, or no agent for that machine).
Result<std::unique_ptr<ByteStream>> bringAgent(
    const KubeApi& api, const ExecTarget& target, const std::string& script, std::stop_token stop);

} // namespace sandbench::kubernetes
