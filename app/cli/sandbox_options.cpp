// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/sandbox_options.h"

#include "core/workspace/members.h"

#include <CLI/CLI.hpp>

#include <vector>

namespace sandbench::cli {
namespace {

bool isList(const Member& member)
{
    using enum FieldType;
    const auto type = member.field.type;
    // Words of one command are typed at once.
    return (type == TextList && member.field.name != "entrypoint") || type == TextMap
        || type == ObjectList;
}

std::string helpOf(const Member& member)
{
    std::string text(member.field.description);
    if (isList(member))
        text += "; repeat";
    if (!member.typed.standard.empty() && member.field.type != FieldType::Boolean)
        text += " (default: " + std::string(member.typed.standard) + ")";
    return text;
}

void addFlag(CLI::App& command, Json& said, const Member& member)
{
    const std::string name(member.field.name);
    const auto option = std::string(member.typed.option);
    const auto standard = member.typed.standard == "true" ? " (default)" : "";
    auto* yes = command.add_flag_callback(
        option, [&said, name] { said[name] = true; }, helpOf(member) + standard);
    command
        .add_flag_callback(
            "--no-" + option.substr(2), [&said, name] { said[name] = false; },
            std::string(member.typed.value))
        ->excludes(yes);
}

void addOption(CLI::App& command, Json& said, const Member& member, const std::string& help)
{
    const std::string name(member.field.name), option(member.typed.option),
        type(member.typed.value);
    if (member.field.type == FieldType::Boolean)
        return addFlag(command, said, member);
    if (isList(member)) {
        const auto add = [&said, name](const std::vector<std::string>& texts) {
            for (const auto& text : texts)
                said[name].push_back(text);
        };
        // Greedy vectors would swallow the program's file name.
        command.add_option_function<std::vector<std::string>>(option, add, help)
            ->type_name(type)
            ->allow_extra_args(false);
        return;
    }
    const auto set = [&said, name](const std::string& text) { said[name] = text; };
    command.add_option_function<std::string>(option, set, help)->type_name(type)->take_last();
}

} // namespace

void addMember(CLI::App& command, Json& said, std::string_view name, std::string_view help)
{
    if (const auto* member = workspace::findMember(name))
        addOption(command, said, *member, help.empty() ? helpOf(*member) : std::string(help));
}

void addSandboxOptions(CLI::App& command, Json& said)
{
    for (const auto* group : workspace::memberGroups()) {
        command.option_defaults()->group(std::string(group->title));
        for (const auto& member : group->members)
            if (!member.typed.option.empty() && !isOfRuns(member))
                addOption(command, said, member, helpOf(member));
    }
    command.option_defaults()->group("Options");
}

} // namespace sandbench::cli
