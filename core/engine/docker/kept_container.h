// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/docker/engine_link.h"
#include "core/engine/docker/existing_container.h"
#include "core/engine/docker/stream_demux.h"

#include <memory>
#include <string>
#include <vector>

namespace sandbench::docker {

/// A program beside a container's first one.
struct ExecutedAgent
{
    std::string id;
    std::unique_ptr<DemuxStream> stream;
};
/// Errors: the engine's.
Result<ExecutedAgent> execAgent(
    const EngineLink& link, const std::string& container, const std::vector<std::string>& command,
    const std::string& user, std::stop_token stop);
/// For some seconds at most.
void awaitEndOfExec(const DockerApi& api, const std::string& exec);

/// A sandbox of ours that an earlier program kept.
struct KeptContainer
{
    ExistingContainer container; ///< With the setup of a sandbox of our own.
    std::string name;
    bool isNetworkDropped = false;
};

/// Errors: NotFound when it is gone, or is not what SandboxSpec::adopts and sessionId say.
Result<KeptContainer>
findKept(const EngineLink& link, const SandboxSpec& spec, std::stop_token stop);
/// The same of `/containers/{id}/json`. No I/O.
Result<KeptContainer>
planKept(const SandboxSpec& spec, const EngineFacts& facts, const Json& inspected);

} // namespace sandbench::docker
