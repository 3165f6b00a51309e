// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/apptainer/container_mounts.h"

#include "core/base/cgroup_text.h"
#include "core/base/fd.h"
#include "core/base/text.h"
#include "core/engine/apptainer/process_tree.h"
#include "core/engine/hidden_proc.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace sandbench::apptainer {

namespace {

constexpr std::size_t kProcFileBytes = 64U << 10;

/// The errno of each step, as the child tells it.
struct Outcome
{
    int scratch = 0;
    int hidden = 0;
    int terminals = 0;
    int readOnly = 0;
};

struct MountWords
{
    const char* path;
    std::string options;
};

struct Doors
{
    UniqueFd user, mounts, root;
};

// What follows runs between fork and _exit in a program with threads: nothing here allocates.

int enter(const Doors& doors)
{
    const bool isIn = ::setns(doors.user.get(), CLONE_NEWUSER) == 0
        && ::setns(doors.mounts.get(), CLONE_NEWNS) == 0 && ::fchdir(doors.root.get()) == 0
        && ::chroot(".") == 0 && ::chdir("/") == 0;
    return isIn ? 0 : errno;
}

int mountScratch(std::span<const MountWords> folders)
{
    for (const auto& folder : folders)
        if (::mount("tmpfs", folder.path, "tmpfs", MS_NOSUID | MS_NODEV, folder.options.c_str())
            != 0)
            return errno;
    return 0;
}

int bindReadOnly(const char* from, const char* to)
{
    constexpr unsigned long kFlags = MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC;
    if (::mount(from, to, nullptr, MS_BIND, nullptr) == 0
        && ::mount(nullptr, to, nullptr, MS_REMOUNT | MS_BIND | kFlags, nullptr) == 0)
        return 0;
    return errno == ENOENT ? 0 : errno;
}

int hide()
{
    for (const auto* path : kHiddenProcFiles)
        if (const int failed = bindReadOnly("/dev/null", path); failed != 0)
            return failed;
    for (const auto* path : kHiddenProcFolders)
        if (::mount("tmpfs", path, "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV, "size=4096") != 0
            && errno != ENOENT)
            return errno;
    if (const int failed = bindReadOnly("/proc/sys", "/proc/sys"); failed != 0)
        return failed;
    constexpr unsigned long kFlags = MS_RDONLY | MS_NOSUID;
    return ::mount(nullptr, "/dev", nullptr, MS_REMOUNT | MS_BIND | kFlags, nullptr) == 0 ? 0
                                                                                          : errno;
}

int makeReadOnly(std::span<const Bind> binds)
{
    mount_attr attributes = {};
    attributes.attr_set = MOUNT_ATTR_RDONLY;
    for (const auto& bind : binds)
        if (!bind.writable
            && ::syscall(
                   SYS_mount_setattr, AT_FDCWD, bind.target.c_str(), AT_RECURSIVE, &attributes,
                   sizeof attributes)
                != 0)
            return errno;
    return 0;
}

Outcome change(
    const Doors& doors, std::span<const MountWords> scratch, std::span<const Bind> binds,
    const std::string& terminals)
{
    if (const int failed = enter(doors); failed != 0)
        return {failed, failed, failed, failed};
    Outcome outcome;
    outcome.readOnly = makeReadOnly(binds);
    outcome.scratch = mountScratch(scratch);
    if (::mount(nullptr, "/dev/pts", nullptr, MS_REMOUNT | MS_NOSUID | MS_NOEXEC, terminals.c_str())
        != 0)
        outcome.terminals = errno;
    outcome.hidden = hide();
    return outcome;
}

Result<Outcome> changeInChild(
    const Doors& doors, std::span<const MountWords> scratch, std::span<const Bind> binds,
    const std::string& terminals)
{
    SANDBENCH_TRY(const auto pipe, makePipe());
    const pid_t child = ::fork();
    if (child < 0)
        return Error::fromErrno(errno, "cannot start a process");
    if (child == 0) {
        const auto outcome = change(doors, scratch, binds, terminals);
        ::_exit(::write(pipe.write.get(), &outcome, sizeof outcome) == sizeof outcome ? 0 : 1);
    }
    while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) { }
    Outcome outcome;
    ::fcntl(pipe.read.get(), F_SETFL, O_NONBLOCK);
    if (::read(pipe.read.get(), &outcome, sizeof outcome) != sizeof outcome)
        return Error(ErrorCode::Io, "the process that changes mounts ended");
    return outcome;
}

UniqueFd openDoor(const std::string& path, int flags)
{
    return UniqueFd(::open(path.c_str(), flags | O_CLOEXEC));
}

Result<void> resultOf(int reason, std::string_view problem)
{
    return reason == 0 ? Result<void>() : Error::fromErrno(reason, std::string(problem));
}

/// The value behind "Name:" in a /proc/PID/status, its numbers between tabs.
std::string_view fieldOf(std::string_view status, std::string_view name)
{
    const auto at = status.find(name);
    if (at == std::string_view::npos)
        return {};
    const auto rest = status.substr(at + name.size());
    return rest.substr(0, rest.find('\n'));
}

/// The second number: of the effective user or group.
std::optional<unsigned> effectiveOf(std::string_view field)
{
    takeUpTo(field, '\t');
    takeUpTo(field, '\t');
    return cgroup_text::number<unsigned>(takeUpTo(field, '\t'));
}

} // namespace

