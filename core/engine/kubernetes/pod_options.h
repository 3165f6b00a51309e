// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/container_options.h"

#include <string>

namespace sandbench {

/// What only Kubernetes knows.
struct PodOptions
{
    std::string namespaceName; ///< Empty = the context's.
    /// JSON or YAML, a whole Pod or a part of one, put over what we would make.
    std::string manifest;
    std::string container; ///< Which container of the manifest, or of an existing pod, is the
                           ///< sandbox; empty = the first of the manifest's, or the only one.
    std::string agentImage; ///< An image that brings the agent; empty = as the engine chooses.
    bool isJob = false; ///< A Job makes the pod, when the cluster's queue admits it.

    bool operator==(const PodOptions&) const = default;
};

inline PodOptions& podOf(SandboxSpec& spec)
{
    return spec.own.of<PodOptions>();
}
inline const PodOptions& podOf(const SandboxSpec& spec)
{
    return spec.own.of<PodOptions>();
}

} // namespace sandbench
