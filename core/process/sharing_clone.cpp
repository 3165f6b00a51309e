// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/process/sharing_clone.h"

#include <cerrno>
#include <csignal>
#include <pthread.h>
#include <sched.h>

/// libc's own name for clone(2). ThreadSanitizer takes clone() for a fork, and its bookkeeping of
/// the "child" then spoils ours, since the memory is the same.
extern "C" int __clone(int (*function)(void*), void* stack, int flags, void* argument, ...);

namespace sandbench {

pid_t sharingClone(int (*function)(void*), void* stack, int flags, void* argument, int* pidFd)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t pid
        = ::__clone(function, stack, CLONE_VM | CLONE_VFORK | SIGCHLD | flags, argument, pidFd);
    const int failure = errno;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    errno = failure;
    return pid;
}

} // namespace sandbench
