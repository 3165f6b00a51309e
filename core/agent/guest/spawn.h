// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/child_rights.h"
#include "core/agent/guest/run_spec.h"
#include "core/base/fd.h"

#include <optional>
#include <sys/resource.h>
#include <sys/types.h>

namespace sandbench::guest {

class CallObserver;

struct SpawnSpec
{
    std::vector<std::string> argv; ///< argv[0] is looked up in searchPath.
    std::vector<std::string> env;
    std::string searchPath;
    std::string cwd;
    std::vector<int> fds; ///< Become 0, 1, 2 …; -1 = closed. The child has no others.
    std::vector<ResourceLimit> limits;
    std::optional<rlimit>
        openFiles; ///< For a child that names no limit of its own; the agent's own is raised.
    bool terminal = false; ///< fd 0 becomes the controlling terminal.
    const ChildRights* rights = nullptr; ///< Null: the agent's own.
    CallObserver* observer = nullptr; ///< Of the child and all that it starts; null: nobody.
};

struct Spawned
{
    pid_t pid = -1;
    UniqueFd
        report; ///< Ends when the program runs; holds a SpawnFailure when it could not be started.
};

/// Forks a session leader with default signals, oom_score_adj 1000 and the given files, which dies
/// with the agent. Errors: ResourceExhausted.
Result<Spawned> spawnProcess(const SpawnSpec& spec);

/// For stdin, stdout and stderr of what has none: nothing to read, nowhere to write. A sandbox may
/// come without /dev/null.
UniqueFd openNowhere();

/// Reads what the child left in Spawned::report. Nothing: it runs. Never blocks.
std::optional<Error> readSpawnFailure(int report, const SpawnSpec& spec);

} // namespace sandbench::guest
