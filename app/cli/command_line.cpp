// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_line.h"

#include "app/cli/short_help.h"
#include "app/cli/usage_problem.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>

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

struct Tree
{
    CLI::App& root;
    Action& chosen;
    const std::vector<std::string>& behindDashes;
};

template <auto Add> void plain(const Tree& tree)
{
    Add(tree.root, tree.chosen);
}

template <auto Add> void withProgramArguments(const Tree& tree)
{
    Add(tree.root, tree.chosen, tree.behindDashes);
}

struct Command
{
    std::string_view name;
    void (*addTo)(const Tree&);
};

constexpr std::array<Command, 29> kCommands = {{
    {"run", withProgramArguments<addRunCommand>},
    {"repl", plain<addReplCommand>},
    {"check", plain<addCheckCommand>},
    {"check-image", plain<addCheckImageCommand>},
    {"grade", plain<addGradeCommand>},
    {"batch", plain<addBatchCommand>},
    {"matrix", plain<addMatrixCommand>},
    {"lesson", plain<addLessonCommand>},
    {"scan", plain<addScanCommand>},
    {"policies", plain<addPoliciesCommand>},
    {"mcp", plain<addMcpCommand>},
    {"tools", plain<addToolsCommand>},
    {"doctor", plain<addDoctorCommand>},
    {"languages", plain<addLanguagesCommand>},
    {"bench", plain<addBenchCommand>},
    {"runs", plain<addRunsCommand>},
    {"apply", plain<addApplyCommand>},
    {"report", plain<addReportCommand>},
    {"sessions", withProgramArguments<addSessionsCommand>},
    {"connections", plain<addConnectionsCommand>},
    {"images", plain<addImagesCommand>},
    {"profiles", plain<addProfilesCommand>},
    {"install", plain<addInstallCommand>},
    {"requirements", plain<addRequirementsCommand>},
    {"serve", plain<addServeCommand>},
    {"token", plain<addTokenCommand>},
    {"pools", plain<addPoolsCommand>},
    {"completion", plain<addCompletionCommand>},
    {"manual", plain<addManualCommand>},
}};

bool isCommand(const std::string& word)
{
    return std::any_of(kCommands.begin(), kCommands.end(), [&](const Command& command) {
        return command.name == word;
    });
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

// "--image= prog.py": the library takes the next word for the option's value.
std::string emptyOption(const std::vector<std::string>& words)
{
    const auto at = std::find_if(words.begin(), words.end(), [](const std::string& word) {
        return word.starts_with("--") && word.ends_with('=')
            && std::count(word.begin(), word.end(), '=') == 1;
    });
    return at == words.end() ? std::string() : *at;
}

std::string firstLine(const std::string& text)
{
    return text.substr(0, text.find('\n'));
}

} // namespace

CommandLine::CommandLine() = default;

CommandLine::~CommandLine() = default;

const CLI::App& CommandLine::tree()
{
    make([](const std::string&) { return true; });
    return *m_root;
}

void CommandLine::make(const std::function<bool(const std::string& command)>& isWanted)
{
    m_root = std::make_unique<CLI::App>(
        "Runs code that nobody should trust yet in sandboxes.", "sandbenchctl");
    m_root->require_subcommand(1);
    m_root->set_version_flag(
        "-V,--version", "sandbenchctl " SANDBENCH_VERSION, "Print the version and exit");
    m_root->set_help_flag("-h,--help", "Print this help and exit");
    m_root->formatter(shortHelpFormatter());
    m_root->get_formatter()->column_width(28);
    m_root->get_formatter()->label("REQUIRED", "");
    m_root->get_formatter()->label("SUBCOMMAND", "COMMAND");
    m_root->get_formatter()->label("Positionals", "Arguments");
    m_root->footer(kFooter);
    for (const auto& command : kCommands)
        if (isWanted(std::string(command.name)))
            command.addTo({*m_root, m_chosen, m_behindDashes});
    for (CLI::App* command : m_root->get_subcommands({}))
        command->group("Commands");
    arrangeOptions(*m_root);
}

CommandLine::Parsed CommandLine::parse(const std::vector<std::string>& arguments)
{
    const auto first = arguments.empty() ? std::string() : arguments.front();
    const bool isQuestion = first == "--version" || first == "-V";
    if (isQuestion || isCommand(first)) {
        make([&](const std::string& command) { return command == first; });
        if (auto parsed = parseByTree(arguments); parsed.problem.empty())
            return parsed;
    }
    // What is wrong is said in view of all commands.
    tree();
    return parseByTree(arguments);
}

CommandLine::Parsed CommandLine::parseByTree(const std::vector<std::string>& arguments)
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
    if (const auto empty = emptyOption(words); !empty.empty()) {
        parsed.problem = empty + " has no value: write one behind it, or leave the option out";
        return parsed;
    }
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
            parsed.problem = firstLine(end.what()) + moreAbout(chosenIn(*m_root));
        }
    }
    return parsed;
}

} // namespace sandbench::cli
