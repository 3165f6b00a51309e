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
    syscall(SYS_close_range, kRenderAreaFd + 1U, ~0U, 0U);
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

// A drawing and a page name fonts, which are read when they are drawn.
static bool needsFonts(PictureKind kind)
{
    return kind == PictureKind::Svg || kind == PictureKind::Pdf;
}

// A PNG is decompressed by one, and librsvg has some for filters; seccomp lets them make threads
// only.
static bool needsThreads(PictureKind kind)
{
    return kind == PictureKind::Png || kind == PictureKind::Svg;
}

static void setLimits(PictureKind kind)
{
    const bool isDrawing = needsFonts(kind);
    setLimit(RLIMIT_AS, (isDrawing ? 1600 : 704) * kMebibyte);
    setLimit(RLIMIT_CPU, 3);
    setLimit(RLIMIT_FSIZE, 0);
    setLimit(RLIMIT_CORE, 0);
    setLimit(RLIMIT_NOFILE, 16);
    if (!needsThreads(kind))
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
// header says, and for a document that poppler draws a page without opening what it names.
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
    if (needsFonts(kind)) {
        for (const char* path :
             {"/etc/fonts", "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig",
              "/usr/share/xml/fontconfig", "/var/cache/fontconfig"})
            allowReadingBelow(ruleset, path);
    }
    if (kind == PictureKind::Pdf)
        allowReadingBelow(ruleset, "/usr/share/poppler"); // character sets of Asian fonts
    if (kind == PictureKind::Svg) {
        for (const char* path : {"/usr/lib", "/lib", "/lib64"})
            allowReadingBelow(ruleset, path);
    }
    syscall(SYS_landlock_restrict_self, ruleset, 0U);
    close(ruleset);
}

static bool allowAll(scmp_filter_ctx filter, std::span<const char* const> names)
{
    bool added = true;
    for (const char* name : names) {
        const int number = seccomp_syscall_resolve_name(name);
        if (number != __NR_SCMP_ERROR && number >= 0)
            added = seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 0) == 0 && added;
    }
    return added;
}

// A bitmap is decoded by code that is loaded already: it may compute, read its input and write its
// answer.
static bool allowComputing(scmp_filter_ctx filter)
{
    static constexpr std::array kAllowed
        = {"read",       "write",        "mmap",           "munmap",       "mremap",
           "mprotect",   "brk",          "madvise",        "futex",        "exit",
           "exit_group", "rt_sigreturn", "rt_sigprocmask", "rt_sigaction", "clock_gettime",
           "getrandom",  "fstat",        "newfstatat",     "lseek",        "sysinfo",
           "getpid",     "gettid",       "tgkill",         "sched_yield",  "poll"};
    return allowAll(filter, kAllowed);
}

static bool allowOpeningToRead(scmp_filter_ctx filter, int call, unsigned argument)
{
    constexpr scmp_datum_t kChanging = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND;
    return call < 0
        || seccomp_rule_add(
               filter, SCMP_ACT_ALLOW, call, 1,
               scmp_arg_cmp{argument, SCMP_CMP_MASKED_EQ, kChanging, O_RDONLY})
        == 0;
}

// A drawing or a page needs fonts, which Landlock leaves.
static bool allowReading(scmp_filter_ctx filter)
{
    static constexpr std::array kFiles
        = {"close",     "pread64",    "readv",    "stat",       "lstat",    "statx",      "access",
           "faccessat", "faccessat2", "readlink", "readlinkat", "getdents", "getdents64", "getcwd",
           "fcntl",     "fadvise64",  "statfs",   "fstatfs",    "dup",      "writev"};
    static constexpr std::array kWhoAmI
        = {"getuid",    "geteuid", "getgid",    "getegid",     "getresuid",
           "getresgid", "uname",   "getrlimit", "gettimeofday"};
    // The C library falls back from it to the calls whose flags a filter can see.
    constexpr std::uint32_t kUnknown = SCMP_ACT_ERRNO(ENOSYS);
    const scmp_arg_cmp own{0, SCMP_CMP_EQ, 0, 0}, unchanged{2, SCMP_CMP_EQ, 0, 0};
    return allowAll(filter, kFiles) && allowAll(filter, kWhoAmI)
        && allowOpeningToRead(filter, SCMP_SYS(open), 1)
        && allowOpeningToRead(filter, SCMP_SYS(openat), 2)
        && seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 2, own, unchanged) == 0
        && seccomp_rule_add(filter, kUnknown, SCMP_SYS(openat2), 0) == 0;
}

static bool allowThreads(scmp_filter_ctx filter)
{
    static constexpr std::array kThreads = {"set_robust_list", "rseq"};
    constexpr std::uint32_t kUnknown = SCMP_ACT_ERRNO(ENOSYS); // as above: falls back to clone()
    const scmp_arg_cmp thread{0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD};
    return allowAll(filter, kThreads)
        && seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1, thread) == 0
        && seccomp_rule_add(filter, kUnknown, SCMP_SYS(clone3), 0) == 0;
}

// librsvg waits in its threads and between them.
static bool allowWaiting(scmp_filter_ctx filter)
{
    static constexpr std::array kWaiting
        = {"set_tid_address",   "sigaltstack", "ppoll", "clock_nanosleep", "nanosleep",
           "clock_getres",      "eventfd2",    "pipe2", "restart_syscall", "membarrier",
           "sched_getaffinity", "arch_prctl"};
    return allowAll(filter, kWaiting);
}

bool allowCallsOf(PictureKind kind)
{
    const scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (!filter)
        return false;
    const bool loaded = allowComputing(filter) && (!needsFonts(kind) || allowReading(filter))
        && (!needsThreads(kind) || allowThreads(filter))
        && (kind != PictureKind::Svg || allowWaiting(filter)) && seccomp_load(filter) == 0;
    seccomp_release(filter);
    return loaded;
}

bool confine(PictureKind kind)
{
    setLimits(kind);
    closeFileSystem(kind);
    return allowCallsOf(kind);
}

} // namespace sandbench::render
