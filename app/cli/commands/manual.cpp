// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_line.h"
#include "app/cli/manual_page.h"
#include "app/cli/option_words.h"
#include "app/cli/options.h"
#include "app/cli/text.h"
#include "app/cli/usage_problem.h"
#include "core/base/part_file.h"

#include <CLI/CLI.hpp>

namespace sandbench::cli {
namespace {

constexpr const char* kManualFooter
    = R"(A page is text for man(1), made from what --help shows. Packages install all of them; --out writes them
for an installation from source, and replaces pages of the same names.

Examples:
  sandbenchctl manual run | man -l -
  mkdir -p ~/.local/share/man/man1 && sandbenchctl manual --out ~/.local/share/man/man1)";

struct ManualOptions
{
    std::string command;
    std::string folder;
};

Result<void> writePage(const std::string& folder, const CLI::App& command)
{
    SANDBENCH_TRY(auto file, PartFile::beside(folder + "/" + manualName(command) + ".1"));
    SANDBENCH_TRY_VOID(file.write(manualPage(command)));
    return file.keep(0644);
}

Result<int> manualCommand(const Program&, const ManualOptions& options)
{
    CommandLine commandLine;
    const auto& tree = commandLine.tree();
    const auto* command = options.command.empty() ? &tree : commandNamed(tree, options.command);
    if (!command || !(command == &tree || isShown(command)))
        return Error(ErrorCode::InvalidArgument, unexpectedWord(tree, options.command));
    if (options.folder.empty())
        return print(manualPage(*command)) ? 0 : 1;
    if (command != &tree)
        return Error(ErrorCode::InvalidArgument, "--out writes all pages: name no command");
    SANDBENCH_TRY_VOID(writePage(options.folder, tree));
    for (const CLI::App* below : tree.get_subcommands(isShown))
        SANDBENCH_TRY_VOID(writePage(options.folder, *below));
    return 0;
}

} // namespace

void addManualCommand(CLI::App& root, Action& chosen)
{
    const auto options = std::make_shared<ManualOptions>();
    CLI::App* command = addSubcommand(
        root, options, chosen, "manual", "Print the manual page of a command", manualCommand);
    command
        ->add_option(
            "command", options->command, "A command of sandbenchctl (default: sandbenchctl itself)")
        ->type_name("COMMAND");
    one(*command, "--out,-o", options->folder, "DIR",
        "Write the pages of all commands into this folder instead");
    command->footer(kManualFooter);
}

} // namespace sandbench::cli
