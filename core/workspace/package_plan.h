// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/language/language.h"
#include "core/package/package_settings.h"
#include "core/workspace/sandbox_plan.h"

namespace sandbench {

/// Whether --environment names a file of this machine.
bool isEnvironmentFile(const std::string& environment);

/// A file that lists packages, for the manager that reads such a one. Errors: InvalidArgument, with
/// @p option.
Result<void> addManifest(
    std::string_view option, const std::string& path, std::string bytes,
    std::vector<InstallRequest>& requests);

/// Adds to @p plan what --library, --requirements and --wheels ask for, in a sandbox for programs
/// of @p language; the files are read. Errors: InvalidArgument, NotFound, PermissionDenied,
/// ResourceExhausted, each naming the option.
Result<void> planPackages(
    const SandboxOptions& options, const Language& language, const PackageSettings& settings,
    SandboxPlan& plan);

} // namespace sandbench
