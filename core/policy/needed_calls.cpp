// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/needed_calls.h"

namespace sandbench {

std::span<const char* const> neededCalls()
{
    static constexpr const char* kCalls[] = {
        // Files and folders.
        "access", "chdir", "chmod", "close", "close_range", "copy_file_range", "creat", "dup",
        "dup2", "dup3", "faccessat", "faccessat2", "fadvise64", "fallocate", "fchdir", "fchmod",
        "fchmodat", "fchmodat2", "fcntl", "fdatasync", "flock", "fstat", "fstatfs", "fsync",
        "ftruncate", "getcwd", "getdents", "getdents64", "link", "linkat", "lseek", "lstat",
        "mkdir", "mkdirat", "mknod", "mknodat", "newfstatat", "open", "openat", "openat2",
        "pread64", "preadv", "preadv2", "pwrite64", "pwritev", "pwritev2", "read", "readahead",
        "readlink", "readlinkat", "readv", "rename", "renameat", "renameat2", "rmdir", "sendfile",
        "stat", "statfs", "statx", "symlink", "symlinkat", "sync_file_range", "truncate", "umask",
        "unlink", "unlinkat", "utime", "utimensat", "utimes", "futimesat", "write", "writev",
        // Extended attributes and owners, which copying asks for.
        "chown", "fchown", "fchownat", "lchown", "fgetxattr", "flistxattr", "getxattr", "lgetxattr",
        "listxattr", "llistxattr", "fsetxattr", "lsetxattr", "setxattr",
        // Memory.
        "brk", "madvise", "membarrier", "memfd_create", "mincore", "mlock", "mlock2", "mmap",
        "mprotect", "mremap", "msync", "munlock", "munmap", "pkey_alloc", "pkey_free",
        "pkey_mprotect", "get_mempolicy",
        // Processes and threads.
        "arch_prctl", "clone", "execve", "execveat", "exit", "exit_group", "fork", "futex",
        "futex_waitv", "get_robust_list", "getcpu", "getpgid", "getpgrp", "getpid", "getppid",
        "getpriority", "getrlimit", "getrusage", "getsid", "gettid", "prctl", "prlimit64", "rseq",
        "sched_getaffinity", "sched_getattr", "sched_getparam", "sched_getscheduler",
        "sched_get_priority_max", "sched_get_priority_min", "sched_setaffinity", "sched_yield",
        "set_robust_list", "set_tid_address", "setpgid", "setpriority", "setrlimit", "setsid",
        "vfork", "wait4", "waitid",
        // Who one is.
        "capget", "getegid", "geteuid", "getgid", "getgroups", "getresgid", "getresuid", "getuid",
        // Signals.
        "kill", "pause", "pidfd_open", "pidfd_send_signal", "restart_syscall", "rt_sigaction",
        "rt_sigpending", "rt_sigprocmask", "rt_sigqueueinfo", "rt_sigreturn", "rt_sigsuspend",
        "rt_sigtimedwait", "rt_tgsigqueueinfo", "sigaltstack", "signalfd4", "tgkill", "tkill",
        // Time.
        "alarm", "clock_getres", "clock_gettime", "clock_nanosleep", "getitimer", "gettimeofday",
        "nanosleep", "setitimer", "time", "timer_create", "timer_delete", "timer_getoverrun",
        "timer_gettime", "timer_settime", "timerfd_create", "timerfd_gettime", "timerfd_settime",
        "times",
        // Waiting.
        "epoll_create", "epoll_create1", "epoll_ctl", "epoll_pwait", "epoll_pwait2", "epoll_wait",
        "eventfd", "eventfd2", "ioctl", "pipe", "pipe2", "poll", "ppoll", "pselect6", "select",
        // Sockets: of which kinds, the common filter says.
        "accept", "accept4", "bind", "connect", "getpeername", "getsockname", "getsockopt",
        "listen", "recvfrom", "recvmmsg", "recvmsg", "sendmmsg", "sendmsg", "sendto", "setsockopt",
        "shutdown", "socket", "socketpair",
        // The machine, as far as it is told.
        "getrandom", "sysinfo", "uname",
        // What programs take from themselves.
        "landlock_add_rule", "landlock_create_ruleset", "landlock_restrict_self", "seccomp"};
    return kCalls;
}

} // namespace sandbench
