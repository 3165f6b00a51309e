// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/event_loop.h"
#include "core/agent/guest/stream.h"

#include <map>
#include <optional>
#include <string>

namespace sandbench::guest {

/// `watch`: tells what changes in a folder. Follows no link. Source: inotify(7)
class WatchTask : public StreamTask
{
public:
    WatchTask(EventLoop& loop, Stream& stream)
        : m_loop(loop)
        , m_stream(stream)
    {
    }
    ~WatchTask() override;

    void start(const Json& request);
    void onSendable() override;
    void onKill() override;

private:
    /// Whether what is in @p path already came just now.
    enum class Contents { Known, New };
    bool addFolder(const std::string& path, Contents contents);
    bool addFoldersIn(const std::string& path, Contents contents);
    void forgetBelow(const std::string& path);
    void readEvents();
    void tellChange(int folder, const std::string& name, std::uint32_t mask);
    void tell(const std::string& path, const char* change);
    void end(bool isGone, bool isTruncated);
    void send();
    void finish();

    EventLoop& m_loop;
    Stream& m_stream;
    UniqueFd m_fd;
    EventLoop::TimerId m_pause = 0;
    bool m_isRecursive = false;
    int m_root = -1;
    std::map<int, std::string> m_folders; ///< Paths.
    std::uint64_t m_left = 0; ///< Changes that may still be told.
    std::string m_untold; ///< Lines that are not sent yet.
    std::optional<Json> m_reply; ///< The end, once all is sent.
};

} // namespace sandbench::guest
