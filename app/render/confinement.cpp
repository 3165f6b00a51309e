// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/confinement.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <grp.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <span>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace sandbench::render {

static constexpr rlim_t kMebibyte = 1U << 20;

void dropEverything()
{
    clearenv();
    syscall(SYS_close_range, 3U, ~0U, 0U);
    if (chdir("/") != 0)
        _exit(1);
    if (geteuid() == 0) {
        // Best effort: in a container without CAP_SETUID the walls below still stand.
        constexpr uid_t kNobody = 65534;
        [[maybe_unused]] int ignored = setgroups(0, nullptr);
        ignored = setresgid(kNobody, kNobody, kNobody);
        ignored = setresuid(kNobody, kNobody, kNobody);
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_DUMPABLE, 0);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

static void setLimit(__rlimit_resource resource, rlim_t value)
{
    const rlimit limit{value, value};
    setrlimit(resource, &limit);
}

static void setLimits(PictureKind kind)
{
    const bool isDrawing = kind == PictureKind::Svg;
    setLimit(RLIMIT_AS, (isDrawing ? 1536 : 640) * kMebibyte);
    setLimit(RLIMIT_CPU, 3);
    setLimit(RLIMIT_FSIZE, 0);
    setLimit(RLIMIT_CORE, 0);
    setLimit(RLIMIT_NOFILE, 16);
    // librsvg needs a thread for filters; seccomp lets it make threads only.
    if (!isDrawing)
        setLimit(RLIMIT_NPROC, 0);
}

static void allowReadingBelow(int ruleset, const char* path)
{
    const int folder = open(path, O_PATH | O_CLOEXEC);
    if (folder < 0)
        return;
    landlock_path_beneath_attr rule{};
    rule.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
    rule.parent_fd = folder;
    syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0U);
    close(folder);
}

// Missing in old kernels: then the SVG filter and librsvg's own loading rules stand alone, as the
// header says.
static void closeFileSystem(PictureKind kind)
{
    const long version
        = syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1)
        return;
    constexpr std::uint64_t kFirstVersionRights = (1ULL << 13) - 1;
    landlock_ruleset_attr handled{};
    handled.handled_access_fs = kFirstVersionRights;
    const auto ruleset
        = static_cast<int>(syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0U));
    if (ruleset < 0)
        return;
    if (kind == PictureKind::Svg) {
        for (const char* path :
             {"/etc/fonts", "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig",
              "/usr/share/xml/fontconfig", "/var/cache/fontconfig", "/usr/lib", "/lib", "/lib64"})
            allowReadingBelow(ruleset, path);
    }
    syscall(SYS_landlock_restrict_self, ruleset, 0U);
    close(ruleset);
}

static bool addAll(scmp_filter_ctx filter, std::uint32_t action, std::span<const char* const> names)
{
    bool added = true;
    for (const char* name : names) {
        const int number = seccomp_syscall_resolve_name(name);
        if (number != __NR_SCMP_ERROR && number >= 0)
            added = seccomp_rule_add(filter, action, number, 0) == 0 && added;
    }
    return added;
}

// A bitmap is decoded by code that is loaded already: it may compute, read its input and write its
// answer.
static bool allowOnlyComputing(scmp_filter_ctx filter)
{
    static constexpr std::array kAllowed
        = {"read",       "write",        "mmap",           "munmap",       "mremap",
           "mprotect",   "brk",          "madvise",        "futex",        "exit",
           "exit_group", "rt_sigreturn", "rt_sigprocmask", "rt_sigaction", "clock_gettime",
           "getrandom",  "fstat",        "newfstatat",     "lseek",        "sysinfo",
           "getpid",     "gettid",       "tgkill",         "sched_yield",  "poll"};
    return addAll(filter, SCMP_ACT_ALLOW, kAllowed);
}

