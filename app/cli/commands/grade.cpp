// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/failure.h"
#include "app/cli/first_openings.h"
#include "app/cli/gate.h"
#include "app/cli/grade_view.h"
#include "app/cli/open_sandbox.h"
#include "app/cli/options.h"
#include "app/cli/program.h"
#include "app/cli/run_plan.h"
#include "app/cli/text.h"
#include "core/base/fd.h"
#include "core/base/option_values.h"
#include "core/check/grade_run.h"

#include <CLI/CLI.hpp>

#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <unistd.h>

namespace sandbench::cli {
namespace {

constexpr const char* kGradeFooter
    = R"(Every file and every folder of --submissions is one submission; the program of a folder is the file of --as, else
main.*, else its only file. Each has a sandbox of its own, in which the tests run in turn, every one as a new process;
--fresh gives each test a sandbox. No submission sees another one, or what is expected of it.

--tests is a folder of files of checks (*.json) as 'sandbenchctl check --help' has them, and of programs that test a
submission, which lies beside them under the name of --as, and that pass when they exit with 0. A test program and the
program that it imports are one process: one that means to deceive can end it with 0. Expected outputs never enter a
sandbox: use them where that matters.

Links, odd names, files larger than 1 MiB and what is no program are refused, each by its name; the others are graded.

Examples:
  sandbenchctl grade --tests tests --submissions handed-in
  sandbenchctl grade --tests tests --submissions handed-in --as stack.py --timeout 5 -j 8
  sandbenchctl grade --tests tests --submissions handed-in --resume results.jsonl --csv points.csv --html pages

Exit status: 0 when every submission passed every test, 1 when one did not, 125 when there was no
sandbox for one, 130 when it was cancelled, 2 for wrong usage.)";

constexpr std::uint64_t kMostAtOnce = 256;

struct GradeOptions
{
    RunOptions run; ///< Of each submission.
    std::string tests, submissions; ///< Folders.
    std::string calledAs, atOnce;
    std::string csv, html, resume; ///< Files; of the pages a folder.
    bool isFresh = false;
    bool json = false;
};

Result<std::size_t> readAtOnce(const GradeOptions& options)
{
    std::uint64_t atOnce = 0;
    SANDBENCH_TRY_VOID(readCount("--jobs", options.atOnce, atOnce));
    if (!options.atOnce.empty() && (atOnce == 0 || atOnce > kMostAtOnce))
        return optionError("--jobs", "must be 1 to " + std::to_string(kMostAtOnce));
    return static_cast<std::size_t>(atOnce);
}

/// What grades. Thread: one, but for what CheckPlan calls.
class Grader
{
public:
    Grader(const Program& program, const GradeOptions& options)
        : m_program(program)
        , m_options(options)
        , m_stop(program.signals.stopToken())
    {
    }

    Result<int> run()
    {
        SANDBENCH_TRY(const auto parts, compositionFor(m_options.run.sandbox));
        SANDBENCH_TRY_VOID(settleContexts(m_options.run));
        if (!m_options.run.context.empty())
            return optionError("--context", "each test is a program of its own; leave it out");
        SANDBENCH_TRY(m_run.plan().atOnce, readAtOnce(m_options));
        SANDBENCH_TRY_VOID(loadManifest(m_options.run, m_stop));
        SANDBENCH_TRY_VOID(readFolders(*parts));
        SANDBENCH_TRY(m_policy, policyOf(m_options.run));
        SANDBENCH_TRY_VOID(runTests(*parts));
        if (const auto& problem = m_run.resultsProblem())
            return problem->code() == ErrorCode::Cancelled
                ? fail(problem->within("--resume"), m_options.json)
                : engineFailure(problem->within("--resume"), m_options.json);
        return finish(parts->languages());
    }

private:
    Result<void> readFolders(const Composition& parts)
    {
        m_run.plan().isFresh = m_options.isFresh;
        SANDBENCH_TRY_VOID(
            m_run.addTests(m_options.tests, parts.languages(), m_stop).within("--tests"));
        if (!m_options.resume.empty())
            SANDBENCH_TRY_VOID(m_run.resume(m_options.resume).within("--resume"));
        std::optional<Error> refused; // a program's error is not the folder's
        auto added = m_run.addSubmissions(
            m_options.submissions, {m_options.calledAs, m_options.run.language},
            {writeJson(m_options.run.sandbox), m_options.run.policy},
            [&](check::Submission& submission) {
                auto answer = answerOf(submission, parts);
                if (!answer)
                    refused = answer.error();
                return answer;
            },
            parts.languages(), m_stop);
        if (refused)
            return *std::move(refused);
        return std::move(added).within("--submissions");
    }

