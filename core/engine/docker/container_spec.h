// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/engine/docker/engine_facts.h"
#include "core/engine/engine.h"

#include <string>
#include <string_view>
#include <vector>

namespace sandbench::docker {

/// Where the agent is in a container of ours.
inline constexpr std::string_view kAgentFolder = "/.sandbench";
inline constexpr std::string_view kAgentPath = "/.sandbench/agent";

/// What a container needs to know of its image.
struct ImageFacts
{
    std::string name; ///< As it was asked for.
    std::string id; ///< "sha256:…"
    std::string machine; ///< What its agent is for, as uname says it: "x86_64".
    std::string user; ///< Its USER; empty = root.
    std::vector<std::string> volumes; ///< Its VOLUMEs.
    Json entrypoint, command; ///< Arrays, or null.
    std::string workingFolder;
    std::string tenant; ///< Whose sandbox it was; see ImageTenant.
    /// It was a sandbox that was kept: its work and home folder are in it.
    bool hasFolders = false;
};

/// Converts `/images/{name}/json`. No I/O. Errors: Unsupported (not Linux, or with volumes
/// where the agent is), Protocol.
Result<ImageFacts> readImageFacts(const std::string& name, const Json& inspected);

/// How a sandbox becomes a container.
struct ContainerPlan
{
    Json body; ///< Of `/containers/create`.
    GuestSetup setup;
    IsolationReport isolation;
    std::string network; ///< "none", "bridge"
    /// The agent comes into the container itself, before it starts: there is no volume.
    bool putsAgent = false;
    /// It becomes an image at close: the folders of the sandbox are in the container itself.
    bool putsFolders = false;
};

/// Deny by default: no network, no capability but the agent's three, a read-only root with sized
/// scratch folders, limits, nothing of the host. @p agentVolume: empty = none is possible. No I/O.
/// Errors: InvalidArgument and NotFound, see checkContainerOptions(). Source: Docker Engine API
/// 1.41, "Create a container"; what Podman 4.3 takes of it is in podman_dialect.h.
Result<ContainerPlan> planContainer(
    const SandboxSpec& spec, const ImageFacts& image, const EngineFacts& facts,
    const std::string& agentVolume, const std::string& owner);

/// Adds a word of warning where that is an old runc.
void reportRunc(IsolationReport& report, const std::string& runcVersion);

/// The layers of a container as every one of @p facts' has them, before what is asked for.
IsolationReport defaultIsolation(const EngineFacts& facts);
/// The same but for the limits, of one with this runtime; empty = the engine's default.
IsolationReport isolationOfRuntime(const EngineFacts& facts, const std::string& runtime);

} // namespace sandbench::docker
