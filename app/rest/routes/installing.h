// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/routes/handling.h"

#include <stop_token>
#include <string>
#include <vector>

namespace sandbench::rest {

/// Installs packages of a language's own manager in an open sandbox; the sources are those of the
/// server's settings. Errors: Session::install()'s, Unsupported for a language without packages.
Result<void> installLibraries(
    const ServerParts& parts, const UsedSandbox& sandbox, const std::string& language,
    std::vector<std::string> names, std::stop_token stop);

} // namespace sandbench::rest
