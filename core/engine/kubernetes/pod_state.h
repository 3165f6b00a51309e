// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/engine/engine.h"

#include <optional>
#include <string>

namespace sandbench::kubernetes {

/// What a pod's status says about its container @p container. Untrusted, no I/O.
struct PodState
{
    enum class Phase { Waiting, Running, Ended };
    Phase phase = Phase::Waiting;
    /// Why it does not run (yet), for people: "Unschedulable: 0/1 nodes are available: 1
    /// Insufficient memory", "ImagePullBackOff: …", "creating the container". Empty = it runs.
    std::string reason;
    /// It will not run by waiting: InvalidImageName, ErrImageNeverPull, ImagePullBackOff,
    /// CreateContainerConfigError, a container that ended … With the next step.
    std::optional<Error> hopeless;
    /// It runs only if the cluster changes (Unschedulable): worth a short wait, and a long one
    /// where an autoscaler has said that it adds a node.
    bool needsCluster = false;
    bool isReady = false; ///< The pod's own Ready condition.
    bool isBeingRemoved = false; ///< deletionTimestamp
    std::string uid, resourceVersion, node, hostAddress;
    int restarts = 0; ///< Of the container.
};

PodState readPodState(const Json& pod, const std::string& container);

/// What an Event object about a pod adds to why it waits: "FailedMount: …"; empty = nothing. Sets
/// @p addsNode where an autoscaler makes room.
std::string tellingEvent(const Json& event, bool& addsNode);

/// Whether an Event object is a node's word that it started @p container.
bool tellsStart(const Json& event, std::string_view container);

/// Why a sandbox ended, by its pod now (null = gone) and as it was when it was opened. Absent = it
/// still runs as then. OutOfMemory only where the container's own status says OOMKilled.
std::optional<Instance::EndCause>
endOfPod(const Json& pod, const std::string& container, const PodState& opened);

} // namespace sandbench::kubernetes
