// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/stream.h"

#include <map>

namespace sandbench::guest {

/// `watch`: tells which files below a folder were finished, moved in or removed. Follows no link.
/// Source: inotify(7)
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
    void addFolder(const std::string& path, int depth);
    void addFoldersIn(const std::string& path, int depth);
    void readEvents();
    void tell(int watch, const char* name, std::uint32_t mask);
    void finish();

    struct Watched
    {
        std::string path;
        int depth;
    };

    EventLoop& m_loop;
    Stream& m_stream;
    UniqueFd m_fd;
    std::map<int, Watched> m_folders;
    std::uint64_t m_left = 0; ///< Events that may still be told.
};

} // namespace sandbench::guest
