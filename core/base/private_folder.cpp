// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/private_folder.h"

#include <cerrno>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace sandbench {

namespace {

constexpr int kDirectoryFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
constexpr int kMaxDepth = 64;

struct CloseDir
{
    void operator()(DIR* dir) const { ::closedir(dir); }
};
using Directory = std::unique_ptr<DIR, CloseDir>;

Directory listOf(int dirFd)
{
    // A second open file description: reading must not move the caller's position.
    const int fd = ::openat(dirFd, ".", kDirectoryFlags);
    if (fd < 0)
        return nullptr;
    Directory directory(::fdopendir(fd));
    if (!directory)
        ::close(fd);
    return directory;
}

bool isDots(std::string_view name)
{
    return name == "." || name == "..";
}

void removeBelow(int dirFd, int depth)
{
    const auto directory = listOf(dirFd);
    if (!directory || depth > kMaxDepth)
        return;
    while (const auto* entry = ::readdir(directory.get())) {
        if (isDots(entry->d_name) || ::unlinkat(dirFd, entry->d_name, 0) == 0)
            continue;
        const UniqueFd child(::openat(dirFd, entry->d_name, kDirectoryFlags));
        if (!child)
            continue;
        removeBelow(child.get(), depth + 1);
        ::unlinkat(dirFd, entry->d_name, AT_REMOVEDIR);
    }
}

bool isOurs(int fd)
{
    struct stat info = {};
    // Its owner may have let others read it.
    return ::fstat(fd, &info) == 0 && info.st_uid == ::geteuid() && (info.st_mode & 07722) == 0700;
}

void removeDead(const std::string& parent, const std::string& prefix)
{
    const UniqueFd parentFd(::open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const auto directory = parentFd ? listOf(parentFd.get()) : nullptr;
    while (const auto* entry = directory ? ::readdir(directory.get()) : nullptr) {
        if (!std::string_view(entry->d_name).starts_with(prefix + "-"))
            continue;
        const UniqueFd folder(::openat(parentFd.get(), entry->d_name, kDirectoryFlags));
        if (!folder || !isOurs(folder.get()) || ::flock(folder.get(), LOCK_EX | LOCK_NB) != 0)
            continue;
        removeContents(folder.get());
        ::unlinkat(parentFd.get(), entry->d_name, AT_REMOVEDIR);
    }
}

std::string temporaryFolder()
{
    const char* named = std::getenv("TMPDIR");
    return named && *named == '/' ? named : "/tmp";
}

} // namespace

void removeContents(int dirFd)
{
    removeBelow(dirFd, 0);
}

Result<PrivateFolder> PrivateFolder::create(const std::string& parent, const std::string& prefix)
{
    const auto base = parent.empty() ? temporaryFolder() : parent;
    removeDead(base, prefix);
    // Between making a folder and locking it, another starting program may take it for a dead one.
    for (int attempt = 0; attempt < 16; ++attempt) {
        std::string path = base + "/" + prefix + "-XXXXXX";
        if (!::mkdtemp(path.data())) {
            const auto failure = Error::fromErrno(errno, "cannot make a folder in " + base);
            return Error(
                failure.code(),
                failure.message() + "; set TMPDIR to a folder that you may write to");
        }
        UniqueFd fd(::open(path.c_str(), kDirectoryFlags));
        struct stat info = {};
        if (fd && ::flock(fd.get(), LOCK_EX | LOCK_NB) == 0 && ::fstat(fd.get(), &info) == 0
            && info.st_nlink > 0)
            return PrivateFolder(std::move(path), std::move(fd));
    }
    return Error(ErrorCode::Io, "cannot lock a new folder in " + base);
}

PrivateFolder::PrivateFolder(std::string path, UniqueFd fd)
    : m_path(std::move(path))
    , m_fd(std::move(fd))
{
}

PrivateFolder& PrivateFolder::operator=(PrivateFolder&& other) noexcept
{
    if (this != &other) {
        remove();
        m_path = std::move(other.m_path);
        m_fd = std::move(other.m_fd);
    }
    return *this;
}

void PrivateFolder::remove()
{
    if (!m_fd)
        return;
    removeContents(m_fd.get());
    ::rmdir(m_path.c_str());
    m_fd.reset();
}

} // namespace sandbench
