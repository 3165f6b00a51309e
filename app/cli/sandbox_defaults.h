// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <string>

namespace sandbench::cli {

/// What a server's options say of sandboxes whose caller names nothing. Empty = nothing is said.
struct SandboxDefaults
{
    std::string engine, connection, image, size, policy;
};

/// As workspace::readOpen() takes them: all but the connection, which is the server's own.
Json openDefaults(const SandboxDefaults& options);

} // namespace sandbench::cli
