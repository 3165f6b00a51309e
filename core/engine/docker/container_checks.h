// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/docker/engine_facts.h"
#include "core/engine/engine.h"
#include "core/engine/guest_path.h"

#include <string>
#include <string_view>

namespace sandbench::docker {

/// Everything in @p spec that no engine is asked for: a mount that hands out an engine's socket or
/// hides a folder of ours, a network of the host's, a runtime that is not there, text that is no
/// user, host, GPU or folder. No I/O: sources of mounts are taken as written, so resolve their
/// links before. Errors: InvalidArgument, NotFound (runtime), each a sentence with what to do.
Result<void> checkContainerOptions(const SandboxSpec& spec, const EngineFacts& facts);

/// With an existing container only user and workingFolder may be chosen. Errors: InvalidArgument.
Result<void> checkExisting(const SandboxSpec& spec);

using sandbench::isPlainPath;
using sandbench::isRootUser;
using sandbench::isWithin;

} // namespace sandbench::docker
