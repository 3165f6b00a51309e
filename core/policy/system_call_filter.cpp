// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/system_call_filter.h"

#include "core/policy/needed_calls.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <initializer_list>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <map>
#include <memory>
#include <mutex>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <netinet/udp.h>
#include <seccomp.h>
#include <set>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/utsname.h>
#include <tuple>
#include <unistd.h>

namespace sandbench {

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

/// Programs expect that a kernel may not have them. Events of io_setup() are a few ten thousand for
/// the whole machine: who takes them all keeps its databases from starting.
constexpr std::array kUnknown
    = {"clone3",      "io_setup",      "io_uring_setup", "io_uring_enter", "io_uring_register",
       "move_mount",  "open_tree",     "fsopen",         "fsconfig",       "fsmount",
       "fspick",      "mount_setattr", "pidfd_getfd",    "quotactl_fd",    "process_madvise",
       "memfd_secret"};

/// Calls that were added after this list was written; nobody has looked at them.
constexpr std::uint32_t kFirstUnreviewedCall = 453;
constexpr std::uint32_t kLastNumberedCall = 511;

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
    /// When all of them hold.
    void refuseWhen(const char* name, std::initializer_list<scmp_arg_cmp> conditions)
    {
        const int call = seccomp_syscall_resolve_name(name);
        note(seccomp_rule_add_array(
            m_filter, errnoAction(EPERM), call, static_cast<unsigned>(conditions.size()),
            conditions.begin()));
    }
    void refuseWhen(const char* name, scmp_arg_cmp condition) { refuseWhen(name, {condition}); }

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

/// Only AF_UNIX, and perhaps AF_INET and AF_INET6: one comparison per rule is all that libseccomp
/// offers for one argument.
void refuseSocketFamilies(Rules& rules, Sockets sockets)
{
    const auto isAllowed = [sockets](std::uint64_t family) {
        return family == AF_UNIX
            || (sockets == Sockets::UnixAndInternet && (family == AF_INET || family == AF_INET6));
    };
    constexpr std::uint64_t kPastAllFamilies = 64;
    for (const auto* call : {"socket", "socketpair"}) {
        for (std::uint64_t family = 0; family < kPastAllFamilies; ++family)
            if (!isAllowed(family))
                rules.refuseWhen(call, {0, SCMP_CMP_EQ, family, 0});
        rules.refuseWhen(call, {0, SCMP_CMP_GE, kPastAllFamilies, 0});
    }
}

/// Of the internet only TCP and UDP: whatever else the kernel has loaded, from ICMP to SCTP and
/// Multipath TCP, no program here needs for its own loopback, and few have been attacked as much.
void refuseProtocols(Rules& rules)
{
    constexpr std::uint64_t kTypeBits = 0xf; // above them are flags
    constexpr std::uint64_t kProtocolsOneByOne = 32;
    for (std::uint64_t type = 1; type <= kTypeBits; ++type)
        if (type != SOCK_STREAM && type != SOCK_DGRAM && type != SOCK_SEQPACKET)
            rules.refuseWhen("socket", hasBits(1, kTypeBits, type));
    // Between processes it is as good as a stream; here it means SCTP.
    for (const int family : {AF_INET, AF_INET6})
        rules.refuseWhen(
            "socket",
            {hasBits(0, kLow32, std::uint64_t(family)), hasBits(1, kTypeBits, SOCK_SEQPACKET)});
    for (std::uint64_t protocol = 1; protocol < kProtocolsOneByOne; ++protocol)
        if (protocol != IPPROTO_TCP && protocol != IPPROTO_UDP)
            rules.refuseWhen("socket", hasBits(2, kLow32, protocol));
    rules.refuseWhen("socket", {2, SCMP_CMP_GE, kProtocolsOneByOne, 0});
    // What takes a connection over inside the kernel, as its TLS and its tunnels do.
    rules.refuseWhen("setsockopt", {hasBits(1, kLow32, IPPROTO_TCP), hasBits(2, kLow32, TCP_ULP)});
    rules.refuseWhen(
        "setsockopt", {hasBits(1, kLow32, IPPROTO_UDP), hasBits(2, kLow32, UDP_ENCAP)});
}

/// One's own limits only: the agent may have the same user id, and without open files it could
/// start nothing any more.
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

/// ENOSYS for the calls from @p first to @p last. Jumps are relative: nothing behind moves.
void appendUnknownCalls(std::string& program, std::uint32_t first, std::uint32_t last)
{
    const sock_filter steps[]
        = {BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, first, 0, 2),
           BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, last, 1, 0),
           BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS)};
    program.append(reinterpret_cast<const char*>(steps), sizeof steps);
}

/// Of all that are numbered today, sorted.
std::set<std::uint32_t> reviewedCalls(std::uint32_t architecture, Calls calls)
{
    std::set<std::uint32_t> reviewed;
    if (calls == Calls::AllButRefused)
        for (std::uint32_t call = 0; call < kFirstUnreviewedCall; ++call)
            reviewed.insert(call);
    else
        for (const auto* name : neededCalls())
            // Negative: this architecture has no such call.
            if (const int call = seccomp_syscall_resolve_name_arch(architecture, name); call >= 0)
                reviewed.insert(static_cast<std::uint32_t>(call));
    return reviewed;
}