static bool denyWriting(scmp_filter_ctx filter, int call, unsigned argument)
{
    const std::uint32_t deny = SCMP_ACT_ERRNO(EPERM);
    const auto rule = [&](scmp_datum_t mask, scmp_datum_t value) {
        return seccomp_rule_add(
                   filter, deny, call, 1, scmp_arg_cmp{argument, SCMP_CMP_MASKED_EQ, mask, value})
            == 0;
    };
    return rule(O_ACCMODE, O_WRONLY) && rule(O_ACCMODE, O_RDWR) && rule(O_CREAT, O_CREAT)
        && rule(O_TRUNC, O_TRUNC);
}

static bool denyReachingOut(scmp_filter_ctx filter)
{
    static constexpr std::array kNetwork
        = {"socket",  "socketpair", "connect", "bind",     "listen",   "accept",
           "accept4", "sendto",     "sendmsg", "sendmmsg", "recvfrom", "recvmsg"};
    static constexpr std::array kStarting = {"execve", "execveat", "fork", "vfork"};
    static constexpr std::array kProcesses
        = {"kill",
           "tkill",
           "ptrace",
           "pidfd_open",
           "pidfd_getfd",
           "process_madvise",
           "process_vm_readv",
           "process_vm_writev",
           "pidfd_send_signal"};
    static constexpr std::array kFiles
        = {"creat", "unlink", "unlinkat",  "rename",    "renameat",  "renameat2",
           "link",  "linkat", "symlink",   "symlinkat", "mkdir",     "mkdirat",
           "rmdir", "mknod",  "mknodat",   "chmod",     "fchmod",    "fchmodat",
           "chown", "fchown", "lchown",    "fchownat",  "truncate",  "ftruncate",
           "utime", "utimes", "utimensat", "setxattr",  "lsetxattr", "fsetxattr"};
    static constexpr std::array kMounts
        = {"mount",      "umount2", "move_mount", "open_tree", "fsopen",
           "pivot_root", "chroot",  "unshare",    "setns"};
    static constexpr std::array kObjects
        = {"shmget",       "shmat",         "msgget",        "semget",       "mq_open",
           "memfd_create", "inotify_init1", "fanotify_init", "timer_create", "userfaultfd"};
    static constexpr std::array kMachine
        = {"bpf",          "perf_event_open", "keyctl", "add_key", "request_key", "init_module",
           "finit_module", "kexec_load",      "reboot", "swapon",  "syslog"};
    static constexpr std::array kOwn = {"io_uring_setup",    "io_uring_enter", "io_uring_register",
                                        "open_by_handle_at", "personality",    "prctl",
                                        "setrlimit",         "prlimit64",      "ioctl"};
    // The C library falls back from these to the calls whose flags a filter can see.
    static constexpr std::array kUnseen = {"openat2", "clone3"};
    const std::uint32_t deny = SCMP_ACT_ERRNO(EPERM);
    bool done = addAll(filter, deny, kNetwork) && addAll(filter, deny, kStarting)
        && addAll(filter, deny, kProcesses) && addAll(filter, deny, kFiles)
        && addAll(filter, deny, kMounts) && addAll(filter, deny, kObjects)
        && addAll(filter, deny, kMachine) && addAll(filter, deny, kOwn)
        && addAll(filter, SCMP_ACT_ERRNO(ENOSYS), kUnseen);
    done = denyWriting(filter, SCMP_SYS(openat), 2) && done;
    if (SCMP_SYS(open) >= 0)
        done = denyWriting(filter, SCMP_SYS(open), 1) && done;
    const scmp_arg_cmp noThread{0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0};
    return seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1, noThread) == 0
        && done;
}

static bool closeKernel(PictureKind kind)
{
    const bool isDrawing = kind == PictureKind::Svg;
    const scmp_filter_ctx filter = seccomp_init(isDrawing ? SCMP_ACT_ALLOW : SCMP_ACT_ERRNO(EPERM));
    if (!filter)
        return false;
    const bool loaded = (isDrawing ? denyReachingOut(filter) : allowOnlyComputing(filter))
        && seccomp_load(filter) == 0;
    seccomp_release(filter);
    return loaded;
}

bool confine(PictureKind kind)
{
    setLimits(kind);
    closeFileSystem(kind);
    return closeKernel(kind);
}

} // namespace sandbench::render
