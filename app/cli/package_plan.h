// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/sandbox_plan.h"
#include "core/language/language.h"
#include "core/package/package_settings.h"

namespace sandbench::cli {

/// Whether --environment names a file of this machine.
bool isEnvironmentFile(const std::string& environment);

/// Adds to @p plan what --library, --requirements and --wheels ask for, in a sandbox for programs
/// of @p language; the files are read. Errors: InvalidArgument, NotFound, PermissionDenied,
/// ResourceExhausted, each naming the option.
Result<void> planPackages(
    const SandboxOptions& options, const Language& language, const PackageSettings& settings,
    SandboxPlan& plan);

} // namespace sandbench::cli
