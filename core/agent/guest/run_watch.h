// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/folder_snapshot.h"
#include "core/agent/guest/services.h"

namespace sandbench::guest {

/// What one run does, from its begin to its end: the files of a folder before and after it, and the
/// calls that were told. Thread: one.
class RunWatch
{
public:
    static constexpr std::size_t kMostFiles = 1000, kMostPathBytes = 64U << 10;

    /// Begins. @p owner: whose processes these are.
    RunWatch(Services& services, OwnerId owner, std::string folder);
    ~RunWatch();
    RunWatch(const RunWatch&) = delete;
    RunWatch& operator=(const RunWatch&) = delete;

    /// A program that the agent starts itself; nobody tells of it.
    void noteRoot(pid_t pid, const std::vector<std::string>& argv);
    /// How many there are at this time.
    void noteProcesses(std::size_t count);
    /// When all its processes have ended: {files, programs, network, refused, most_processes,
    /// not_seen}. Once.
    Json end();

    const FolderSnapshot& before() const { return m_before; }
    const FolderSnapshot& after() const { return m_after; } ///< From end() on.

private:
    Json describeFiles(CallLog& log) const;

    Services& m_services;
    OwnerId m_owner;
    std::string m_folder;
    FolderSnapshot m_before, m_after;
    std::size_t m_mostProcesses = 1;
    bool m_isOver = false;
};

} // namespace sandbench::guest
