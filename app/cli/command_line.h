// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/program.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace sandbench::cli {

/// The commands and options of `sandbenchctl`: parses, and is what help and completion scripts are
/// made from.
class CommandLine
{
public:
    CommandLine();
    ~CommandLine();

    struct Parsed
    {
        Action action; ///< Empty when there is nothing to do but to say something.
        std::string help; ///< For stdout: --help, --version.
        std::string problem; ///< One line for stderr; wrong usage.
        bool json = false; ///< The caller wants problems as JSON as well.
    };
    /// @p arguments without the program's name. Once.
    Parsed parse(const std::vector<std::string>& arguments);

    /// All commands, made anew.
    const CLI::App& tree();

private:
    /// Making the options of all commands takes longer than many a command runs.
    void make(const std::function<bool(const std::string& command)>& isWanted);
    Parsed parseByTree(const std::vector<std::string>& arguments);

    std::unique_ptr<CLI::App> m_root;
    Action m_chosen;
    std::vector<std::string> m_behindDashes;
};

} // namespace sandbench::cli
