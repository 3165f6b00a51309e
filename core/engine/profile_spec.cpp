// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/profile_spec.h"
#include "core/engine/container_options.h"

namespace sandbench {

void applyProfile(const RuntimeProfile& profile, bool hasContainers, SandboxSpec& spec)
{
    spec.limits = profile.limits;
    spec.onlyNeededCalls = profile.onlyNeededCalls;
    if (!hasContainers)
        return;
    spec.network.name = profile.network;
    containerOf(spec).writableRoot = profile.writableRoot;
    containerOf(spec).user = profile.user;
}

RuntimeProfile choicesOf(const SandboxSpec& spec, const RunLimits& runLimits)
{
    RuntimeProfile choices;
    choices.limits = spec.limits;
    choices.onlyNeededCalls = spec.onlyNeededCalls;
    choices.runLimits = runLimits;
    choices.network = spec.network.name;
    choices.writableRoot = containerOf(spec).writableRoot;
    choices.user = containerOf(spec).user;
    return choices;
}

} // namespace sandbench
