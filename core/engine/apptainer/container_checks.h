// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/apptainer/container_command.h"

/// What Apptainer can be asked for by a sandbox's spec.
namespace sandbench::apptainer {

/// Refuses what it has not, saying what to do instead. No I/O. Errors: InvalidArgument,
/// Unsupported.
Result<void> checkOptions(const SandboxSpec& spec);

/// Folders and files of this machine that the sandbox shall see, links followed. Errors:
/// InvalidArgument.
Result<std::vector<Bind>> readMounts(const SandboxSpec& spec);

/// Names of what the spec asks for beyond the default.
std::vector<std::string> relaxationsOf(const SandboxSpec& spec);

} // namespace sandbench::apptainer