std::optional<ContainerInit> parseContainerInit(std::string_view status)
{
    const auto pids = fieldOf(status, "\nNSpid:");
    const auto pid = cgroup_text::number<pid_t>(fieldOf(status, "\nPid:\t"));
    const auto uid = effectiveOf(fieldOf(status, "\nUid:"));
    const auto gid = effectiveOf(fieldOf(status, "\nGid:"));
    const bool isFirst = pids.ends_with("\t1") && pids.find('\t') != pids.rfind('\t');
    if (!isFirst || !pid || !uid || !gid)
        return std::nullopt;
    return ContainerInit{*pid, *uid, *gid};
}

std::optional<ContainerInit> findContainerInit(pid_t monitor)
{
    for (const auto child : childrenOf(monitor)) {
        const auto status = readFile("/proc/" + std::to_string(child) + "/status", kProcFileBytes);
        if (const auto init = status ? parseContainerInit(*status) : std::nullopt)
            return init;
    }
    return std::nullopt;
}

ContainerMounts finishMounts(
    const ContainerInit& init, std::span<const ScratchFolder> scratch, std::span<const Bind> binds)
{
    const auto process = "/proc/" + std::to_string(init.pid);
    const Doors doors
        = {openDoor(process + "/ns/user", O_RDONLY), openDoor(process + "/ns/mnt", O_RDONLY),
           openDoor(process + "/root", O_PATH | O_DIRECTORY)};
    if (!doors.user || !doors.mounts || !doors.root) {
        const auto error = Error::fromErrno(errno, "cannot reach the container's mounts");
        return {error, error, error, error};
    }
    const auto owner = ",uid=" + std::to_string(init.uid) + ",gid=" + std::to_string(init.gid);
    std::vector<MountWords> words;
    for (const auto& folder : scratch) {
        char mode[16];
        ::snprintf(mode, sizeof mode, "%o", folder.mode);
        words.push_back(
            {folder.path.c_str(),
             "size=" + std::to_string(folder.bytes) + ",mode=" + mode + owner});
    }
    // Its own options, which a remount would reset.
    const auto terminals = "ptmxmode=0666,mode=0620,max=" + std::to_string(kMostTerminals);
    const auto done = changeInChild(doors, words, binds, terminals);
    if (!done)
        return {done.error(), done.error(), done.error(), done.error()};
    return {
        resultOf(done->scratch, "cannot give the container folders of its own"),
        resultOf(done->hidden, "cannot hide what the kernel tells of the host"),
        resultOf(done->terminals, "cannot limit the container's terminals"),
        resultOf(done->readOnly, "cannot make mounts below others read-only")};
}

} // namespace sandbench::apptainer
