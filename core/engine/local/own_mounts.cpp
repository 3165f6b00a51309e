// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/local/own_mounts.h"

#include "core/base/text.h"
#include "core/process/borrowed_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <linux/nsfs.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <unistd.h>

namespace sandbench::local {

namespace {

constexpr std::size_t kMostMounts = 64;
constexpr std::size_t kMountInfoBytes = 4 << 20;

struct Overlay
{
    std::string path;
    std::string lower; ///< As overlayfs reads it.
};

/// The errno of each step.
struct Outcome
{
    int hidden = 0;
    int terminals = 0;
    int files = 0;
};

std::vector<Overlay> overlaysOf(const std::vector<std::string>& paths)
{
    std::vector<Overlay> overlays;
    for (const auto& path : paths) {
        // One lower folder alone is refused.
        Overlay overlay{path, {}};
        for (const char c : path) {
            if (c == ':' || c == '\\')
                overlay.lower += '\\';
            overlay.lower += c;
        }
        overlay.lower.append(":").append(kEmptyFolder);
        overlays.push_back(std::move(overlay));
    }
    return overlays;
}

// What follows runs in a borrowed process: nothing here allocates.

int makeOverlay(const char* lower)
{
    const int context = ::fsopen("overlay", FSOPEN_CLOEXEC);
    if (context < 0 || ::fsconfig(context, FSCONFIG_SET_STRING, "lowerdir", lower, 0) != 0
        || ::fsconfig(context, FSCONFIG_CMD_CREATE, nullptr, nullptr, 0) != 0)
        return -1;
    return ::fsmount(
        context, FSMOUNT_CLOEXEC, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
}

/// All are made before the first is put in place, which hides what is mounted in it.
int coverFolders(const std::vector<Overlay>& overlays)
{
    std::array<int, kMostMounts> made = {};
    for (std::size_t i = 0; i < overlays.size(); ++i)
        if ((made[i] = makeOverlay(overlays[i].lower.c_str())) < 0)
            return errno;
    for (std::size_t i = 0; i < overlays.size(); ++i)
        if (::move_mount(made[i], "", AT_FDCWD, overlays[i].path.c_str(), MOVE_MOUNT_F_EMPTY_PATH)
            != 0)
            return errno;
    return 0;
}

int hide(const char* nothing, const std::vector<std::string>& paths)
{
    constexpr unsigned long kFlags = MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC;
    for (const auto& path : paths) {
        if (::mount(nothing, path.c_str(), nullptr, MS_BIND, nullptr) == 0
            && ::mount(nullptr, path.c_str(), nullptr, MS_REMOUNT | MS_BIND | kFlags, nullptr) == 0)
            continue;
        if (errno != ENOENT)
            return errno;
    }
    return 0;
}

struct Change
{
    int owner, mounts; ///< The namespaces.
    const WantedMounts& wanted;
    const std::vector<Overlay>& overlays;
    const std::string& terminalOptions;
    Outcome outcome;
};

void changeMounts(void* argument)
{
    auto& change = *static_cast<Change*>(argument);
    auto& outcome = change.outcome;
    if (::setns(change.owner, CLONE_NEWUSER) != 0 || ::setns(change.mounts, CLONE_NEWNS) != 0) {
        outcome = {errno, errno, errno};
        return;
    }
    outcome.hidden = hide("/dev/null", change.wanted.hiddenFiles);
    if (outcome.hidden == 0)
        outcome.hidden = hide(kEmptyFolder, change.wanted.hiddenFolders);
    constexpr unsigned long kFlags = MS_REMOUNT | MS_NOSUID | MS_NOEXEC;
    if (::mount(nullptr, "/dev/pts", nullptr, kFlags, change.terminalOptions.c_str()) != 0)
        outcome.terminals = errno;
    outcome.files = coverFolders(change.overlays);
}

struct Copy
{
    int owner, mounts; ///< The namespaces.
    int made = -1; ///< The new one.
    int failure = 0;
};

void copyMounts(void* argument)
{
    auto& copy = *static_cast<Copy*>(argument);
    mount_attr fixed = {};
    fixed.attr_set = MOUNT_ATTR_RDONLY;
    mount_attr writable = {};
    writable.attr_clr = MOUNT_ATTR_RDONLY;
    if (::setns(copy.owner, CLONE_NEWUSER) == 0 && ::setns(copy.mounts, CLONE_NEWNS) == 0
        && ::mount_setattr(AT_FDCWD, "/etc", 0, &fixed, sizeof fixed) == 0
        && ::unshare(CLONE_NEWNS) == 0
        && ::mount_setattr(AT_FDCWD, "/proc", 0, &writable, sizeof writable) == 0)
        copy.made = ::open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC);
    if (copy.made < 0)
        copy.failure = errno;
}

Result<void> resultOf(int reason, std::string_view problem)
{
    return reason == 0 ? Result<void>() : Error::fromErrno(reason, std::string(problem));
}

bool isIn(std::string_view path, std::string_view folder)
{
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

} // namespace

Result<std::vector<std::string>>
mountsIn(std::string_view mountInfo, std::span<const std::string> folders)
{
    std::vector<std::string> paths(folders.begin(), folders.end());
    while (!mountInfo.empty()) {
        auto line = takeUpTo(mountInfo, '\n');
        for (int i = 0; i < 4; ++i)
            takeUpTo(line, ' ');
        const std::string path(takeUpTo(line, ' '));
        const bool isWanted = std::any_of(
            folders.begin(), folders.end(), [&](const auto& folder) { return isIn(path, folder); });
        if (isWanted && path.find('\\') != std::string::npos)
            return Error(ErrorCode::Unsupported, "a file system is mounted at " + path);
        if (isWanted)
            paths.push_back(path);
    }
    std::sort(paths.begin(), paths.end());
    paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
    return paths;
}

namespace {

UniqueFd mountsOf(const std::string& process)
{
    return UniqueFd(::open((process + "/ns/mnt").c_str(), O_RDONLY | O_CLOEXEC));
}

/// Whoever made the sandbox owns that user namespace, root or not.
Result<UniqueFd> ownerOf(const UniqueFd& mounts)
{
    UniqueFd owner(mounts ? ::ioctl(mounts.get(), NS_GET_USERNS) : -1);
    if (!owner)
        return Error::fromErrno(errno, "cannot reach the sandbox's mounts");
    return owner;
}

} // namespace

Result<UniqueFd> ownerOfMounts(pid_t process)
{
    return ownerOf(mountsOf("/proc/" + std::to_string(process)));
}

Result<UniqueFd> copyOfMounts(pid_t process)
{
    const auto mounts = mountsOf("/proc/" + std::to_string(process));
    SANDBENCH_TRY(const auto owner, ownerOf(mounts));
    Copy copy = {owner.get(), mounts.get()};
    SANDBENCH_TRY_VOID(inBorrowedProcess(copyMounts, &copy, CLONE_FILES));
    if (copy.made < 0)
        return Error::fromErrno(copy.failure, "cannot copy mounts");
    return UniqueFd(copy.made);
}

OwnMounts separateMounts(pid_t init, const WantedMounts& wanted)
{
    const auto process = "/proc/" + std::to_string(init);
    const auto mounts = mountsOf(process);
    const auto owner = ownerOf(mounts);
    if (!owner)
        return {owner.error(), owner.error(), owner.error()};
    const auto info = readFile(process + "/mountinfo", kMountInfoBytes);
    auto paths
        = info ? mountsIn(*info, wanted.folders) : Result<std::vector<std::string>>(info.error());
    if (paths && paths->size() > kMostMounts)
        paths = Error(ErrorCode::Unsupported, "too many file systems are mounted there");
    // bwrap's own options, which a remount would reset.
    const auto options = "ptmxmode=0666,mode=0620,max=" + std::to_string(kMostTerminals);
    const auto overlays = paths ? overlaysOf(*paths) : std::vector<Overlay>();
    Change change = {owner->get(), mounts.get(), wanted, overlays, options, {}};
    if (const auto ran = inBorrowedProcess(changeMounts, &change); !ran)
        return {ran.error(), ran.error(), ran.error()};
    const auto& done = change.outcome;
    return {
        resultOf(done.hidden, "cannot hide what the kernel tells of the host"),
        resultOf(done.terminals, "cannot limit the sandbox's terminals"),
        paths ? resultOf(done.files, "cannot lay an overlay over the host's files")
              : Result<void>(paths.error())};
}

} // namespace sandbench::local
