// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/process/child_process.h"

#include <span>

namespace sandbench {

enum class SpawnStep { Group, Namespace, Limits, Identity, Parent, Descriptors, Directory, Exec };

/// Everything the child needs, laid out before clone: the child may not allocate.
struct SpawnPlan
{
    const char* program = nullptr;
    char* const* argv = nullptr;
    char* const* envp = nullptr;
    const char* directory = nullptr;
    std::span<const int> fds;
    std::span<const int> joinFds;
    int userNamespace = -1;
    int mountNamespace = -1;
    bool ownMounts = false;
    std::span<const ResourceLimit> limits;
    const ProcessIdentity* identity = nullptr;
    pid_t parent = 0; ///< Non-zero: die with it.

    int failure = 0; ///< errno, written by the child into our memory.
    SpawnStep step = SpawnStep::Exec;
};

/// Runs in the child on the parent's memory while the parent waits: only raw system calls, no
/// allocation, no libc function that touches shared state. Raw, because libc's setresuid() would
/// change the parent's threads too.
int runSpawnedChild(void* plan);

} // namespace sandbench
