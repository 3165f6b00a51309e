// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/stream.h"

#include <dirent.h>
#include <memory>
#include <string>
#include <vector>

namespace sandbench::guest {

struct CloseFolder
{
    void operator()(DIR* folder) const { ::closedir(folder); }
};
using Folder = std::unique_ptr<DIR, CloseFolder>;

/// `list`: walks a folder in small steps, so that a million files hold nobody else up. Follows no
/// link.
class ListTask : public StreamTask
{
public:
    ListTask(EventLoop& loop, Stream& stream)
        : m_loop(loop)
        , m_stream(stream)
    {
    }
    ~ListTask() override { m_loop.cancel(m_timer); }

    void start(const Json& request);
    void onKill() override;

private:
    struct Level
    {
        Folder folder;
        std::string path;
    };

    void step();
    /// False: the walk is over.
    bool visitNext(Json& entries);
    void descend(int parent, const char* name, const std::string& path);

    EventLoop& m_loop;
    Stream& m_stream;
    EventLoop::TimerId m_timer = 0;
    std::vector<Level> m_levels;
    std::size_t m_depth = 1;
    std::uint64_t m_limit = 0;
    std::uint64_t m_count = 0;
    std::size_t m_pathBytes = 0; ///< Of the event that is being filled.
    bool m_truncated = false;
};

/// `remove`: one entry, or a whole folder however deep, with two open files and in small steps.
class RemoveTask : public StreamTask
{
public:
    RemoveTask(EventLoop& loop, Stream& stream)
        : m_loop(loop)
        , m_stream(stream)
    {
    }
    ~RemoveTask() override { m_loop.cancel(m_timer); }

    void start(const Json& request);
    void onKill() override;

private:
    struct Level
    {
        std::uint64_t device;
        std::uint64_t inode;
        std::string name; ///< In its parent.
    };

    void step();
    /// Removes what it can in the current folder. Errors: those of the system call.
    Result<void> clearSome(int& budget);
    Result<void> enter(const std::string& name);
    Result<void> leave();

    EventLoop& m_loop;
    Stream& m_stream;
    EventLoop::TimerId m_timer = 0;
    std::string m_path;
    UniqueFd m_current;
    std::vector<Level> m_levels;
    bool m_empty = false; ///< The current folder is.
};

} // namespace sandbench::guest
