// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/watch_task.h"

#include "core/agent/guest/open_folder.h"
#include "core/agent/guest/run_spec.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <unistd.h>

namespace sandbench::guest {

static constexpr std::uint32_t kMask = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
    | IN_CREATE | IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK;
static constexpr std::size_t kMostFolders = 256;
static constexpr int kDeepestWatched = 8;
static constexpr std::uint64_t kMostEvents = 100'000;

WatchTask::~WatchTask()
{
    finish();
}

void WatchTask::finish()
{
    if (!m_fd)
        return;
    m_loop.forget(m_fd.get());
    m_fd.reset();
}

void WatchTask::start(const Json& request)
{
    auto path = parsePath(request, "path");
    if (!path)
        return m_stream.fail(path.error());
    const auto limit = jsonCount(request, "limit");
    m_left = limit == 0 ? kMostEvents : std::min(limit, kMostEvents);
    m_fd.reset(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
    if (!m_fd)
        return m_stream.fail(Error::fromErrno(errno, "cannot watch " + *path));
    addFolder(*path, 0);
    if (m_folders.empty())
        return m_stream.fail(Error::fromErrno(errno, "cannot watch " + *path));
    m_stream.event("watching", Json{{"path", *path}});
    m_loop.watch(m_fd.get(), EPOLLIN, [this](std::uint32_t) { readEvents(); });
}

void WatchTask::addFolder(const std::string& path, int depth)
{
    if (m_folders.size() >= kMostFolders || depth > kDeepestWatched)
        return;
    const int watch = ::inotify_add_watch(m_fd.get(), path.c_str(), kMask);
    if (watch < 0)
        return;
    m_folders[watch] = {path, depth};
    addFoldersIn(path, depth);
}

void WatchTask::addFoldersIn(const std::string& path, int depth)
{
    const guest::Folder folder(::opendir(path.c_str()));
    if (!folder)
        return;
    while (const dirent* entry = ::readdir(folder.get())) {
        if (entry->d_type == DT_DIR && !isDots(entry->d_name))
            addFolder(path + "/" + entry->d_name, depth + 1);
    }
}

void WatchTask::tell(int watch, const char* name, std::uint32_t mask)
{
    const auto folder = m_folders.find(watch);
    if (folder == m_folders.end())
        return;
    const std::string path = folder->second.path + "/" + name;
    if ((mask & IN_ISDIR) != 0 && (mask & (IN_CREATE | IN_MOVED_TO)) != 0)
        addFolder(path, folder->second.depth + 1);
    // A file that was only created is told when its writer has closed it.
    if ((mask & IN_CREATE) != 0 && (mask & IN_ISDIR) == 0)
        return;
    m_stream.event("changed", Json{{"path", path}});
    --m_left;
}

void WatchTask::readEvents()
{
    // While the host is busy the kernel's own bounded queue takes the rest.
    if (m_stream.sendable(agent::Channel::File) == 0)
        return m_loop.change(m_fd.get(), 0);
    m_loop.change(m_fd.get(), EPOLLIN);
    alignas(inotify_event) char chunk[16 << 10];
    const auto n = ::read(m_fd.get(), chunk, sizeof chunk);
    for (ssize_t at = 0; at < n && m_left > 0;) {
        inotify_event event = {};
        std::memcpy(&event, chunk + at, sizeof event);
        if ((event.mask & IN_IGNORED) != 0)
            m_folders.erase(event.wd);
        else if (event.len > 0)
            tell(event.wd, chunk + at + sizeof event, event.mask);
        at += static_cast<ssize_t>(sizeof event + event.len);
    }
    if (m_left > 0)
        return;
    finish();
    m_stream.reply(Json{{"truncated", true}});
}

void WatchTask::onSendable()
{
    if (m_fd && !m_stream.isFinished())
        m_loop.change(m_fd.get(), EPOLLIN);
}

void WatchTask::onKill()
{
    finish();
    m_stream.reply(Json{{"truncated", false}});
}

} // namespace sandbench::guest
