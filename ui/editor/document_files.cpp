// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/document_files.h"

#include "core/base/fd.h"

#include <cerrno>
#include <cstdlib>
#include <memory>
#include <optional>
#include <random>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace sandbench::ui {

namespace {

constexpr std::size_t kMaxDocumentBytes = 64U << 20;

Error cannotSave(const std::string& path, int errnoValue)
{
    Error error = Error::fromErrno(errnoValue, "cannot save " + path);
    const bool full = error.code() == ErrorCode::ResourceExhausted;
    return Error(
        error.code(),
        error.message()
            + (full ? "; make room there, or choose another place with Save As"
                    : "; choose another place with Save As"));
}

// 0, or the errno of what failed. Close tells what a network file system could not write.
int fill(UniqueFd fd, std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto n = ::write(fd.get(), bytes.data(), bytes.size());
        if (n < 0 && errno != EINTR)
            return errno;
        bytes.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
    }
    // Some file systems cannot sync, which is no reason to refuse the text.
    if (::fsync(fd.get()) != 0 && errno != EINVAL && errno != ENOTSUP)
        return errno;
    return ::close(fd.release()) == 0 || errno == EINTR ? 0 : errno;
}

std::string resolved(const std::string& path)
{
    const std::unique_ptr<char, decltype(&std::free)> real(
        ::realpath(path.c_str(), nullptr), &std::free);
    return real ? real.get() : path;
}

// The name of a file that does not exist yet; it begins with a dot and tells whose leftover it is.
std::string nameBeside(const std::string& path)
{
    const auto slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? "" : path.substr(0, slash + 1);
    return folder + ".sandbench-" + std::to_string(std::random_device()());
}

// Gives the new file what the old one had; false where that is not allowed.
bool takeOver(int fd, const struct stat& old)
{
    struct stat now = {};
    if (::fstat(fd, &now) != 0)
        return false;
    const bool sameOwner = now.st_uid == old.st_uid && now.st_gid == old.st_gid;
    return (sameOwner || ::fchown(fd, old.st_uid, old.st_gid) == 0)
        && ::fchmod(fd, old.st_mode & 07777) == 0;
}

// 0, an errno, or nothing: a new file cannot take the old one's place.
std::optional<int>
replaceByRename(const std::string& path, const struct stat* old, std::string_view bytes)
{
    const std::string temporary = nameBeside(path);
    const mode_t mode = old ? 0600 : 0666;
    UniqueFd fd(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
    if (!fd)
        return old && (errno == EACCES || errno == EPERM) ? std::nullopt : std::optional(errno);
    if (old && !takeOver(fd.get(), *old)) {
        ::unlink(temporary.c_str());
        return std::nullopt;
    }
    int problem = fill(std::move(fd), bytes);
    if (problem == 0 && ::rename(temporary.c_str(), path.c_str()) != 0)
        problem = errno;
    if (problem != 0)
        ::unlink(temporary.c_str());
    return problem;
}

int writeInPlace(const std::string& path, std::string_view bytes)
{
    UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0666));
    return fd ? fill(std::move(fd), bytes) : errno;
}

} // namespace

Result<std::string> readDocument(const std::string& path)
{
    return readFile(path, kMaxDocumentBytes);
}

Result<void> replaceDocument(const std::string& path, std::string_view bytes)
{
    const std::string target = resolved(path);
    struct stat old = {};
    const bool exists = ::stat(target.c_str(), &old) == 0;
    if (!exists && errno != ENOENT)
        return cannotSave(path, errno);
    if (exists && !S_ISREG(old.st_mode))
        return Error(
            ErrorCode::InvalidArgument,
            "cannot save " + path + ": it is not a regular file; choose another name with Save As");
    // A rename would pass over the protection of a file that its owner made read-only.
    if (exists && ::faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS) != 0)
        return cannotSave(path, errno);
    struct stat link = {};
    const bool danglingLink = !exists && ::lstat(target.c_str(), &link) == 0;
    const bool hasAccessList
        = exists && ::getxattr(target.c_str(), "system.posix_acl_access", nullptr, 0) > 0;
    std::optional<int> problem;
    if (!danglingLink && !hasAccessList && (!exists || old.st_nlink == 1))
        problem = replaceByRename(target, exists ? &old : nullptr, bytes);
    if (!problem)
        problem = writeInPlace(target, bytes);
    if (*problem != 0)
        return cannotSave(path, *problem);
    return {};
}

std::string stampOf(const std::string& path)
{
    struct stat info = {};
    if (::stat(path.c_str(), &info) != 0)
        return {};
    std::string stamp;
    for (const auto part :
         {static_cast<long long>(info.st_dev), static_cast<long long>(info.st_ino),
          static_cast<long long>(info.st_size), static_cast<long long>(info.st_mtim.tv_sec),
          static_cast<long long>(info.st_mtim.tv_nsec)})
        stamp += std::to_string(part) + ":";
    return stamp;
}

} // namespace sandbench::ui
