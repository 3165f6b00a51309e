// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/open_folder.h"
#include "core/agent/guest/stream.h"
#include "core/agent/guest/tree_remover.h"

#include <optional>
#include <string>
#include <vector>

namespace sandbench::guest {

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

/// `remove`: one entry, or a whole folder in small steps.
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
    void step();

    EventLoop& m_loop;
    Stream& m_stream;
    EventLoop::TimerId m_timer = 0;
    std::string m_path;
    std::optional<TreeRemover> m_remover;
};

} // namespace sandbench::guest
