// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/short_help.h"

#include "app/cli/usage_problem.h"
#include "core/base/text.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::cli {
namespace {

constexpr auto kFirst = "Options";
/// What of kFirst comes behind it, where there are more groups.
constexpr auto kRest = "Programs and their limits";
/// Come with the first of a command, whatever their group.
constexpr std::string_view kFirstOfSandboxes[]
    = {"--engine", "--image", "--memory", "--library", "--network"};
/// Do not, though they are of no other group.
constexpr std::string_view kSeldomUsed[]
    = {"--interpreter-context",
       "--tty",
       "--arg",
       "--apply",
       "--check-imports",
       "--block",
       "--blocks",
       "--answer",
       "--policy",
       "--yes",
       "--cpu-time",
       "--output-limit",
       "--file-size",
       "--open-files",
       "--get",
       "--report"};
constexpr int kShownExamples = 5;
constexpr int kShortFooter = 28; ///< Lines.

bool isOneOf(std::span<const std::string_view> names, const CLI::Option& option)
{
    return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
        return option.check_lname(std::string(name.substr(2)));
    });
}

std::vector<std::string> furtherGroups(const CLI::App& command)
{
    auto groups = command.get_groups();
    std::erase_if(
        groups, [](const std::string& group) { return group.empty() || group == kFirst; });
    return groups;
}

/// Of what a group of commands says below its options: examples of @p command alone, and how it
/// ends.
std::string footerOf(const CLI::App& command)
{
    const auto& footer = command.get_footer();
    const auto* group = command.get_parent();
    if (!group || group->get_footer() != footer)
        return footer;
    const auto path = "  " + pathOf(command);
    std::string examples, end;
    std::string_view rest = footer;
    while (!rest.empty()) {
        const auto line = takeUpTo(rest, '\n');
        if (line.starts_with(path) && (line.size() == path.size() || line[path.size()] == ' '))
            examples.append(line).push_back('\n');
        if (line.starts_with("Exit status") || !end.empty())
            end.append(line).push_back('\n');
    }
    if (!examples.empty())
        examples = "Examples:\n" + examples + (end.empty() ? "" : "\n");
    return examples + end;
}

/// All of it where it is short.
std::string shortFooter(const std::string& footer)
{
    if (std::count(footer.begin(), footer.end(), '\n') <= kShortFooter)
        return footer + "\n";
    auto at = footer.find("Examples:");
    if (at == std::string::npos)
        return {};
    std::string_view rest = std::string_view(footer).substr(at);
    std::string text;
    for (int line = 0; line <= kShownExamples && !rest.empty(); ++line) {
        const auto shown = takeUpTo(rest, '\n');
        if (shown.empty())
            break;
        text.append(shown).push_back('\n');
    }
    return text;
}

class ShortFormatter : public CLI::Formatter
{
public:
    std::string make_footer(const CLI::App* app) const override
    {
        const auto footer = footerOf(*app);
        return footer.empty() ? footer : footer + "\n";
    }

    std::string
    make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override
    {
        const auto more = furtherGroups(*app);
        if (mode == CLI::AppFormatMode::All || more.empty())
            return Formatter::make_help(app, std::move(name), mode);
        const auto options = app->get_options([](const CLI::Option* option) {
            return option->get_group() == kFirst && option->nonpositional();
        });
        return make_description(app) + make_usage(app, std::move(name)) + make_positionals(app)
            + make_group(kFirst, false, options) + "\nMore with --help-all: " + listed(more)
            + ".\n\n" + shortFooter(footerOf(*app));
    }
};

} // namespace

std::shared_ptr<CLI::FormatterBase> shortHelpFormatter()
{
    return std::make_shared<ShortFormatter>();
}

void arrangeOptions(CLI::App& command)
{
    for (CLI::App* below : command.get_subcommands({}))
        arrangeOptions(*below);
    if (furtherGroups(command).empty())
        return;
    command.set_help_all_flag("--help-all", "Print all options and exit");
    for (CLI::Option* option : command.get_options())
        if (isOneOf(kFirstOfSandboxes, *option))
            option->group(kFirst);
        else if (option->get_group() == kFirst && isOneOf(kSeldomUsed, *option))
            option->group(kRest);
}

} // namespace sandbench::cli
