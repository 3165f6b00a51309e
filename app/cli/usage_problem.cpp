// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/usage_problem.h"

#include "core/base/text.h"

#include <algorithm>
#include <numeric>
#include <unistd.h>

namespace sandbench::cli {
namespace {

std::vector<std::string> commandNames(const CLI::App& group)
{
    std::vector<std::string> names;
    // What has no group is hidden.
    for (const CLI::App* command :
         group.get_subcommands([](const CLI::App* each) { return !each->get_group().empty(); }))
        names.push_back(command->get_name());
    return names;
}

std::vector<std::string> optionNames(const CLI::App& command)
{
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options())
        for (const auto& name : option->get_lnames())
            names.push_back("--" + name);
    return names;
}

/// How many letters were added, left out, replaced or swapped with the next one.
std::size_t editDistance(const std::string& a, const std::string& b)
{
    std::vector<std::size_t> before, last, row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t(0));
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before = std::exchange(last, row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min(
                {last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row.back();
}

std::string meant(const std::string& word, const std::vector<std::string>& names)
{
    const auto near = nearest(word, names);
    return near.empty() ? "" : "; did you mean '" + near + "'?";
}

/// The first word behind the named command, where that one is a group of commands.
std::string wordBehind(const CLI::App& command, const std::vector<std::string>& words)
{
    std::size_t depth = 0;
    for (const auto* parent = command.get_parent(); parent; parent = parent->get_parent())
        ++depth;
    return words.size() > depth ? words[depth] : std::string();
}

std::string helpOf(const CLI::App& command)
{
    return "'" + pathOf(command) + " --help'";
}

std::string unknownCommand(const CLI::App& group, const std::string& word)
{
    const auto names = commandNames(group);
    const auto inGroup = group.get_parent() ? group.get_name() + " " : std::string();
    std::string text = "there is no command '" + inGroup + word + "'";
    const bool isFile = !group.get_parent() && ::access(word.c_str(), F_OK) == 0;
    if (const auto near = nearest(word, names); !near.empty() && !isFile)
        return text + "; did you mean '" + inGroup + near + "'? See " + helpOf(group);
    if (!group.get_parent() && (isFile || word.find('.') != std::string::npos))
        text += "; to run a program: sandbenchctl run " + word;
    else
        text += ", but " + listed(names);
    return text + moreAbout(group);
}

} // namespace

std::string pathOf(const CLI::App& command)
{
    const auto* parent = command.get_parent();
    return parent ? pathOf(*parent) + " " + command.get_name() : command.get_name();
}

const CLI::App& chosenIn(const CLI::App& root)
{
    const CLI::App* command = &root;
    for (auto below = command->get_subcommands(); !below.empty();
         below = command->get_subcommands())
        command = below.front();
    return *command;
}

const CLI::App* commandNamed(const CLI::App& group, const std::string& name)
{
    const auto all = group.get_subcommands([](const CLI::App*) { return true; });
    const auto at = std::find_if(all.begin(), all.end(), [&](const CLI::App* command) {
        return command->get_name() == name;
    });
    return at == all.end() ? nullptr : *at;
}

std::string moreAbout(const CLI::App& chosen)
{
    return "; see " + helpOf(chosen);
}

std::string nearest(const std::string& word, const std::vector<std::string>& names)
{
    std::string best;
    auto least = std::min<std::size_t>(2, word.size() / 3) + 1;
    for (const auto& name : names)
        if (const auto distance = editDistance(word, name); distance < least) {
            least = distance;
            best = name;
        }
    return best;
}

std::string unexpectedWord(const CLI::App& chosen, const std::string& word)
{
    if (word.starts_with('-')) {
        const auto name = word.substr(0, word.find('='));
        const auto guess = meant(name, optionNames(chosen));
        if (!guess.empty())
            return "there is no option " + name + guess + " See " + helpOf(chosen);
        return "there is no option " + name + moreAbout(chosen)
            + (!chosen.get_parent()
                   ? ""
                   : "; a file whose name begins with a dash is written ./" + word);
    }
    if (!commandNames(chosen).empty())
        return unknownCommand(chosen, word);
    return "'" + word + "' is one word too many" + moreAbout(chosen);
}

std::string missingWord(const CLI::App& chosen, const std::vector<std::string>& words)
{
    if (const auto names = commandNames(chosen); !names.empty()) {
        const auto word = wordBehind(chosen, words);
        if (!word.empty() && word != "--json")
            return unexpectedWord(chosen, word);
        return "name a command" + (chosen.get_parent() ? " of " + chosen.get_name() : "") + ": "
            + listed(names) + moreAbout(chosen);
    }
    for (const CLI::Option* option : chosen.get_options())
        if (option->get_required() && option->count() == 0)
            return option->get_name() + " is missing: " + option->get_description()
                + moreAbout(chosen);
    return "an argument is missing" + moreAbout(chosen);
}

} // namespace sandbench::cli
