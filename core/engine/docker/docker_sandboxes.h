// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/docker/docker_api.h"
#include "core/engine/engine.h"
#include "core/engine/reaper/reaper_protocol.h"

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

/// What of ours is in an engine, and how it is removed. Errors of every call: also DockerApi's.
/// Thread: any. Source: Engine API 1.41, /containers, /volumes, /networks.
namespace sandbench::docker {

using reaper::Thing;
using reaper::ThingKind;

/// Names of our containers begin so. Their labels alone do not make them ours: an image that was
/// committed from one hands its labels on to everything that is made from it.
inline constexpr std::string_view kNamePrefix = "sandbench-";

/// Containers of ours in every state, also half-made ones, whoever opened them.
Result<std::vector<SandboxInfo>> listSandboxes(const DockerApi& api, std::stop_token stop);

/// Ends a container of ours and removes it with what is anonymous of it; returns when it is gone.
/// @p id: a container's id (also shortened, 12 letters at least), name or session. Errors:
/// NotFound, InvalidArgument (several).
Result<void> removeSandbox(const DockerApi& api, const std::string& id, std::stop_token stop);

/// Removes @p thing by force and returns when it is gone; an image only where nothing uses it.
/// False: there was none, or it is not @p owner's (images have no owner).
Result<bool>
removeThing(const DockerApi& api, const Thing& thing, std::string_view owner, std::stop_token stop);

/// Removes everything of ours that mayReap() allows. What cannot be removed is left for the next
/// time. Returns how many things went.
Result<std::size_t> removeStale(const DockerApi& api, std::stop_token stop);

} // namespace sandbench::docker
