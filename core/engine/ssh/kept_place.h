// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/link.h"

#include <string>
#include <string_view>

namespace sandbench::ssh {

/// SandboxSpec::adopts of a sandbox on another machine: whoever knows it, and may log in there, has
/// the sandbox. No I/O.
struct KeptPlace
{
    std::string name; ///< outpost::isPlaceName()
    agent::Link::Token token = {};

    /// "NAME/TOKEN", the token in hexadecimal digits.
    std::string text() const;
};
/// Errors: InvalidArgument.
Result<KeptPlace> parseKeptPlace(std::string_view text);

} // namespace sandbench::ssh
