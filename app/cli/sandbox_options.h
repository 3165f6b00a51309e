// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <string_view>

namespace CLI {
class App;
}

namespace sandbench::cli {

/// An option for a member of workspace::memberGroups(), which puts what was typed into @p said.
/// @p help: instead of the member's own; empty = that.
void addMember(CLI::App& command, Json& said, std::string_view name, std::string_view help = {});

/// --engine and all that is about the sandbox, in groups of their own in the help; without what is
/// only about its runs.
void addSandboxOptions(CLI::App& command, Json& said);

} // namespace sandbench::cli
