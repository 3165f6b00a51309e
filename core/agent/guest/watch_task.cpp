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
#include <utility>

namespace sandbench::guest {

using agent::Channel;

static constexpr std::uint32_t kMask = IN_CREATE | IN_MODIFY | IN_DELETE | IN_MOVED_FROM
    | IN_MOVED_TO | IN_ATTRIB | IN_MOVE_SELF | IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK;
static constexpr std::pair<std::uint32_t, const char*> kChanges[]
    = {{IN_CREATE | IN_MOVED_TO, "created"},
       {IN_MODIFY, "written"},
       {IN_DELETE, "removed"},
       {IN_MOVED_FROM, "renamed"},
       {IN_ATTRIB, "mode"}};
static constexpr std::size_t kMostFolders = 2000;
static constexpr std::uint64_t kMostChanges = 1'000'000;
static constexpr std::size_t kMostUntold = 4U << 20;
/// Between two looks: writing again and again is one event meanwhile, by the kernel's own word.
static constexpr std::chrono::milliseconds kPause{20};

static std::string within(const std::string& folder, std::string_view name)
{
    return folder + (folder.ends_with('/') ? "" : "/") + std::string(name);
}

WatchTask::~WatchTask()
{
    finish();
}

void WatchTask::finish()
{
    m_loop.cancel(std::exchange(m_pause, 0));
    if (!m_fd)
        return;
    m_loop.forget(m_fd.get());
    m_fd.reset();
}

void WatchTask::end(bool isGone, bool isTruncated)
{
    finish();
    m_reply = Json{{"is_gone", isGone}, {"truncated", isTruncated}};
    send();
}

/// While the host is busy the lines wait, and the kernel's own bounded queue takes the rest.
void WatchTask::send()
{
    if (m_stream.isFinished())
        return;
    while (!m_untold.empty()) {
        const auto room = std::min(m_stream.sendable(Channel::File), m_untold.size());
        if (room == 0)
            return;
        m_stream.send(Channel::File, std::string_view(m_untold).substr(0, room));
        m_untold.erase(0, room);
    }
    if (m_reply)
        m_stream.reply(*std::exchange(m_reply, std::nullopt));
    else if (m_fd && m_pause == 0)
        m_loop.change(m_fd.get(), EPOLLIN);
}

void WatchTask::start(const Json& request)
{
    auto path = parsePath(request, "path");
    if (!path)
        return m_stream.fail(path.error());
    const auto limit = jsonCount(request, "limit");
    m_left = limit == 0 ? kMostChanges : std::min(limit, kMostChanges);
    m_isRecursive = jsonBool(request, "recursive");
    m_fd.reset(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
    if (!m_fd)
        return m_stream.fail(Error::fromErrno(errno, "cannot watch " + *path));
    errno = 0;
    const bool isAll = addFolder(*path, Contents::Known);
    if (m_folders.empty() && errno != ENOSPC)
        return m_stream.fail(Error::fromErrno(errno, "cannot watch " + *path));
    if (!isAll)
        return m_stream.fail(Error(
            ErrorCode::ResourceExhausted,
            "more folders than can be watched here; watch fewer of them"));
    m_root = m_folders.begin()->first;
    m_stream.event("watching", Json{{"path", *path}});
    m_loop.watch(m_fd.get(), EPOLLIN, [this](std::uint32_t) { readEvents(); });
}

/// False: there are too many. One that is gone meanwhile is none.
bool WatchTask::addFolder(const std::string& path, Contents contents)
{
    if (m_folders.size() >= kMostFolders)
        return false;
    const int watch = ::inotify_add_watch(m_fd.get(), path.c_str(), kMask);
    if (watch < 0)
        return errno != ENOSPC; // the machine's own bound
    m_folders[watch] = path;
    return !m_isRecursive || addFoldersIn(path, contents);
}

bool WatchTask::addFoldersIn(const std::string& path, Contents contents)
{
    const guest::Folder folder(::opendir(path.c_str()));
    if (!folder)
        return errno != EMFILE && errno != ENFILE;
    bool isAll = true;
    while (const dirent* entry = ::readdir(folder.get())) {
        if (isDots(entry->d_name))
            continue;
        const auto inside = within(path, entry->d_name);
        if (contents == Contents::New)
            tell(inside, "created");
        if (entry->d_type == DT_DIR)
            isAll = addFolder(inside, contents) && isAll;
    }
    return isAll;
}

/// What is called @p path, or was in it, is elsewhere now.
void WatchTask::forgetBelow(const std::string& path)
{
    std::erase_if(m_folders, [&](const auto& watched) {
        const auto& own = watched.second;
        const bool isBelow = own == path || own.starts_with(within(path, ""));
        if (isBelow)
            ::inotify_rm_watch(m_fd.get(), watched.first);
        return isBelow;
    });
}

void WatchTask::tell(const std::string& path, const char* change)
{
    if (m_left == 0)
        return;
    m_untold += writeJson(Json{{"path", path}, {"change", change}}) + '\n';
    m_left = m_untold.size() > kMostUntold ? 0 : m_left - 1;
}

void WatchTask::tellChange(int folder, const std::string& name, std::uint32_t mask)
{
    const auto at = m_folders.find(folder);
    if (at == m_folders.end() || name.empty())
        return;
    const auto path = within(at->second, name);
    for (const auto& [bits, change] : kChanges)
        if ((mask & bits) != 0)
            tell(path, change);
    if ((mask & IN_ISDIR) == 0 || !m_isRecursive)
        return;
    if ((mask & IN_MOVED_FROM) != 0)
        forgetBelow(path);
    if ((mask & (IN_CREATE | IN_MOVED_TO)) != 0 && !addFolder(path, Contents::New))
        m_left = 0; // what happens in there would not be told
}

void WatchTask::readEvents()
{
    m_loop.change(m_fd.get(), 0);
    alignas(inotify_event) char chunk[16 << 10];
    const auto n = ::read(m_fd.get(), chunk, sizeof chunk);
    for (ssize_t at = 0; at < n && m_left > 0;) {
        inotify_event event = {};
        std::memcpy(&event, chunk + at, sizeof event);
        const char* const name = chunk + at + sizeof event;
        at += static_cast<ssize_t>(sizeof event + event.len);
        if ((event.mask & IN_Q_OVERFLOW) != 0)
            return end(false, true);
        if (event.wd == m_root && (event.mask & (IN_IGNORED | IN_MOVE_SELF | IN_UNMOUNT)) != 0)
            return end(true, false);
        if ((event.mask & IN_IGNORED) != 0)
            m_folders.erase(event.wd);
        else
            tellChange(event.wd, event.len > 0 ? name : "", event.mask);
    }
    if (m_left == 0)
        return end(false, true);
    m_pause = m_loop.after(kPause, [this] {
        m_pause = 0;
        send();
    });
    send();
}

void WatchTask::onSendable()
{
    send();
}

void WatchTask::onKill()
{
    m_untold.clear(); // nobody hears it any more
    end(false, false);
}

} // namespace sandbench::guest
