// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/local/uid_reservation.h"

#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <map>
#include <memory>
#include <random>
#include <string_view>
#include <sys/file.h>
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

/// Processes by the sandbox id that they run as. One pass over /proc.
std::map<uid_t, std::vector<pid_t>> sandboxProcesses()
{
    std::map<uid_t, std::vector<pid_t>> used;
    const std::unique_ptr<DIR, int (*)(DIR*)> proc(::opendir("/proc"), ::closedir);
    if (!proc)
        return used;
    while (const dirent* entry = ::readdir(proc.get())) {
        struct stat info = {};
        if (std::isdigit(static_cast<unsigned char>(entry->d_name[0])) == 0
            || ::fstatat(::dirfd(proc.get()), entry->d_name, &info, 0) != 0)
            continue;
        if (info.st_uid >= kFirstSandboxUid && info.st_uid <= kLastSandboxUid)
            used[info.st_uid].push_back(std::atoi(entry->d_name));
    }
    return used;
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

/// Removes reservations that nobody holds any more, and ends what their killed owner left running.
void removeStale(int directory, const std::map<uid_t, std::vector<pid_t>>& processes)
{
    const std::unique_ptr<DIR, int (*)(DIR*)> dir(
        ::fdopendir(::openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)), ::closedir);
    while (const dirent* entry = dir ? ::readdir(dir.get()) : nullptr) {
        const std::string_view name = entry->d_name;
        if (!name.starts_with(kFilePrefix))
            continue;
        const auto lock = tryLock(directory, std::string(name));
        if (!lock)
            continue;
        const auto uid = static_cast<uid_t>(std::atol(entry->d_name + kFilePrefix.size()));
        if (const auto left = processes.find(uid); left != processes.end())
            for (const pid_t pid : left->second)
                endProcess(pid, uid);
        ::unlinkat(directory, entry->d_name, 0);
    }
}

} // namespace

bool isUidInUse(uid_t uid)
{
    return sandboxProcesses().contains(uid);
}

Result<UidReservation> UidReservation::take(const std::string& directory)
{
    SANDBENCH_TRY(auto dir, openPrivateDirectory(directory));
    const auto used = sandboxProcesses();
    removeStale(dir.get(), used);
    // A random start, so that two programs with different folders seldom try the same id first.
    const uid_t start = static_cast<uid_t>(std::random_device()() % kUidCount);
    for (uid_t i = 0; i < kUidCount; ++i) {
        const uid_t index = (start + i) % kUidCount;
        const uid_t uid = kFirstSandboxUid + index;
        if (used.contains(uid) || isDynamicServiceUser(uid))
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

} // namespace sandbench::local
