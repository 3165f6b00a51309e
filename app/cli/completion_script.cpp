// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/completion_script.h"

#include "app/cli/option_words.h"
#include "app/cli/text.h"

#include <CLI/CLI.hpp>

#include <span>
#include <sstream>

namespace sandbench::cli {
namespace {

struct CommandWords
{
    std::string path; // "sessions list"; empty = the program itself
    std::string help;
    std::vector<OptionWords> options;
    std::string operand; // type of its positional argument, or empty
    std::vector<std::string> below; // names of its own commands

    std::string name() const { return path.substr(path.rfind(' ') + 1); }
};

CommandWords wordsOfCommand(const CLI::App& app, const std::string& path)
{
    CommandWords words = {path, app.get_description(), {}, {}, {}};
    for (const CLI::App* command : app.get_subcommands(isShown))
        words.below.push_back(command->get_name());
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_positional()) {
            words.operand = option->get_type_name();
            continue;
        }
        words.options.push_back(wordsOf(*option));
    }
    return words;
}

void addCommands(const CLI::App& app, const std::string& path, std::vector<CommandWords>& to)
{
    to.push_back(wordsOfCommand(app, path));
    for (const CLI::App* command : app.get_subcommands(isShown))
        addCommands(*command, path + (path.empty() ? "" : " ") + command->get_name(), to);
}

