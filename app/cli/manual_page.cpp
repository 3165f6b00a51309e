// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/manual_page.h"

#include "app/cli/option_words.h"
#include "app/cli/roff_text.h"
#include "app/cli/usage_problem.h"
#include "core/base/text.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

namespace sandbench::cli {
namespace {

std::string asSentence(std::string text)
{
    if (!text.empty() && std::string_view(".!?:").find(text.back()) == std::string_view::npos)
        text += '.';
    return text;
}

/// What a command's help says below its options.
struct Footer
{
    std::string description;
    std::string examples;
    std::string statuses;
};

Footer readFooter(std::string_view text)
{
    Footer footer;
    auto* part = &footer.description;
    while (!text.empty()) {
        auto line = takeUpTo(text, '\n');
        if (line == "Example:" || line == "Examples:") {
            part = &footer.examples;
            continue;
        }
        if (line.starts_with("Exit status")) {
            part = &footer.statuses;
            const auto colon = line.find(':');
            const auto of = line.substr(11, colon - 11); // " of run"
            line.remove_prefix(std::min(line.find_first_not_of(": ", colon), line.size()));
            if (!of.empty())
                *part += "Of" + std::string(of.substr(3)) + ":\n";
            if (line.empty())
                continue;
            part->push_back(static_cast<char>(std::toupper(static_cast<unsigned char>(line[0]))));
            line.remove_prefix(1);
        } else if (!line.empty() && !line.starts_with(' ') && part == &footer.examples) {
            part = &footer.description; // what follows them
        }
        part->append(line).push_back('\n');
    }
    return footer;
}

/// A command of a group has the group's footer where it has none of its own.
Footer ownFooter(const CLI::App& command)
{
    const auto* group = command.get_parent();
    if (group && group->get_footer() == command.get_footer())
        return {};
    return readFooter(command.get_footer());
}

std::string usageOf(const CLI::App& command)
{
    std::string usage = bold(pathOf(command));
    if (!command.get_options([](const CLI::Option* option) { return option->nonpositional(); })
             .empty())
        usage += " [" + italic("OPTION") + "]...";
    for (const CLI::Option* option : command.get_options())
        if (option->get_positional())
            usage += " " + italic(CLI::Formatter().make_option_usage(option));
    return usage;
}

std::string item(const std::string& head, const std::string& text)
{
    return ".TP\n" + head + "\n" + roffText(asSentence(text)) + "\n";
}

std::string argumentItem(const CLI::Option& option)
{
    return item(italic(CLI::Formatter().make_option_name(&option, true)), option.get_description());
}

std::string optionItem(const CLI::Option& option)
{
    const auto words = wordsOf(option);
    std::string head;
    for (const auto& name : words.names)
        head += (head.empty() ? "" : ", ") + bold(name);
    return item(head + (words.type.empty() ? "" : " " + italic(words.type)), words.help);
}

/// Of @p group; empty = all.
std::string optionItems(const CLI::App& command, const std::string& group)
{
    std::string items;
    for (const CLI::Option* option : command.get_options())
        if (option->nonpositional() && !option->get_group().empty()
            && (group.empty() || option->get_group() == group))
            items += optionItem(*option);
    return items;
}

std::string argumentItems(const CLI::App& command)
{
    std::string items;
    for (const CLI::Option* option : command.get_options())
        if (option->get_positional())
            items += argumentItem(*option);
    return items;
}

std::string optionSections(const CLI::App& command)
{
    std::string page = argumentItems(command);
    if (!page.empty())
        page = ".SH ARGUMENTS\n" + page;
    page += ".SH OPTIONS\n";
    auto groups = command.get_groups();
    std::erase_if(groups, [&](const std::string& group) {
        return group.empty() || optionItems(command, group).empty();
    });
    if (groups.size() < 2)
        return page + optionItems(command, {});
    for (const auto& group : groups)
        page += ".SS \"" + roffText(group) + "\"\n" + optionItems(command, group);
    return page;
}

/// A command of a group, described on the group's page.
std::string describeBelow(const CLI::App& command)
{
    const auto footer = ownFooter(command);
    std::string text = ".SS \"" + roffText(pathOf(command)) + "\"\n" + usageOf(command) + "\n.PP\n"
        + roffText(asSentence(command.get_description())) + "\n";
    if (!footer.description.empty())
        text += ".PP\n" + roffLines(footer.description);
    text += argumentItems(command) + optionItems(command, {});
    if (!footer.examples.empty())
        text += ".PP\n" + roffLines(footer.examples);
    if (!footer.statuses.empty())
        text += ".PP\nExit status:\n" + roffLines(footer.statuses);
    for (const CLI::App* below : command.get_subcommands(isShown))
        text += describeBelow(*below);
    return text;
}

std::string commandSection(const CLI::App& command)
{
    const auto commands = command.get_subcommands(isShown);
    if (commands.empty())
        return {};
    std::string section = ".SH COMMANDS\n";
    for (const CLI::App* below : commands)
        section += command.get_parent() ? describeBelow(*below)
                                        : item(bold(below->get_name()), below->get_description());
    return section;
}

std::string seeAlso(const CLI::App& command)
{
    std::vector<std::string> names;
    if (command.get_parent())
        names.push_back("sandbenchctl");
    for (const CLI::App* below : command.get_subcommands(isShown))
        if (!command.get_parent())
            names.push_back(manualName(*below));
    if (command.get_name() != "sandbench")
        names.push_back("sandbench");
    else
        names.push_back("sandbenchctl");
    std::string section = ".SH SEE ALSO\n";
    for (std::size_t i = 0; i < names.size(); ++i)
        section += ".BR " + roffText(names[i]) + " (1)" + (i + 1 < names.size() ? ",\n" : "\n");
    return section;
}

} // namespace

std::string manualName(const CLI::App& command)
{
    auto name = pathOf(command);
    std::replace(name.begin(), name.end(), ' ', '-');
    return name;
}

std::string manualPage(const CLI::App& command)
{
    const auto footer = ownFooter(command);
    auto title = manualName(command);
    auto what = command.get_description();
    if (what.ends_with('.'))
        what.pop_back();
    std::string page = ".\\\" Made from the table of commands that --help shows; do not edit.\n";
    page += ".SH NAME\n" + roffText(title) + " \\- " + roffText(what) + "\n";
    std::transform(title.begin(), title.end(), title.begin(), [](unsigned char c) {
        return static_cast<char>(std::toupper(c));
    });
    page.insert(
        page.find(".SH"),
        ".TH " + roffText(title)
            + " 1 " SANDBENCH_RELEASED " \"sandbench " SANDBENCH_VERSION "\" \"Sandbench\"\n");
    page += ".SH SYNOPSIS\n" + usageOf(command);
    if (!command.get_subcommands(isShown).empty())
        page += " " + italic("COMMAND");
    page += "\n.SH DESCRIPTION\n" + roffText(asSentence(what)) + "\n";
    if (!footer.description.empty())
        page += ".PP\n" + roffLines(footer.description);
    page += commandSection(command) + optionSections(command);
    if (!footer.examples.empty())
        page += ".SH EXAMPLES\n" + roffLines(footer.examples);
    if (!footer.statuses.empty())
        page += ".SH EXIT STATUS\n" + roffLines(footer.statuses);
    return page + seeAlso(command);
}

} // namespace sandbench::cli
