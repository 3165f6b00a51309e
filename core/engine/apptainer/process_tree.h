// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>
#include <vector>

/// Processes that Apptainer starts beside its own. Source: proc_tid_children(5).
namespace sandbench::apptainer {

/// Nothing where the process is gone or the kernel does not tell.
std::vector<pid_t> childrenOf(pid_t process);

/// SIGKILL to a child of ours and to all that it started: it would go on by itself.
void killTree(pid_t process);

} // namespace sandbench::apptainer
