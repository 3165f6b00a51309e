// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_line.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <sstream>

namespace sandbench::cli {
namespace {

constexpr const char* kFooter = R"(Examples:
  sandbenchctl run hello.py
  sandbenchctl run --json --out plots plot.py
  echo 'print(6 * 7)' | sandbenchctl run -
  sandbenchctl doctor

Exit status of run:
  N        the program exited with N
  128+S    the program was ended by signal S
  122      it reached its output or disk limit
  124      it reached its time or CPU time limit
  125      the sandbox could not be made or went away
  126      a policy refused the program
  130      it was cancelled
  137      it ran out of memory
  2        wrong usage

'sandbenchctl COMMAND --help' says more about a command.)";

// The command that was named, as far as it was: some have commands of their own.
const CLI::App& chosenIn(const CLI::App& root)
{
    const CLI::App* command = &root;
    for (auto below = command->get_subcommands(); !below.empty();
         below = command->get_subcommands())
        command = below.front();
    return *command;
}

std::string pathOf(const CLI::App& command)
{
    const auto* parent = command.get_parent();
    return parent ? pathOf(*parent) + " " + command.get_name() : "sandbenchctl";
}

const CLI::App* commandNamed(const CLI::App& group, const std::string& name)
{
    const auto all = group.get_subcommands([](const CLI::App*) { return true; });
    const auto at = std::find_if(all.begin(), all.end(), [&](const CLI::App* command) {
        return command->get_name() == name;
    });
    return at == all.end() ? nullptr : *at;
}

std::string commandNames(const CLI::App& group)
{
    std::string names;
    for (const CLI::App* command : group.get_subcommands([](const CLI::App*) { return true; }))
        names += (names.empty() ? "" : ", ") + command->get_name();
    return names;
}

// "help", "help run" and "help sessions list" mean what everybody expects of them.
std::vector<std::string> withoutHelpWord(const CLI::App& root, std::vector<std::string> words)
{
    if (words.empty() || words.front() != "help")
        return words;
    words.erase(words.begin());
    const CLI::App* command = &root;
    for (const auto& word : words)
        command = command ? commandNamed(*command, word) : nullptr;
    if (command)
        words.emplace_back("--help");
    return words;
}

// The first word behind the named command, where that one is a group of commands.
std::string wordBehind(const CLI::App& command, const std::vector<std::string>& words)
{
    std::size_t depth = 0;
    for (const auto* parent = command.get_parent(); parent; parent = parent->get_parent())
        ++depth;
    return words.size() > depth ? words[depth] : std::string();
}

// What to do about a word that nothing takes.
std::string unexpectedWord(const CLI::App& chosen, const std::string& word)
{
    const auto path = pathOf(chosen);
    const auto more = "; see '" + path + " --help'";
    const bool option = word.starts_with('-');
    if (!commandNames(chosen).empty() && !option)
        return "there is no command '" + (chosen.get_parent() ? chosen.get_name() + " " : "") + word
            + "', but " + commandNames(chosen) + more;
    if (option)
        return "there is no option " + word + more
            + (!chosen.get_parent()
                   ? ""
                   : "; a file whose name begins with a dash is written ./" + word);
    if (chosen.get_name() == "run")
        return "'" + word + "' is one word too many; the program's own arguments go behind --: "
            + path + " FILE -- " + word + more;
    return "'" + word + "' is one word too many" + more;
}

// A required argument or command was not given.
std::string missingWord(const CLI::App& chosen, const std::vector<std::string>& words)
{
    const auto more = "; see '" + pathOf(chosen) + " --help'";
    if (commandNames(chosen).empty())
        return "an argument is missing" + more;
    const auto word = wordBehind(chosen, words);
    if (word.empty() || word == "--json")
        return "name a command" + (chosen.get_parent() ? " of " + chosen.get_name() : "") + ": "
            + commandNames(chosen) + more;
    return unexpectedWord(chosen, word);
}

std::string firstLine(const std::string& text)
{
    return text.substr(0, text.find('\n'));
}

} // namespace

CommandLine::CommandLine()
    : m_root(std::make_unique<CLI::App>(
        "Runs code that nobody should trust yet in sandboxes.", "sandbenchctl"))
{
    m_root->require_subcommand(1);
    m_root->set_version_flag(
        "--version", "sandbenchctl " SANDBENCH_VERSION, "Print the version and exit");
    m_root->set_help_flag("-h,--help", "Print this help and exit");
    m_root->get_formatter()->column_width(28);
    m_root->get_formatter()->label("REQUIRED", "");
    m_root->get_formatter()->label("SUBCOMMAND", "COMMAND");
    m_root->get_formatter()->label("Positionals", "Arguments");
    m_root->footer(kFooter);
    addRunCommand(*m_root, m_chosen, m_behindDashes);
    addReplCommand(*m_root, m_chosen);
    addScanCommand(*m_root, m_chosen);
    addPoliciesCommand(*m_root, m_chosen);
    addMcpCommand(*m_root, m_chosen);
    addToolsCommand(*m_root, m_chosen);
    addDoctorCommand(*m_root, m_chosen);
    addLanguagesCommand(*m_root, m_chosen);
    addBenchCommand(*m_root, m_chosen);
    addRunsCommand(*m_root, m_chosen);
    addSessionsCommand(*m_root, m_chosen, m_behindDashes);
    addConnectionsCommand(*m_root, m_chosen);
    addImagesCommand(*m_root, m_chosen);
    addProfilesCommand(*m_root, m_chosen);
    addInstallCommand(*m_root, m_chosen);
    addRequirementsCommand(*m_root, m_chosen);
    addServeCommand(*m_root, m_chosen);
    addTokenCommand(*m_root, m_chosen);
    addCompletionCommand(*m_root, m_chosen);
    for (CLI::App* command : m_root->get_subcommands({}))
        command->group("Commands");
}

CommandLine::~CommandLine() = default;

CommandLine::Parsed CommandLine::parse(const std::vector<std::string>& arguments)
{
    Parsed parsed;
    const auto own = std::find(arguments.begin(), arguments.end(), "--");
    parsed.json = std::find(arguments.begin(), own, "--json") != own;
    // The library splits arguments such as "[1,2]" at their commas, so it never sees the program's
    // own.
    if (own != arguments.end())
        m_behindDashes.assign(own + 1, arguments.end());
    // It eats its arguments from the back, and throws; nothing of that leaves this function.
    const auto words = withoutHelpWord(*m_root, {arguments.begin(), own});
    std::vector<std::string> reversed(words.rbegin(), words.rend());
    try {
        m_root->parse(reversed);
        parsed.action = m_chosen;
    } catch (const CLI::RequiredError&) {
        parsed.problem = missingWord(chosenIn(*m_root), words);
    } catch (const CLI::ExtrasError&) {
        const auto left = m_root->remaining(true);
        parsed.problem = unexpectedWord(
            chosenIn(*m_root),
            !left.empty()       ? left.front()
                : words.empty() ? ""
                                : words.front());
    } catch (const CLI::ParseError& end) {
        if (end.get_exit_code() == 0) {
            std::ostringstream text;
            m_root->exit(end, text, text);
            parsed.help = text.str();
            if (!parsed.help.ends_with('\n'))
                parsed.help += '\n';
        } else {
            parsed.problem
                = firstLine(end.what()) + "; see '" + pathOf(chosenIn(*m_root)) + " --help'";
        }
    }
    return parsed;
}

} // namespace sandbench::cli
