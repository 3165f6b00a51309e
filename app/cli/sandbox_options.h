// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workspace/sandbox_options.h"

namespace CLI {
class App;
}

namespace sandbench::cli {

/// --engine and all that is about the sandbox, in groups of their own in the help.
void addSandboxOptions(CLI::App& command, SandboxOptions& options);

} // namespace sandbench::cli
