// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

namespace sandbench {

/// Runs @p work in a process of its own that has our memory, and waits until that has ended: for
/// what a process with several threads may not do, such as entering a user namespace, and what
/// would change this one. Unlike fork(2) it copies no page tables, which in a large program takes
/// longer than most work.
///
/// @p work makes system calls and changes what @p argument points to; it allocates nothing, takes
/// no lock and does not end the process. Our descriptors are its own: what it opens or closes is
/// not ours, unless @p flags say CLONE_FILES. Errors: Io (no process could be started).
/// Thread: any. Source: clone(2) with CLONE_VM | CLONE_VFORK.
Result<void> inBorrowedProcess(void (*work)(void* argument), void* argument, int flags = 0);

} // namespace sandbench
