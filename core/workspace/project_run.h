// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/archive/project_folder.h"
#include "core/project/changes_report.h"
#include "core/session/session.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

/// A program that runs on a copy of its project: what comes before and after the run, the same for
/// whoever starts it. Thread: any.
namespace sandbench::workspace {

class Workspace;

/// Opens the folder of a project that a program is to run on. Errors: those of
/// ProjectFolder::open().
Result<ProjectFolder> openProjectFolder(const std::string& folder, const std::stop_token& stop);

/// Makes @p request one for @p program, a file of @p project. @p diskBytes: what the sandbox's
/// working folder holds; 0 = no limit. Errors: InvalidArgument for a project that does not fit,
/// with what to do; those of ProjectFolder::readFile().
Result<void> putProject(
    const ProjectFolder& project, const std::string& program, std::uint64_t diskBytes,
    RunRequest& request);

/// What a run changed of a project.
struct KeptChanges
{
    ChangeStore store;
    ChangesReport report;
};

/// Where a project is, and where what a run changed of it is kept.
struct ProjectPlace
{
    std::string folder;
    std::string stateFolder; ///< Empty = nowhere, which is an error.
};

/// Takes out of @p session what @p request, which has run there as @p runId, changed of the project
/// that was brought into it, and keeps it under that id. Nothing where nothing changed. Errors:
/// those of ChangeStore::create() and Session::projectChanges(); Io where the folder is gone.
Result<std::optional<KeptChanges>> keepChanges(
    Session& session, const RunRequest& request, const std::string& runId,
    const ProjectPlace& place, const std::stop_token& stop);

/// Writes into @p record, and into the history of @p workspace, what was changed.
void noteChanges(
    ChangesReport report, const RunRequest& request, RunRecord& record, Workspace& workspace);

} // namespace sandbench::workspace
