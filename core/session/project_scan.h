// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/archive/project_folder.h"
#include "core/language/language.h"
#include "core/policy/gate/scan.h"

#include <map>
#include <stop_token>
#include <string>

namespace sandbench {

/// What a policy says to the files that a program of a project may load: by path in the project,
/// and only where it says something.
using ProjectScan = std::map<std::string, GateReport>;

/// Scans the project's sources, each in its own language: 32 MiB at most. The first file that was
/// not read (too much, unreadable, @p stop) has a finding that says so, of high severity.
/// Thread: any.
ProjectScan scanProject(
    const ProjectFolder& project, const LanguageCatalog& languages, const CodePolicy& policy,
    const std::stop_token& stop);

} // namespace sandbench
