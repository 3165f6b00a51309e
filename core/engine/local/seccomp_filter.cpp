// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/local/seccomp_filter.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <linux/sched.h>
#include <memory>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sandbench::local {

namespace {

using Filter = std::unique_ptr<void, void (*)(scmp_filter_ctx)>;

constexpr std::array kRefused = {
    // Kernel memory, other processes, tracing.
    "ptrace", "process_vm_readv", "process_vm_writev", "kcmp", "perf_event_open", "bpf",
    "userfaultfd", "lookup_dcookie", "syslog",
    // Keyrings are shared by all processes of a user.
    "keyctl", "add_key", "request_key",
    // The file-system tree, and handles that ignore it.
    "mount", "umount2", "pivot_root", "chroot", "swapon", "swapoff", "name_to_handle_at",
    "open_by_handle_at", "quotactl", "fanotify_init", "setns",
    // The machine.
    "reboot", "kexec_load", "kexec_file_load", "init_module", "finit_module", "delete_module",
    "iopl", "ioperm", "acct", "nfsservctl", "vhangup", "modify_ldt", "sethostname", "setdomainname",
    // Clocks.
    "settimeofday", "clock_settime", "clock_adjtime", "adjtimex",
    // Shared with other sandboxes of this user, or not bounded by the memory group.
    "mbind", "migrate_pages", "move_pages", "set_mempolicy"};

/// Newer calls: programs expect that an older kernel does not have them.
constexpr std::array kUnknown
    = {"clone3",        "io_uring_setup", "io_uring_enter", "io_uring_register", "move_mount",
       "open_tree",     "fsopen",         "fsconfig",       "fsmount",           "fspick",
       "mount_setattr", "pidfd_getfd",    "quotactl_fd",    "process_madvise",   "memfd_secret"};

/// Calls that were added after this list was written; nobody has looked at them.
constexpr int kFirstUnreviewedCall = 453;
constexpr int kLastNumberedCall = 511;

constexpr std::array<std::uint64_t, 7> kNamespaceFlags
    = {CLONE_NEWNS,   CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC,
       CLONE_NEWUSER, CLONE_NEWPID,    CLONE_NEWNET};

constexpr std::uint64_t kLow32 = 0xffffffff;

/// Adds rules until one fails; the first error stays.
class Rules
{
public:
    explicit Rules(scmp_filter_ctx filter)
        : m_filter(filter)
    {
    }
    bool ok() const { return m_error == 0; }
    int error() const { return m_error; }

    void answer(int errnoValue, const char* name)
    {
        const int call = seccomp_syscall_resolve_name(name);
        // A call that this architecture or this libseccomp does not know cannot be made by name
        // either.
        if (call != __NR_SCMP_ERROR)
            note(seccomp_rule_add(m_filter, errnoAction(errnoValue), call, 0));
    }
    void answer(int errnoValue, int call)
    {
        note(seccomp_rule_add(m_filter, errnoAction(errnoValue), call, 0));
    }
    void refuseWhen(const char* name, scmp_arg_cmp condition)
    {
        const int call = seccomp_syscall_resolve_name(name);
        note(seccomp_rule_add_array(m_filter, errnoAction(EPERM), call, 1, &condition));
    }

private:
    static std::uint32_t errnoAction(int value)
    {
        return SCMP_ACT_ERRNO(static_cast<std::uint32_t>(value));
    }
    void note(int result)
    {
        if (m_error == 0 && result != 0)
            m_error = -result;
    }

    scmp_filter_ctx m_filter;
    int m_error = 0;
};

scmp_arg_cmp hasBits(unsigned argument, std::uint64_t mask, std::uint64_t value)
{
    return {argument, SCMP_CMP_MASKED_EQ, mask, value};
}

void refuseNamespaces(Rules& rules)
{
    for (const auto flag : kNamespaceFlags) {
        rules.refuseWhen("clone", hasBits(0, flag, flag));
        rules.refuseWhen("unshare", hasBits(0, flag, flag));
    }
    // In clone() the same bit is part of the exit signal.
    rules.refuseWhen("unshare", hasBits(0, CLONE_NEWTIME, CLONE_NEWTIME));
}

/// Only AF_UNIX, AF_INET and AF_INET6: one comparison per rule is all that libseccomp offers for
/// one argument.
void refuseSocketFamilies(Rules& rules)
{
    constexpr std::uint64_t kPastAllFamilies = 64;
    for (const auto* call : {"socket", "socketpair"}) {
        for (std::uint64_t family = 0; family < kPastAllFamilies; ++family)
            if (family != AF_UNIX && family != AF_INET && family != AF_INET6)
                rules.refuseWhen(call, {0, SCMP_CMP_EQ, family, 0});
        rules.refuseWhen(call, {0, SCMP_CMP_GE, kPastAllFamilies, 0});
    }
}

/// One's own limits only: the agent has the same user id, and without open files it could start
/// nothing any more.
void refuseLimitsOfOthers(Rules& rules)
{
    rules.refuseWhen("prlimit64", {0, SCMP_CMP_NE, 0, 0});
}

/// Reading (all ones) and the default (all zeros) stay; any other value has a set bit next to a
/// clear one.
void refusePersonalities(Rules& rules)
{
    for (unsigned bit = 0; bit < 32; ++bit) {
        const std::uint64_t set = 1ULL << bit;
        const std::uint64_t clear = 1ULL << ((bit + 1) % 32);
        rules.refuseWhen("personality", hasBits(0, set | clear, set));
    }
}

Result<UniqueFd> exportFilter(scmp_filter_ctx filter)
{
    UniqueFd fd(::memfd_create("sandbench-seccomp", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (!fd)
        return Error::fromErrno(errno, "cannot make a memory file");
    if (const int result = seccomp_export_bpf(filter, fd.get()); result != 0)
        return Error::fromErrno(-result, "cannot write the system-call filter");
    if (::fcntl(fd.get(), F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE)
        != 0)
        return Error::fromErrno(errno, "cannot seal the system-call filter");
    return fd;
}

} // namespace

Result<UniqueFd> makeSeccompFilter()
{
    const Filter filter(seccomp_init(SCMP_ACT_ALLOW), seccomp_release);
    if (!filter)
        return Error(ErrorCode::Unavailable, "libseccomp cannot make a system-call filter");
    Rules rules(filter.get());
    seccomp_attr_set(filter.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    // A binary search by call number; without it every call pays for the whole list.
    seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2);

    for (const auto* name : kRefused)
        rules.answer(EPERM, name);
    for (const auto* name : kUnknown)
        rules.answer(ENOSYS, name);
    for (int call = kFirstUnreviewedCall; call <= kLastNumberedCall; ++call)
        rules.answer(ENOSYS, call);
    refuseNamespaces(rules);
    refuseSocketFamilies(rules);
    refusePersonalities(rules);
    refuseLimitsOfOthers(rules);
    rules.refuseWhen("ioctl", hasBits(1, kLow32, TIOCSTI));
    rules.refuseWhen("ioctl", hasBits(1, kLow32, TIOCLINUX));
    if (!rules.ok())
        return Error::fromErrno(
            rules.error(), "libseccomp refused a rule of the system-call filter");
    return exportFilter(filter.get());
}

} // namespace sandbench::local
