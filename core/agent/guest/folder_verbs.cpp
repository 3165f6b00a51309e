// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/folder_verbs.h"

#include "core/agent/guest/file_verbs.h"
#include "core/agent/guest/run_spec.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::guest {

using namespace std::chrono_literals;

static constexpr std::size_t kDeepest = 64; // one open file per level
static constexpr std::uint64_t kMostEntries = 1'000'000;
static constexpr std::size_t kEntriesPerEvent = 500;
// A byte of a name can take eight in JSON, and no frame may be larger than kMaxPayload.
static constexpr std::size_t kPathBytesPerEvent = 128U << 10;
static constexpr int kRemovalsPerStep = 500;
static constexpr int kOpenFolder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;

static bool isDots(const char* name)
{
    return std::strcmp(name, ".") == 0 || std::strcmp(name, "..") == 0;
}

void ListTask::start(const Json& request)
{
    auto path = parsePath(request, "path");
    if (!path)
        return m_stream.fail(path.error());
    m_depth = static_cast<std::size_t>(
        std::clamp<std::int64_t>(jsonInt(request, "depth", 1), 1, kDeepest));
    const auto limit
        = static_cast<std::uint64_t>(std::max<std::int64_t>(jsonInt(request, "limit"), 0));
    m_limit = limit == 0 ? kMostEntries : std::min(limit, kMostEntries);
    UniqueFd fd(::open(path->c_str(), kOpenFolder));
    if (!fd)
        return m_stream.fail(Error::fromErrno(errno, "cannot list " + *path));
    if (path->back() == '/' && path->size() > 1)
        path->pop_back();
    m_levels.push_back({Folder(::fdopendir(fd.release())), *path});
    step();
}

void ListTask::descend(int parent, const char* name, const std::string& path)
{
    UniqueFd fd(::openat(parent, name, kOpenFolder));
    // A folder that may not be read is an entry without content.
    if (fd)
        m_levels.push_back({Folder(::fdopendir(fd.release())), path});
}

bool ListTask::visitNext(Json& entries)
{
    const Level& level = m_levels.back();
    const dirent* entry = level.folder ? ::readdir(level.folder.get()) : nullptr;
    if (!entry) {
        m_levels.pop_back();
        return !m_levels.empty();
    }
    if (isDots(entry->d_name))
        return true;
    if (m_count == m_limit) {
        m_truncated = true;
        return false;
    }
    const std::string name = entry->d_name;
    const int parent = ::dirfd(level.folder.get());
    struct stat info = {};
    if (::fstatat(parent, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0)
        return true;
    const std::string path = (level.path == "/" ? "" : level.path) + "/" + name;
    entries.push_back(describeFile(path, info));
    m_pathBytes += path.size();
    ++m_count;
    if (S_ISDIR(info.st_mode) && m_levels.size() < m_depth)
        descend(parent, name.c_str(), path);
    return true;
}

void ListTask::step()
{
    m_timer = 0;
    // Events have no credit of their own; they go when data could.
    if (m_stream.sendable(agent::Channel::File) == 0) {
        m_timer = m_loop.after(2ms, [this] { step(); });
        return;
    }
    Json entries = Json::array();
    bool more = true;
    m_pathBytes = 0;
    while (more && entries.size() < kEntriesPerEvent && m_pathBytes < kPathBytesPerEvent)
        more = visitNext(entries);
    if (!entries.empty())
        m_stream.event("entries", Json{{"entries", std::move(entries)}});
    if (more)
        m_timer = m_loop.after(0ms, [this] { step(); });
    else
        m_stream.reply(Json{{"count", m_count}, {"truncated", m_truncated}});
}

void ListTask::onKill()
{
    m_loop.cancel(m_timer);
    m_stream.fail(Error(ErrorCode::Cancelled, "listing was stopped"));
}

void RemoveTask::start(const Json& request)
{
    auto path = parsePath(request, "path");
    if (!path)
        return m_stream.fail(path.error());
    m_path = std::move(*path);
    struct stat info = {};
    if (::lstat(m_path.c_str(), &info) != 0)
        return m_stream.fail(Error::fromErrno(errno, "cannot remove " + m_path));
    const bool isFolder = S_ISDIR(info.st_mode);
    if (isFolder && jsonBool(request, "recursive")) {
        if (auto entered = enter(m_path); !entered)
            return m_stream.fail(entered.error());
        return step();
    }
    if ((isFolder ? ::rmdir(m_path.c_str()) : ::unlink(m_path.c_str())) != 0)
        return m_stream.fail(Error::fromErrno(errno, "cannot remove " + m_path));
    m_stream.reply(Json::object());
}

Result<void> RemoveTask::enter(const std::string& name)
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

Result<void> RemoveTask::leave()
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

Result<void> RemoveTask::clearSome(int& budget)
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

void RemoveTask::step()
{
    m_timer = 0;
    int budget = kRemovalsPerStep;
    while (budget > 0 && !m_levels.empty()) {
        --budget;
        auto done = m_empty ? leave() : clearSome(budget);
        if (!done)
            return m_stream.fail(done.error());
    }
    if (m_levels.empty())
        m_stream.reply(Json::object());
    else
        m_timer = m_loop.after(0ms, [this] { step(); });
}

void RemoveTask::onKill()
{
    m_loop.cancel(m_timer);
    m_stream.fail(Error(ErrorCode::Cancelled, "removing was stopped"));
}

} // namespace sandbench::guest