/// libseccomp takes numbers without a name for its own architecture only, and cannot both allow by
/// name and refuse by argument, so the other calls are answered in front of its program.
std::string answerToOtherCalls(std::uint32_t architecture, Calls calls)
{
    const sock_filter load = BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr));
    std::string program(reinterpret_cast<const char*>(&load), sizeof load);
    std::uint32_t next = 0;
    for (const auto call : reviewedCalls(architecture, calls)) {
        if (call > next)
            appendUnknownCalls(program, next, call - 1);
        next = call + 1;
    }
    appendUnknownCalls(program, next, kLastNumberedCall);
    return program;
}

Result<std::string> exportFilter(scmp_filter_ctx filter, std::string program)
{
    const UniqueFd fd(::memfd_create("sandbench-seccomp", MFD_CLOEXEC));
    if (!fd)
        return Error::fromErrno(errno, "cannot make a memory file");
    if (const int result = seccomp_export_bpf(filter, fd.get()); result != 0)
        return Error::fromErrno(-result, "cannot write the system-call filter");
    const auto size = ::lseek(fd.get(), 0, SEEK_END);
    const auto before = program.size();
    program.resize(before + static_cast<std::size_t>(std::max<off_t>(size, 0)));
    if (::pread(fd.get(), program.data() + before, program.size() - before, 0) != size)
        return Error::fromErrno(errno, "cannot read the system-call filter");
    return program;
}

Result<std::uint32_t> architectureNamed(std::string_view machine)
{
    if (machine == "x86_64")
        return SCMP_ARCH_X86_64;
    if (machine == "aarch64")
        return SCMP_ARCH_AARCH64;
    return Error(
        ErrorCode::Unsupported,
        "there is no system-call filter for the architecture '" + std::string(machine.substr(0, 40))
            + "'; use an image for x86_64 or aarch64");
}

Result<std::string> buildFilter(std::uint32_t architecture, Sockets sockets, Calls calls)
{
    const Filter filter(seccomp_init(SCMP_ACT_ALLOW), seccomp_release);
    if (!filter)
        return Error(ErrorCode::Unavailable, "libseccomp cannot make a system-call filter");
    if (architecture != seccomp_arch_native()
        && (seccomp_arch_add(filter.get(), architecture) != 0
            || seccomp_arch_remove(filter.get(), seccomp_arch_native()) != 0))
        return Error(
            ErrorCode::Unavailable,
            "libseccomp cannot make a system-call filter for another architecture");
    Rules rules(filter.get());
    seccomp_attr_set(filter.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    // A binary search by call number; without it every call pays for the whole list.
    seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2);

    for (const auto* name : kRefused)
        rules.answer(EPERM, name);
    for (const auto* name : kUnknown)
        rules.answer(ENOSYS, name);
    refuseNamespaces(rules);
    refuseSocketFamilies(rules, sockets);
    refuseProtocols(rules);
    refusePersonalities(rules);
    refuseLimitsOfOthers(rules);
    rules.refuseWhen("ioctl", hasBits(1, kLow32, TIOCSTI));
    rules.refuseWhen("ioctl", hasBits(1, kLow32, TIOCLINUX));
    // Loads line disciplines, which talk to hardware that is not there.
    rules.refuseWhen("ioctl", hasBits(1, kLow32, TIOCSETD));
    if (!rules.ok())
        return Error::fromErrno(
            rules.error(), "libseccomp refused a rule of the system-call filter");
    return exportFilter(filter.get(), answerToOtherCalls(architecture, calls));
}

} // namespace

Result<std::string> systemCallFilter(std::string_view machine, Sockets sockets, Calls calls)
{
    // The same bytes every time, and a few milliseconds to make them.
    static std::mutex mutex;
    static std::map<std::tuple<std::uint32_t, Sockets, Calls>, std::string> known;
    SANDBENCH_TRY(const auto architecture, architectureNamed(machine));
    const std::lock_guard lock(mutex);
    auto& program = known[{architecture, sockets, calls}];
    if (program.empty()) {
        SANDBENCH_TRY(program, buildFilter(architecture, sockets, calls));
    }
    return program;
}

std::string systemCallName(std::string_view machine, std::int64_t number)
{
    const auto architecture = architectureNamed(machine);
    const auto unknown = "call " + std::to_string(number);
    if (!architecture || number < 0 || number > kLastNumberedCall)
        return unknown;
    const std::unique_ptr<char, void (*)(void*)> name(
        seccomp_syscall_resolve_num_arch(*architecture, static_cast<int>(number)), std::free);
    return name ? std::string(name.get()) : unknown;
}

Result<UniqueFd> makeSystemCallFilterFile()
{
    utsname system = {};
    ::uname(&system);
    SANDBENCH_TRY(const auto program, systemCallFilter(system.machine));
    return makeSealedMemfd("sandbench-seccomp", program);
}

} // namespace sandbench
