// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/engine.h"
#include "core/policy/profiles.h"

namespace sandbench {

/// Makes @p spec what @p profile says. @p hasContainers: the embedded engine has one network, one
/// root file system and one user, whatever is asked for: there only the limits and the system calls are taken.
void applyProfile(const RuntimeProfile& profile, bool hasContainers, SandboxSpec& spec);

/// What @p spec and @p runLimits chose, for differencesFromDefault().
RuntimeProfile choicesOf(const SandboxSpec& spec, const RunLimits& runLimits);

} // namespace sandbench
