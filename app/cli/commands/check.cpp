// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/answer_input.h"
#include "app/cli/check_view.h"
#include "app/cli/failure.h"
#include "app/cli/first_openings.h"
#include "app/cli/gate.h"
#include "app/cli/language_of_file.h"
#include "app/cli/open_sandbox.h"
#include "app/cli/options.h"
#include "app/cli/own_terminal.h"
#include "app/cli/program.h"
#include "app/cli/run_plan.h"
#include "app/cli/text.h"
#include "core/base/fd.h"
#include "core/base/option_values.h"
#include "core/check/run_checks.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <unistd.h>

namespace sandbench::cli {
namespace {

constexpr const char* kCheckFooter
    = R"(An ANSWER is what 'run' takes: a program, or a language model's answer of which the program is run
with its other files beside it. Each has a sandbox of its own, in which its checks run in turn, every one as a new
process; --fresh gives each check a sandbox.

FILE of --checks: {"checks": [{"name": "sum", "stdin": ["1", "2"], "expect": "3"}]}. A check may have name, stdin, args,
expect (of standard output), match, tolerance, exit (default: 0) and timeout; or test, the text of a program that tests
the answer, with its language and its file's name as name. stdin, expect and test are a text or a list of lines. match
is trimmed (default: not the blanks and empty lines at ends), exact, numbers (within tolerance) or contains.

FILE of --test is a program that lies beside the answer and passes when it exits with 0; --as gives every answer the name
by which it is imported. What is expected never enters a sandbox, but a test and the program that it imports are one
process: a program that means to deceive can end it with 0.

Examples:
  sandbenchctl check a.py b.py c.md --checks checks.json
  sandbenchctl check a.md b.md --test test_stack.py --as stack.py
  sandbenchctl check --engine docker --json solution.py --checks checks.json | jq .counts

Exit status: 0 when every answer passed every check, 1 when one did not, 125 when there was no
sandbox for one, 130 when it was cancelled, 2 for wrong usage.)";

constexpr std::size_t kUsualColumns = 120;

struct CheckOptions
{
    RunOptions run; ///< Of each answer.
    std::vector<std::string> answers;
    std::vector<std::string> tests; ///< Paths.
    std::string checksFile, calledAs;
    bool isFresh = false;
    bool json = false;
};

Result<void> checkOptions(const CheckOptions& options)
{
    if (options.checksFile.empty() && options.tests.empty())
        return Error(
            ErrorCode::InvalidArgument,
            "name what is checked: --checks FILE, or --test FILE, or both");
    if (std::count(options.answers.begin(), options.answers.end(), "-") > 1)
        return Error(
            ErrorCode::InvalidArgument,
            "only one answer can be read from standard input; put the others into files");
    if (!options.run.context.empty())
        return optionError("--context", "each check is a program of its own; leave it out");
    return {};
}

Result<check::Check>
readTest(const std::string& path, const LanguageCatalog& languages, const std::stop_token& stop)
{
    SANDBENCH_TRY(const auto language, languageOfFile(languages, path));
    SANDBENCH_TRY(auto code, readProgram(path, stop));
    return check::testCheck(
        std::filesystem::path(path).filename().string(), language.id, std::move(code));
}

Result<std::vector<check::Check>> readAllChecks(
    const CheckOptions& options, const LanguageCatalog& languages, const std::stop_token& stop)
{
    std::vector<check::Check> checks;
    if (!options.checksFile.empty()) {
        auto text = readFile(options.checksFile, check::kMostChecksBytes);
        if (!text)
            return std::move(text.error()).within("--checks");
        auto read = check::readChecks(*text);
        if (!read)
            return std::move(read.error()).within("--checks " + printable(options.checksFile));
        checks = *std::move(read);
    }
    for (const auto& path : options.tests) {
        auto test = readTest(path, languages, stop);
        if (!test)
            return std::move(test.error()).within("--test");
        const bool isTaken = std::any_of(checks.begin(), checks.end(), [&](const auto& other) {
            return other.name == test->name;
        });
        if (isTaken)
            return optionError(
                "--test", "another check is called " + printable(test->name) + " already");
        checks.push_back(*std::move(test));
    }
    return checks;
}

Result<check::CheckedAnswer> readOne(
    const CheckOptions& options, const std::string& path, const Composition& parts,
    const std::stop_token& stop)
{
    auto own = options.run;
    own.program = path;
    own.stdinPath = kNoInput;
    SANDBENCH_TRY(const auto answer, openAnswer(own, parts.languages(), stop));
    if (answer)
        SANDBENCH_TRY_VOID(takeProgram(*answer, parts.languages(), own));
    SANDBENCH_TRY(auto plan, planRun(own, parts));
    SANDBENCH_TRY_VOID(loadInputs(own, plan, stop));
    plan.request.gateConfirmed = own.yes;
    plan.request.keepBytes = RunRequest().keepBytes;
    if (!options.calledAs.empty()) {
        plan.request.projectFile.clear();
        plan.request.fileName = options.calledAs;
    }
    return check::CheckedAnswer{
        path == "-" ? "standard input" : path, std::move(plan.request), std::move(plan.sandbox)};
}

Result<check::CheckPlan>
makePlan(const CheckOptions& options, const Composition& parts, const std::stop_token& stop)
{
    check::CheckPlan plan;
    plan.isFresh = options.isFresh;
    SANDBENCH_TRY(plan.checks, readAllChecks(options, parts.languages(), stop));
    for (const auto& path : options.answers) {
        SANDBENCH_TRY(auto answer, readOne(options, path, parts, stop));
        plan.answers.push_back(std::move(answer));
    }
    return plan;
}

/// Tells on stderr how it goes, while it lives.
class ProgressLines
{
public:
    ProgressLines(const check::CheckPlan& plan, bool isWanted)
        : m_isWanted(isWanted)
        , m_progress(screen(), namesOf(plan), plan.checks)
    {
    }
    ~ProgressLines() { write(m_progress.end()); }
    ProgressLines(const ProgressLines&) = delete;
    ProgressLines& operator=(const ProgressLines&) = delete;

