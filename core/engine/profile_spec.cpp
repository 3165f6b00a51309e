// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/profile_spec.h"

namespace sandbench {

void applyProfile(const RuntimeProfile& profile, bool hasContainers, SandboxSpec& spec)
{
    spec.limits = profile.limits;
    if (!hasContainers)
        return;
    spec.network.name = profile.network;
    spec.container.writableRoot = profile.writableRoot;
    spec.container.user = profile.user;
}

RuntimeProfile choicesOf(const SandboxSpec& spec, const RunLimits& runLimits)
{
    RuntimeProfile choices;
    choices.limits = spec.limits;
    choices.runLimits = runLimits;
    choices.network = spec.network.name;
    choices.writableRoot = spec.container.writableRoot;
    choices.user = spec.container.user;
    return choices;
}

} // namespace sandbench
