// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace sandbench::cli {

/// An option as completion scripts and manual pages tell of it.
struct OptionWords
{
    std::vector<std::string> names; ///< "--json", "-v"
    std::string type; ///< "FILE"; empty = a flag
    std::string help;
};

OptionWords wordsOf(const CLI::Option& option);

/// False of a command that only we ourselves call.
bool isShown(const CLI::App* command);

} // namespace sandbench::cli
