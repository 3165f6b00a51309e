// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/run_plan.h"
#include "core/archive/project_folder.h"

#include <optional>

namespace sandbench::cli {

/// Opens the folder of --project and writes into @p options which of its files is the program.
/// Nothing without --project. Errors: InvalidArgument, NotFound, PermissionDenied,
/// ResourceExhausted.
Result<std::optional<ProjectFolder>>
openProject(RunOptions& options, const LanguageCatalog& languages, const std::stop_token& stop);

/// Puts the project's program into @p plan, and checks that the project fits into the sandbox.
Result<void>
loadProject(const ProjectFolder& project, const RunOptions& options, RunInvocation& plan);

/// Brings it into the sandbox; says on stderr how far it is where that takes long.
Result<void> sendProject(const ProjectFolder& project, Session& session, std::stop_token stop);

} // namespace sandbench::cli
