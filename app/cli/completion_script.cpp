// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/completion_script.h"

#include <CLI/CLI.hpp>

namespace sandbench::cli {
namespace {

struct OptionWords
{
    std::vector<std::string> names; // "--json", "-v"
    std::string type; // empty = a flag
    std::string help;
};

struct CommandWords
{
    std::string name; // empty = the program itself
    std::string help;
    std::vector<OptionWords> options;
    std::string operand; // type of its positional argument, or empty
};

CommandWords wordsOf(const CLI::App& app, const std::string& name)
{
    CommandWords words = {name, app.get_description(), {}, {}};
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_positional()) {
            words.operand = option->get_type_name();
            continue;
        }
        OptionWords entry;
        for (const auto& longName : option->get_lnames())
            entry.names.push_back("--" + longName);
        for (const auto& shortName : option->get_snames())
            entry.names.push_back("-" + shortName);
        entry.type = option->get_items_expected_max() > 0 ? option->get_type_name() : "";
        entry.help = option->get_description();
        words.options.push_back(std::move(entry));
    }
    return words;
}

std::vector<CommandWords> commandsOf(const CLI::App& tree)
{
    std::vector<CommandWords> commands = {wordsOf(tree, "")};
    for (const CLI::App* command : tree.get_subcommands({}))
        commands.push_back(wordsOf(*command, command->get_name()));
    return commands;
}

std::string joined(const std::vector<std::string>& words, const char* between)
{
    std::string text;
    for (const auto& word : words)
        text += (text.empty() ? "" : between) + word;
    return text;
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
    std::string names;
    std::string cases;
    for (const auto& command : commands) {
        if (!command.name.empty())
            names += (names.empty() ? "" : " ") + command.name;
        std::string flags;
        std::string behind;
        for (const auto& option : command.options) {
            flags += (flags.empty() ? "" : " ") + joined(option.names, " ");
            if (!option.type.empty())
                behind += "        " + joined(option.names, "|") + ") "
                    + bashOffer(option.type, values) + "; return ;;\n";
        }
        const auto operand = command.name.empty()
            ? "COMPREPLY=($(compgen -W \"$commands\" -- \"$word\"))"
            : bashOffer(command.operand, values);
        cases += "    " + (command.name.empty() ? std::string("''") : command.name) + ")\n"
            + (behind.empty() ? "" : "      case $before in\n" + behind + "      esac\n")
            + "      if [[ $word == -* ]]; then\n        COMPREPLY=($(compgen -W "
            + shellQuoted(flags) + " -- \"$word\"))\n      else\n        " + operand
            + "\n      fi\n      ;;\n";
    }
    return "# bash completion of sandbenchctl, made by: sandbenchctl completion bash\n"
           "_sandbenchctl() {\n"
           "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= i\n"
           "  local commands="
        + shellQuoted(names)
        + "\n  COMPREPLY=()\n"
          "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
          "    if [[ \" $commands \" == *\" ${COMP_WORDS[i]} \"* ]]; then\n"
          "      command=${COMP_WORDS[i]}\n      break\n    fi\n  done\n"
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

std::string zshScript(const std::vector<CommandWords>& commands, const CompletionValues& values)
{
    std::string names;
    std::string cases;
    std::string own;
    for (const auto& command : commands) {
        std::string specs;
        for (const auto& option : command.options) {
            for (const auto& name : option.names) {
                const auto offer = option.type.empty() ? "" : zshOffer(option.type, values);
                specs += " \\\n        "
                    + shellQuoted("*" + name + "[" + zshHelp(option.help) + "]" + offer);
            }
        }
        if (command.name.empty()) {
            own = specs;
            continue;
        }
        if (!command.operand.empty())
            specs += " \\\n        " + shellQuoted("*" + zshOffer(command.operand, values));
        names += "    " + shellQuoted(command.name + ":" + command.help) + "\n";
        cases += "      " + command.name + ")\n        _arguments" + specs + "\n        ;;\n";
    }
    return "#compdef sandbenchctl\n"
           "# zsh completion of sandbenchctl, made by: sandbenchctl completion zsh\n"
           "_sandbenchctl() {\n  local -a commands=(\n"
        + names + "  )\n  local state line\n  typeset -A opt_args\n  _arguments -C" + own
        + " \\\n        '1: :->command' '*:: :->rest'\n"
          "  case $state in\n    command) _describe command commands ;;\n    rest)\n"
          "      case $line[1] in\n"
        + cases
        + "      esac\n      ;;\n  esac\n}\n"
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

std::string fishScript(const std::vector<CommandWords>& commands, const CompletionValues& values)
{
    std::string script
        = "# fish completion of sandbenchctl, made by: sandbenchctl completion fish\n"
          "complete -c sandbenchctl -f\n";
    for (const auto& command : commands) {
        const auto when = command.name.empty()
            ? std::string("complete -c sandbenchctl -n __fish_use_subcommand")
            : "complete -c sandbenchctl -n '__fish_seen_subcommand_from " + command.name + "'";
        if (!command.name.empty())
            script += "complete -c sandbenchctl -n __fish_use_subcommand -a " + command.name
                + " -d " + shellQuoted(command.help) + "\n";
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
    const auto commands = commandsOf(tree);
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