// Inside single quotes of any of the three shells.
std::string shellQuoted(const std::string& text)
{
    std::string out = "'";
    for (const char c : text)
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

bool isFile(const std::string& type)
{
    return type.starts_with("FILE") || type.starts_with("SRC");
}

const std::vector<std::string>& valuesOf(const CompletionValues& values, const std::string& type)
{
    static const std::vector<std::string> none;
    const auto found = values.find(type);
    return found == values.end() ? none : found->second;
}

std::string bashOffer(const std::string& type, const CompletionValues& values)
{
    const std::string take = "COMPREPLY=($(compgen ";
    if (isFile(type))
        return take + "-f -- \"$word\")); compopt -o filenames";
    if (type == "DIR")
        return take + "-d -- \"$word\")); compopt -o filenames";
    return take + "-W " + shellQuoted(joined(valuesOf(values, type), " ")) + " -- \"$word\"))";
}

std::string bashScript(const std::vector<CommandWords>& commands, const CompletionValues& values)
{
    std::string groups;
    std::string cases;
    for (const auto& command : commands) {
        std::string flags;
        std::string behind;
        for (const auto& option : command.options) {
            flags += (flags.empty() ? "" : " ") + joined(option.names, " ");
            if (!option.type.empty())
                behind += "        " + joined(option.names, "|") + ") "
                    + bashOffer(option.type, values) + "; return ;;\n";
        }
        const bool isGroup = !command.below.empty();
        if (isGroup && !command.path.empty())
            groups += "      " + shellQuoted(command.path)
                + ") commands=" + shellQuoted(joined(command.below, " ")) + " ;;\n";
        const auto operand = isGroup ? "COMPREPLY=($(compgen -W \"$commands\" -- \"$word\"))"
                                     : bashOffer(command.operand, values);
        cases += "    " + shellQuoted(command.path) + ")\n"
            + (behind.empty() ? "" : "      case $before in\n" + behind + "      esac\n")
            + "      if [[ $word == -* ]]; then\n        COMPREPLY=($(compgen -W "
            + shellQuoted(flags) + " -- \"$word\"))\n      else\n        " + operand
            + "\n      fi\n      ;;\n";
    }
    return "# bash completion of sandbenchctl, made by: sandbenchctl completion bash\n"
           "_sandbenchctl() {\n"
           "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= i\n"
           "  local commands="
        + shellQuoted(joined(commands.front().below, " "))
        + "\n  COMPREPLY=()\n"
          "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
          "    [[ \" $commands \" == *\" ${COMP_WORDS[i]} \"* ]] || continue\n"
          "    command=${command:+$command }${COMP_WORDS[i]}\n"
          "    case $command in\n"
        + groups
        + "      *) break ;;\n    esac\n"
          "  done\n"
          "  case $command in\n"
        + cases + "  esac\n}\ncomplete -F _sandbenchctl sandbenchctl\n";
}

// Text between the brackets of an _arguments specification.
std::string zshHelp(const std::string& help)
{
    std::string out;
    for (const char c : help) {
        if (c == '[' || c == ']' || c == ':' || c == '\\')
            out += '\\';
        out += c;
    }
    return out;
}

std::string zshOffer(const std::string& type, const CompletionValues& values)
{
    if (isFile(type))
        return ":file:_files";
    if (type == "DIR")
        return ":folder:_files -/";
    const auto& offered = valuesOf(values, type);
    return ":" + zshHelp(type) + ":" + (offered.empty() ? " " : "(" + joined(offered, " ") + ")");
}

std::string zshOptions(const CommandWords& command, const CompletionValues& values)
{
    std::string specs;
    for (const auto& option : command.options) {
        for (const auto& name : option.names) {
            const auto offer = option.type.empty() ? "" : zshOffer(option.type, values);
            specs += " \\\n        "
                + shellQuoted("*" + name + "[" + zshHelp(option.help) + "]" + offer);
        }
    }
    return specs;
}

// What to complete behind the words of @p commands.front(), whose own commands follow it.
std::string zshGroup(std::span<const CommandWords> commands, const CompletionValues& values)
{
    const auto& group = commands.front();
    const auto behind = group.path.empty() ? std::string() : group.path + " ";
    std::string names;
    std::string cases;
    for (std::size_t i = 1; i < commands.size(); ++i) {
        const auto& command = commands[i];
        if (!command.path.starts_with(behind)
            || command.path.find(' ', behind.size()) != std::string::npos)
            continue;
        names += "    " + shellQuoted(command.name() + ":" + command.help) + "\n";
        cases += "      " + command.name() + ")\n";
        if (!command.below.empty())
            cases += zshGroup(commands.subspan(i), values);
        else
            cases += "        _arguments" + zshOptions(command, values)
                + (command.operand.empty()
                       ? ""
                       : " \\\n        " + shellQuoted("*" + zshOffer(command.operand, values)))
                + "\n";
        cases += "        ;;\n";
    }
    return "  commands=(\n" + names + "  )\n  _arguments -C" + zshOptions(group, values)
        + " \\\n        '1: :->command' '*:: :->rest'\n"
          "  case $state in\n    command) _describe command commands ;;\n    rest)\n"
          "      case $line[1] in\n"
        + cases + "      esac\n      ;;\n  esac\n";
}

std::string zshScript(const std::vector<CommandWords>& commands, const CompletionValues& values)
{
    return "#compdef sandbenchctl\n"
           "# zsh completion of sandbenchctl, made by: sandbenchctl completion zsh\n"
           "_sandbenchctl() {\n  local -a commands\n  local state line\n  typeset -A opt_args\n"
        + zshGroup(commands, values)
        + "}\n"
          "if [ \"$funcstack[1]\" = _sandbenchctl ]; then\n  _sandbenchctl \"$@\"\n"
          "else\n  compdef _sandbenchctl sandbenchctl\nfi\n";
}

std::string fishOffer(const std::string& type, const CompletionValues& values)
{
    if (isFile(type))
        return " -r -F";
    if (type == "DIR")
        return " -x -a '(__fish_complete_directories)'";
    return " -x -a " + shellQuoted(joined(valuesOf(values, type), " "));
}

// The condition under which the words of @p path have been typed, and none of @p below yet.
std::string fishWhen(const std::string& path, const std::vector<std::string>& below)
{
    if (path.empty())
        return "complete -c sandbenchctl -n __fish_use_subcommand";
    std::string when;
    std::istringstream words(path);
    for (std::string word; words >> word;)
        when += (when.empty() ? "" : "; and ") + ("__fish_seen_subcommand_from " + word);
    if (!below.empty())
        when += "; and not __fish_seen_subcommand_from " + joined(below, " ");
    return "complete -c sandbenchctl -n '" + when + "'";
}

std::string fishScript(const std::vector<CommandWords>& commands, const CompletionValues& values)
{
    std::string script
        = "# fish completion of sandbenchctl, made by: sandbenchctl completion fish\n"
          "complete -c sandbenchctl -f\n";
    std::map<std::string, std::string> parents; // when to offer what is in a group
    for (const auto& command : commands) {
        const auto when = fishWhen(command.path, command.below);
        parents[command.path] = when;
        if (!command.path.empty()) {
            const auto space = command.path.rfind(' ');
            script += parents[space == std::string::npos ? "" : command.path.substr(0, space)]
                + " -a " + command.name() + " -d " + shellQuoted(command.help) + "\n";
        }
        if (isFile(command.operand))
            script += when + " -F\n";
        else if (!valuesOf(values, command.operand).empty())
            script += when + " -a " + shellQuoted(joined(valuesOf(values, command.operand), " "))
                + "\n";
        for (const auto& option : command.options) {
            script += when;
            for (const auto& name : option.names)
                script
                    += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
            script += (option.type.empty() ? "" : fishOffer(option.type, values)) + " -d "
                + shellQuoted(option.help) + "\n";
        }
    }
    return script;
}

} // namespace

Result<std::string>
completionScript(const CLI::App& tree, const std::string& shell, const CompletionValues& values)
{
    std::vector<CommandWords> commands;
    addCommands(tree, "", commands);
    if (shell == "bash")
        return bashScript(commands, values);
    if (shell == "zsh")
        return zshScript(commands, values);
    if (shell == "fish")
        return fishScript(commands, values);
    return Error(
        ErrorCode::InvalidArgument,
        "there are no completions for '" + shell + "'; name bash, zsh or fish");
}

} // namespace sandbench::cli
