// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/archive/project_folder.h"
#include "core/session/project_comparison.h"

#include <functional>
#include <stop_token>
#include <vector>

namespace sandbench {

/// Brings a project into a sandbox: small files many at a time, so that none waits for another's
/// answer. What was sent of each is noted. Thread: one.
class ProjectSender
{
public:
    ProjectSender(
        GuestFiles& files, const ProjectFolder& project, const GuestLayout& layout,
        SentProject& sent)
        : m_files(files)
        , m_project(project)
        , m_layout(layout)
        , m_sent(sent)
    {
    }

    /// As Session::copyProject().
    Result<void>
    send(const std::function<void(std::uint64_t)>& onProgress, const std::stop_token& stop);

private:
    Result<void> sendOne(const ProjectFolder::File& file, const std::stop_token& stop);
    Result<void> sendWaiting(const std::stop_token& stop);
    void note(const ProjectFolder::File& file, std::string digest);

    GuestFiles& m_files;
    const ProjectFolder& m_project;
    const GuestLayout& m_layout;
    SentProject& m_sent;
    std::vector<GuestFiles::SmallFile> m_waiting;
    std::size_t m_waitingBytes = 0;
};

} // namespace sandbench
