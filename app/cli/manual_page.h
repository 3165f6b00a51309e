// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace sandbench::cli {

/// "sandbenchctl-run": the page of a command of sandbenchctl, and of a program its own name.
std::string manualName(const CLI::App& command);

/// The page of section 1 about a program, a command or a group of commands, made from what its
/// --help is made from, so that it cannot go stale. The page of a program names its commands, that
/// of a group describes all of them. Its date is that of the release.
/// Source: man(7), the macros that groff and mandoc share.
std::string manualPage(const CLI::App& command);

} // namespace sandbench::cli
