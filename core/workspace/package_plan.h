// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/language/language.h"
#include "core/package/package_settings.h"
#include "core/workspace/sandbox_request.h"

#include <string>

namespace sandbench::workspace {

/// Whether --environment names a file of this machine.
bool isEnvironmentFile(const std::string& environment);

/// Adds to @p request what --library, --requirements, --environment and --wheels ask for, in a
/// sandbox for programs of @p language; the files are read. Errors: InvalidArgument, NotFound,
/// PermissionDenied, ResourceExhausted, each naming the option.
Result<void> planPackages(
    const Json& said, const Language& language, const PackageSettings& settings,
    SandboxRequest& request);

} // namespace sandbench::workspace
