// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workspace/workspace.h"

#include <stop_token>
#include <string>

namespace sandbench {

/// Installs packages in an open sandbox from the sources of the settings, and has it remembered.
/// Without a manager @p request gets that of @p language, or of the sandbox's own where that is
/// empty too. Errors: InvalidArgument within "manager" or "language", Unsupported for a language
/// without packages, Session::install()'s.
Result<void> installPackages(
    workspace::Workspace& workspace, workspace::HostedSandbox& sandbox, InstallRequest& request,
    const std::string& language, std::stop_token stop);

} // namespace sandbench
