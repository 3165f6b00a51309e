// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/engine/docker/engine_facts.h"
#include "core/engine/engine.h"

#include <string>

namespace sandbench::docker {

/// A container that somebody else made, as we found it.
struct ExistingContainer
{
    std::string id, name, imageId, imageName, network;
    bool isRunning = false;
    bool isSandbox = false; ///< One of ours: the agent is in it already.
    std::string agentUser; ///< The agent runs as this user of the container.
    GuestSetup setup;
    IsolationReport isolation;
};

/// Converts `/containers/{id}/json` and decides how a session uses it: programs run as the user
/// that was asked for, else the container's own unless that is root, in a temporary folder. No I/O.
/// Errors: Unavailable for one that is paused, dead or restarting, with what to do; Protocol.
Result<ExistingContainer>
planExisting(const SandboxSpec& spec, const EngineFacts& facts, const Json& inspected);

/// What that prints before it takes its input.
inline constexpr char kShellIsThere = '+';
/// A shell program that takes @p bytes of an agent from its input, stores them where programs can
/// be started from, and becomes the agent.
std::string agentScript(const std::string& sessionId, std::size_t bytes);
/// What the agent's file is called in the root folder of a container without a shell.
std::string agentFileName(const std::string& sessionId);

} // namespace sandbench::docker
