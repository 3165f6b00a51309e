// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/workspace.h"
#include "ui/session/planned_run.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace sandbench::ui {

/// What a job does before and after a run on the copy of a folder. Blocks. Thread: any.
class ProjectSteps
{
public:
    enum class Step {
        Copying, ///< @c done of @c all are there.
        Comparing,
    };
    /// Units: bytes.
    using Tell = std::function<void(Step step, std::uint64_t done, std::uint64_t all)>;

    /// @p workspace outlives this; @p stateFolder is where changes are kept.
    ProjectSteps(workspace::Workspace& workspace, std::string stateFolder, Tell tell)
        : m_workspace(workspace)
        , m_stateFolder(std::move(stateFolder))
        , m_tell(std::move(tell))
    {
    }

    /// Copies the folder of @p run into @p sandbox. Errors: InvalidArgument, with a sentence for
    /// people, for a folder that is not copied as a whole (a home folder), for one that does not
    /// fit, and where its file is not what the editor shows; those of openProjectFolder() and
    /// Session::copyProject().
    Result<void>
    bring(PlannedRun& run, workspace::HostedSandbox& sandbox, const std::stop_token& stop) const;
    /// Keeps what it changed there, and writes that into @p record and the history. What cannot be
    /// is a warning of the record.
    void take(
        const PlannedRun& run, workspace::HostedSandbox& sandbox, RunRecord& record,
        const std::stop_token& stop) const;

    /// The warning that take() left; empty = none.
    static std::string problemOf(const RunRecord& record);

private:
    workspace::Workspace& m_workspace;
    std::string m_stateFolder;
    Tell m_tell;
};

} // namespace sandbench::ui
