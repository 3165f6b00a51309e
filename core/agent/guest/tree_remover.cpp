// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/tree_remover.h"

#include "core/agent/guest/open_folder.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::guest {

static constexpr int kRemovalsPerStep = 500;

Result<TreeRemover> TreeRemover::open(const std::string& path)
{
    TreeRemover remover(path);
    SANDBENCH_TRY_VOID(remover.enter(path));
    return remover;
}

Result<void> TreeRemover::enter(const std::string& name)
{
    const int parent = m_levels.empty() ? AT_FDCWD : m_current.get();
    UniqueFd fd(::openat(parent, name.c_str(), kOpenFolder));
    if (!fd && errno == EACCES && ::fchmodat(parent, name.c_str(), 0700, 0) == 0)
        fd.reset(::openat(parent, name.c_str(), kOpenFolder));
    struct stat info = {};
    if (!fd || ::fstat(fd.get(), &info) != 0)
        return Error::fromErrno(errno, "cannot empty a folder in " + m_path);
    ::fchmod(fd.get(), 0700);
    m_current = std::move(fd);
    m_levels.push_back({info.st_dev, info.st_ino, name});
    m_empty = false;
    return {};
}

Result<void> TreeRemover::leave()
{
    const std::string name = m_levels.back().name;
    m_levels.pop_back();
    if (m_levels.empty()) {
        m_current.reset();
        if (::rmdir(m_path.c_str()) != 0)
            return Error::fromErrno(errno, "cannot remove " + m_path);
        return {};
    }
    UniqueFd parent(::openat(m_current.get(), "..", kOpenFolder));
    struct stat info = {};
    if (!parent || ::fstat(parent.get(), &info) != 0)
        return Error::fromErrno(errno, "cannot leave a folder in " + m_path);
    // Somebody may have moved the folder elsewhere; what lies around it there is none of our
    // business.
    if (info.st_dev != m_levels.back().device || info.st_ino != m_levels.back().inode)
        return Error(
            ErrorCode::Io, "a folder in " + m_path + " was moved while it was being removed");
    m_current = std::move(parent);
    if (::unlinkat(m_current.get(), name.c_str(), AT_REMOVEDIR) != 0)
        return Error::fromErrno(errno, "cannot remove a folder in " + m_path);
    m_empty = false;
    return {};
}

Result<void> TreeRemover::clearSome(int& budget)
{
    // A fresh look every time: the position in a folder that changes means nothing.
    const int copy = ::openat(m_current.get(), ".", kOpenFolder);
    const Folder folder(copy >= 0 ? ::fdopendir(copy) : nullptr);
    if (!folder)
        return Error::fromErrno(errno, "cannot read a folder in " + m_path);
    while (const dirent* entry = ::readdir(folder.get())) {
        if (isDots(entry->d_name))
            continue;
        if (--budget < 0)
            return {};
        if (::unlinkat(m_current.get(), entry->d_name, 0) == 0 || errno == ENOENT)
            continue;
        struct stat info = {};
        const int reason = errno;
        if (::fstatat(m_current.get(), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0
            || !S_ISDIR(info.st_mode))
            return Error::fromErrno(reason, "cannot remove a file in " + m_path);
        return enter(entry->d_name);
    }
    m_empty = true;
    return {};
}

Result<void> TreeRemover::step()
{
    int budget = kRemovalsPerStep;
    while (budget > 0 && !m_levels.empty()) {
        --budget;
        if (m_empty)
            SANDBENCH_TRY_VOID(leave());
        else
            SANDBENCH_TRY_VOID(clearSome(budget));
    }
    return {};
}

} // namespace sandbench::guest
