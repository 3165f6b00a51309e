// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

namespace CLI {
class App;
class FormatterBase;
} // namespace CLI

namespace sandbench::cli {

/// Of commands with several groups of options it shows the first group and some examples for
/// --help, and everything for --help-all.
std::shared_ptr<CLI::FormatterBase> shortHelpFormatter();

/// Puts what most people need into the first group of @p command and of all below it. Call it when
/// all of them are there.
void arrangeOptions(CLI::App& command);

} // namespace sandbench::cli
