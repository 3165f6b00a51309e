// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/local/uid_reservation.h"

#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <random>
#include <string_view>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

namespace sandbench::local {

namespace {

constexpr std::string_view kFilePrefix = "uid-";
constexpr uid_t kUidCount = kLastSandboxUid - kFirstSandboxUid + 1;

Result<UniqueFd> openPrivateDirectory(const std::string& path)
{
    if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST)
        return Error::fromErrno(errno, "cannot make " + path);
    UniqueFd fd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat info = {};
    if (!fd || ::fstat(fd.get(), &info) != 0)
        return Error::fromErrno(errno, "cannot open " + path);
    if (info.st_uid != ::geteuid() || (info.st_mode & 077) != 0)
        return Error(
            ErrorCode::PermissionDenied,
            path + " must belong to this user with mode 0700; remove it and try again");
    return fd;
}

/// The lock on the file of @p uid, or nothing when somebody else has it.
UniqueFd tryLock(int directory, const std::string& name)
{
    UniqueFd fd(::openat(directory, name.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
    struct stat info = {};
    if (!fd || ::flock(fd.get(), LOCK_EX | LOCK_NB) != 0)
        return UniqueFd();
    // Its last owner may have removed the file between our open and our lock.
    if (::fstat(fd.get(), &info) != 0 || info.st_nlink == 0)
        return UniqueFd();
    return fd;
}

/// systemd gives the same range to services with DynamicUser= and keeps a file for each.
bool isDynamicServiceUser(uid_t uid)
{
    return ::access(("/run/systemd/dynamic-uid/" + std::to_string(uid)).c_str(), F_OK) == 0;
}

/// One pass over /proc.
std::vector<pid_t> processesOf(uid_t uid)
{
    std::vector<pid_t> found;
    const std::unique_ptr<DIR, int (*)(DIR*)> proc(::opendir("/proc"), ::closedir);
    while (const dirent* entry = proc ? ::readdir(proc.get()) : nullptr) {
        struct stat info = {};
        if (std::isdigit(static_cast<unsigned char>(entry->d_name[0])) != 0
            && ::fstatat(::dirfd(proc.get()), entry->d_name, &info, 0) == 0 && info.st_uid == uid)
            found.push_back(std::atoi(entry->d_name));
    }
    return found;
}

/// By a descriptor, because the number may have been given to somebody else since the list was
/// made.
void endProcess(pid_t pid, uid_t uid)
{
    const UniqueFd process(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    struct stat info = {};
    if (process && ::stat(("/proc/" + std::to_string(pid)).c_str(), &info) == 0
        && info.st_uid == uid)
        ::syscall(SYS_pidfd_send_signal, process.get(), SIGKILL, nullptr, 0);
}

} // namespace

/// Processes that have ended and that nobody has waited for count. Source: getpriority(2).
bool isUidInUse(uid_t uid)
{
    errno = 0;
    return ::getpriority(PRIO_USER, uid) != -1 || errno != ESRCH;
}

Result<UidReservation> UidReservation::take(const std::string& directory)
{
    SANDBENCH_TRY(auto dir, openPrivateDirectory(directory));
    // A random start, so that two programs with different folders seldom try the same id first.
    const uid_t start = static_cast<uid_t>(std::random_device()() % kUidCount);
    for (uid_t i = 0; i < kUidCount; ++i) {
        const uid_t index = (start + i) % kUidCount;
        const uid_t uid = kFirstSandboxUid + index;
        if (isUidInUse(uid) || isDynamicServiceUser(uid))
            continue;
        const std::string name = std::string(kFilePrefix) + std::to_string(uid);
        if (auto lock = tryLock(dir.get(), name))
            return UidReservation(uid, directory + "/" + name, std::move(lock));
    }
    return Error(
        ErrorCode::ResourceExhausted, "every user id for sandboxes is taken; close some sandboxes");
}

UidReservation::~UidReservation()
{
    if (m_lock)
        ::unlink(m_path.c_str());
}

void removeStaleReservations(const std::string& directory)
{
    auto ours = openPrivateDirectory(directory);
    const std::unique_ptr<DIR, int (*)(DIR*)> dir(
        ours ? ::fdopendir(ours->release()) : nullptr, ::closedir);
    while (const dirent* entry = dir ? ::readdir(dir.get()) : nullptr) {
        const std::string_view name = entry->d_name;
        if (!name.starts_with(kFilePrefix))
            continue;
        const auto lock = tryLock(::dirfd(dir.get()), std::string(name));
        if (!lock)
            continue;
        const auto uid = static_cast<uid_t>(std::atol(entry->d_name + kFilePrefix.size()));
        if (uid >= kFirstSandboxUid && uid <= kLastSandboxUid && isUidInUse(uid))
            for (const pid_t pid : processesOf(uid))
                endProcess(pid, uid);
        ::unlinkat(::dirfd(dir.get()), entry->d_name, 0);
    }
}

} // namespace sandbench::local