    void show(std::size_t answer, std::size_t check, const check::Outcome& outcome)
    {
        write(m_progress.show(answer, check, outcome));
    }

private:
    static CheckProgress::Screen screen()
    {
        const auto size = terminalSize();
        return {::isatty(STDERR_FILENO) == 1, size.columns, size.rows};
    }

    static std::vector<std::string> namesOf(const check::CheckPlan& plan)
    {
        std::vector<std::string> names;
        for (const auto& answer : plan.answers)
            names.push_back(answer.name);
        return names;
    }

    void write(const std::string& text) const
    {
        if (m_isWanted && !text.empty())
            (void)writeAll(STDERR_FILENO, text);
    }

    const bool m_isWanted;
    CheckProgress m_progress;
};

/// Why nothing could be run, where nothing was.
std::optional<Error> problemOfAll(const check::Matrix& matrix)
{
    std::optional<Error> first;
    for (const auto& row : matrix.cells)
        for (const auto& cell : row) {
            if (!cell.problem)
                return std::nullopt;
            if (!first)
                first = cell.problem;
        }
    return first;
}

int statusOfAll(const check::Matrix& matrix)
{
    for (const auto& row : matrix.cells)
        for (const auto& cell : row)
            if (cell.problem)
                return statusOf(*cell.problem);
    return matrix.hasPassed() ? 0 : 1;
}

Result<int> checkCommand(const Program& program, const CheckOptions& asked)
{
    auto options = asked;
    const auto stop = program.signals.stopToken();
    SANDBENCH_TRY(const auto parts, compositionFor(options.run.sandbox));
    SANDBENCH_TRY_VOID(settleContexts(options.run));
    SANDBENCH_TRY_VOID(checkOptions(options));
    SANDBENCH_TRY_VOID(loadManifest(options.run, stop));
    SANDBENCH_TRY(auto plan, makePlan(options, *parts, stop));
    SANDBENCH_TRY(const auto policy, policyOf(options.run));
    SANDBENCH_TRY(const auto workspace, openWorkspace(*parts));
    FirstOpenings first;
    plan.open = [&](const check::CheckedAnswer& answer, const std::stop_token&) {
        return first.open(answer.sandbox.session.sandbox.image, [&] {
            return openSandbox(
                *workspace, program.signals, answer.sandbox,
                {Warm::Never, options.run.verbose, policy, options.run.yes});
        });
    };
    program.signals.setEmergencyHandler([&] { workspace->sandboxes().closeAll(); });
    check::Matrix matrix;
    {
        ProgressLines lines(plan, !options.json);
        const auto show = [&lines](auto... cell) { lines.show(cell...); };
        matrix = check::runChecks(*workspace, plan, show, stop);
    }
    program.signals.setEmergencyHandler({});
    if (const auto problem = problemOfAll(matrix))
        return engineFailure(*problem, options.json);
    const auto columns = ::isatty(STDOUT_FILENO) == 1 ? terminalSize().columns : kUsualColumns;
    const int status = printed(options.json, toJson(matrix), matrixText(matrix, columns));
    return status != 0 ? status : stop.stop_requested() ? kCancelledStatus : statusOfAll(matrix);
}

void addCheckOptions(CLI::App& command, CheckOptions& options)
{
    command
        .add_option(
            "ANSWER", options.answers,
            "Programs, or answers of a language model; - for standard input")
        ->type_name("FILE")
        ->option_text(" ")
        ->required();
    one(command, "--checks", options.checksFile, "FILE", "Inputs and what is expected, as JSON");
    many(
        command, "--test", options.tests, "FILE",
        "A program that tests an answer, which lies beside it; repeat");
    one(command, "--as", options.calledAs, "NAME",
        "What the file of every answer is called in its sandbox (default: its own name)");
    command.add_flag("--fresh", options.isFresh, "Run each check in a sandbox of its own");
    addJson(command, options.json);
    addBlock(command, options.run);
    addTrials(command, options.run);
}

} // namespace

void addCheckCommand(CLI::App& root, Action& chosen)
{
    const auto options = std::make_shared<CheckOptions>();
    CLI::App* command = addSubcommand(
        root, options, chosen, "check", "Run several answers against the same checks",
        checkCommand);
    addCheckOptions(*command, *options);
    command->footer(kCheckFooter);
}

} // namespace sandbench::cli
