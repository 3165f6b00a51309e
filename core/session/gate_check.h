// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/policy/gate/scan.h"
#include "core/session/project_scan.h"
#include "core/session/session.h"

#include <optional>

namespace sandbench {

/// What the session's policy says to a run: its program (of a cell of Python also the commands that
/// notebooks have), or its command as a line of bash with the
/// texts that it gives interpreters; the files of its language that come with it; and, where the
/// program is one of a project's (null = there is none), the project's. Nothing where there is no
/// policy. Pure.
std::optional<GateReport> checkAgainstPolicy(
    const CodePolicy* policy, const RunRequest& request, const Language& language,
    const ProjectScan* project = nullptr);

/// Whether the run must not start.
bool isDenied(const GateReport& report, bool confirmed);

/// Writes into @p record why a run did not start.
void writeDenied(RunRecord& record, GateReport report);

/// All of it for one run: what was found goes into @p record. True = it must not start.
bool isDeniedByPolicy(
    const CodePolicy* policy, const RunRequest& request, const Language& language,
    const ProjectScan* project, RunRecord& record);

/// Which packages @p policy (null = none) keeps out. @p confirmed: a yes to what it asks about.
PackageRefusal packageRule(std::shared_ptr<const CodePolicy> policy, bool confirmed);

} // namespace sandbench
