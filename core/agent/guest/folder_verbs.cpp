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

void ListTask::start(const Json& request)
{
    auto path = parsePath(request, "path");
    if (!path)
        return m_stream.fail(path.error());
    m_depth = static_cast<std::size_t>(
        std::clamp<std::int64_t>(jsonInt(request, "depth", 1), 1, kDeepest));
    const auto limit = jsonCount(request, "limit");
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
        auto remover = TreeRemover::open(m_path);
        if (!remover)
            return m_stream.fail(remover.error());
        m_remover.emplace(std::move(*remover));
        return step();
    }
    if ((isFolder ? ::rmdir(m_path.c_str()) : ::unlink(m_path.c_str())) != 0)
        return m_stream.fail(Error::fromErrno(errno, "cannot remove " + m_path));
    m_stream.reply(Json::object());
}

void RemoveTask::step()
{
    m_timer = 0;
    if (auto done = m_remover->step(); !done)
        return m_stream.fail(done.error());
    if (m_remover->isDone())
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
