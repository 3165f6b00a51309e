// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <map>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace sandbench::cli {

/// What to offer behind an option, by the type that its help shows: {"LANGUAGE", {"python", …}}.
using CompletionValues = std::map<std::string, std::vector<std::string>>;

/// A completion script for the commands and options of @p tree, made from the tree itself so that
/// it cannot go stale. @p shell: bash, zsh or fish. Errors: InvalidArgument.
Result<std::string>
completionScript(const CLI::App& tree, const std::string& shell, const CompletionValues& values);

} // namespace sandbench::cli
