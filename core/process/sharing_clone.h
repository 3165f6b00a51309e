// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

namespace sandbench {

/// clone(2) of a child that has our memory, until it executes another program or ends; this thread
/// waits for that. No signal is delivered between: a handler of ours would run in the child, on our
/// memory. @p stack: its end. @p flags: besides CLONE_VM, CLONE_VFORK and SIGCHLD. @p pidFd: where
/// CLONE_PIDFD stores it. Returns the child's id, or -1 with errno set.
pid_t sharingClone(int (*function)(void*), void* stack, int flags, void* argument, int* pidFd);

} // namespace sandbench