    /// Nothing where the submission does not go with the options, which is its problem then.
    Result<std::optional<check::CheckedAnswer>>
    answerOf(check::Submission& submission, const Composition& parts) const
    {
        auto own = m_options.run;
        own.program = submission.fileName;
        own.language = submission.language;
        own.answer = AnswerProgram{submission.code, submission.files, {}};
        own.stdinPath = kNoInput;
        SANDBENCH_TRY(auto plan, planRun(own, parts));
        const auto loaded = loadInputs(own, plan, m_stop);
        if (loaded.failedAs(ErrorCode::InvalidArgument)) {
            submission.problem = loaded.error().text();
            return std::optional<check::CheckedAnswer>();
        }
        SANDBENCH_TRY_VOID(loaded);
        plan.request.gateConfirmed = own.yes;
        plan.request.keepBytes = RunRequest().keepBytes;
        // A million files that it wrote are nobody's business.
        plan.request.isObserved = false;
        return std::optional(check::CheckedAnswer{
            submission.name, std::move(plan.request), std::move(plan.sandbox)});
    }

    Result<void> runTests(Composition& parts)
    {
        SANDBENCH_TRY(const auto workspace, openWorkspace(parts));
        FirstOpenings first;
        m_run.plan().open = [&](const check::CheckedAnswer& answer, const std::stop_token&) {
            return first.open(answer.sandbox.session.sandbox.image, [&] {
                return openSandbox(
                    *workspace, m_program.signals, answer.sandbox,
                    {Warm::Never, m_options.run.verbose, m_policy, m_options.run.yes});
            });
        };
        std::size_t over = 0;
        const auto all = m_run.plan().answers.size();
        m_program.signals.setEmergencyHandler([&] { workspace->sandboxes().closeAll(); });
        m_run.run(
            *workspace,
            [&](std::size_t index) {
                ++over;
                if (!m_options.json && !m_stop.stop_requested())
                    (void)writeAll(STDERR_FILENO, gradedLine(*m_run.result(index), over, all));
            },
            m_stop);
        m_program.signals.setEmergencyHandler({});
        return {};
    }

    Result<int> finish(const LanguageCatalog& languages)
    {
        const auto& problem = m_run.problem();
        if (problem && !m_run.hasRun())
            return engineFailure(*problem, m_options.json);
        auto grading = m_run.grading();
        if (!m_stop.stop_requested()) {
            SANDBENCH_TRY(grading.alike, m_run.alike(languages, m_stop));
            SANDBENCH_TRY_VOID(writeTable(grading));
            if (!m_options.html.empty())
                SANDBENCH_TRY_VOID(
                    m_run.writePages(m_options.html, grading, m_stop).within("--html"));
        }
        const int status = printed(m_options.json, check::toJson(grading), gradingText(grading));
        if (status != 0 || m_stop.stop_requested())
            return status != 0 ? status : kCancelledStatus;
        if (problem)
            return statusOf(*problem);
        return grading.hasPassed() ? 0 : 1;
    }

    Result<void> writeTable(const check::Grading& grading) const
    {
        if (m_options.csv.empty())
            return {};
        const UniqueFd file(
            ::open(m_options.csv.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
        if (!file)
            return Error::fromErrno(errno, "--csv: cannot write " + printable(m_options.csv));
        return writeAll(file.get(), check::csvOf(grading));
    }

    const Program& m_program;
    GradeOptions m_options;
    const std::stop_token m_stop;
    std::shared_ptr<const CodePolicy> m_policy;
    check::GradeRun m_run;
};

Result<int> gradeCommand(const Program& program, const GradeOptions& options)
{
    return Grader(program, options).run();
}

void addGradeOptions(CLI::App& command, GradeOptions& options)
{
    one(command, "--tests", options.tests, "DIR", "Files of checks, and programs that test");
    command.get_option("--tests")->required();
    one(command, "--submissions", options.submissions, "DIR",
        "Every file and every folder in it is one submission");
    command.get_option("--submissions")->required();
    one(command, "-j,--jobs", options.atOnce, "N",
        "Submissions at once (default: as many as there are processors)");
    one(command, "--as", options.calledAs, "NAME",
        "What the program of every submission is called in its sandbox (default: its own name)");
    command.add_flag("--fresh", options.isFresh, "Run each test in a sandbox of its own");
    one(command, "--csv", options.csv, "FILE", "Also write a row for each submission to FILE");
    one(command, "--html", options.html, "DIR",
        "Also write index.html and a page for each submission to DIR");
    one(command, "--resume", options.resume, "FILE",
        "Add each result to FILE, and leave out whose result is in it already");
    addJson(command, options.json);
    addTrials(command, options.run);
}

} // namespace

void addGradeCommand(CLI::App& root, Action& chosen)
{
    const auto options = std::make_shared<GradeOptions>();
    CLI::App* command = addSubcommand(
        root, options, chosen, "grade", "Grade a class's submissions by tests", gradeCommand);
    addGradeOptions(*command, *options);
    command->footer(kGradeFooter);
}

} // namespace sandbench::cli
