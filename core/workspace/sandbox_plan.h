// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/engine.h"
#include "core/policy/profiles.h"
#include "core/session/session.h"
#include "core/workspace/sandbox_options.h"

#include <string>
#include <vector>

namespace sandbench {

/// When an image is fetched.
enum class Pull { Missing, Always, Never };

/// What SandboxOptions ask for, checked.
struct SandboxPlan
{
    SandboxSpec spec;
    std::vector<std::string> installs; ///< Shell commands.
    std::vector<InstallRequest> packages; ///< See planPackages().
    std::vector<std::string> wrapper; ///< Words before every program.
    std::string buildFolder; ///< Absolute; empty = nothing is built.
    Pull pull = Pull::Missing;
    /// What asked for memory or CPUs, which must fit the engine's machine then: "--size",
    /// "--memory,
    /// --cpus". Empty = nothing did.
    std::string limitOptions;
};

/// Everything that can be checked without an engine. Errors: InvalidArgument, NotFound, each naming
/// the option.
/// @p profile: where the options begin.
Result<SandboxPlan> planSandbox(
    const SandboxOptions& options, const SizeCatalog& sizes, const RuntimeProfile& profile = {});

} // namespace sandbench
