// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/failure.h"
#include "app/cli/first_openings.h"
#include "app/cli/gate.h"
#include "app/cli/grade_results.h"
#include "app/cli/grade_view.h"
#include "app/cli/open_sandbox.h"
#include "app/cli/options.h"
#include "app/cli/program.h"
#include "app/cli/run_plan.h"
#include "app/cli/text.h"
#include "core/base/fd.h"
#include "core/base/option_values.h"
#include "core/base/sha256.h"
#include "core/check/grade_files.h"
#include "core/check/grade_pages.h"
#include "core/check/grading.h"
#include "core/check/run_checks.h"
#include "core/check/similarity.h"
#include "core/project/host_folder.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
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
constexpr double kLeastShare = 0.6; ///< Of what two submissions that are alike share.

struct GradeOptions
{
    RunOptions run; ///< Of each submission.
    std::string tests, submissions; ///< Folders.
    std::string calledAs, atOnce;
    std::string csv, html, resume; ///< Files; of the pages a folder.
    bool isFresh = false;
    bool json = false;
};

/// A submission, and where its result comes from.
struct GradeEntry
{
    check::Submission submission;
    std::string digest;
    std::optional<check::GradedSubmission> result; ///< Known before anything runs.
};

Result<std::size_t> readAtOnce(const GradeOptions& options)
{
    std::uint64_t atOnce = 0;
    SANDBENCH_TRY_VOID(readCount("--jobs", options.atOnce, atOnce));
    if (!options.atOnce.empty() && (atOnce == 0 || atOnce > kMostAtOnce))
        return optionError("--jobs", "must be 1 to " + std::to_string(kMostAtOnce));
    return static_cast<std::size_t>(atOnce);
}

/// All that the result of a submission rests on. Parts are told apart by their sizes.
class GradeDigest
{
public:
    void add(std::string_view part)
    {
        m_hash.add(std::to_string(part.size()) + ":");
        m_hash.add(part);
    }

    void add(const RunRequest& program)
    {
        for (const auto& part : {program.language, program.fileName, program.code})
            add(part);
        for (const auto& [name, value] : program.env)
            add(name + "=" + value);
        for (const auto& file : program.files) {
            add(file.destination);
            add(file.bytes);
        }
    }

    std::string finish() { return m_hash.finish(); }

private:
    Sha256 m_hash;
};

/// The fingerprints of all that @p submission has of programs; none where it is refused.
std::vector<std::uint64_t>
likenessOf(const check::Submission& submission, const LanguageCatalog& languages)
{
    if (!submission.problem.empty())
        return {};
    auto style = check::commentStyleOf(submission.language);
    auto tokens = check::codeTokens(submission.code, style);
    for (const auto& file : submission.files)
        if (const auto language = languages.findByFileName(file.destination)) {
            style = check::commentStyleOf(language->id);
            const auto more = check::codeTokens(file.bytes, style);
            tokens.insert(tokens.end(), more.begin(), more.end());
        }
    return check::fingerprintsOf(tokens);
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
        SANDBENCH_TRY(m_plan.atOnce, readAtOnce(m_options));
        SANDBENCH_TRY_VOID(loadManifest(m_options.run, m_stop));
        SANDBENCH_TRY_VOID(readFolders(*parts));
        SANDBENCH_TRY(m_policy, policyOf(m_options.run));
        SANDBENCH_TRY_VOID(runTests(*parts));
        if (m_problem)
            return m_problem->code() == ErrorCode::Cancelled
                ? fail(*m_problem, m_options.json)
                : engineFailure(*m_problem, m_options.json);
        return finish(parts->languages());
    }

private:
    Result<void> readFolders(const Composition& parts)
    {
        m_plan.isFresh = m_options.isFresh;
        auto tests = check::readTests(m_options.tests, parts.languages(), m_stop);
        if (!tests)
            return std::move(tests.error()).within("--tests");
        m_plan.checks = *std::move(tests);
        if (!m_options.resume.empty()) {
            auto results = ResultsFile::open(m_options.resume);
            if (!results)
                return std::move(results.error()).within("--resume");
            m_results = *std::move(results);
        }
        auto found = check::findSubmissions(
            m_options.submissions, {m_options.calledAs, m_options.run.language}, parts.languages(),
            m_stop);
        if (!found)
            return std::move(found.error()).within("--submissions");
        for (auto& submission : *found)
            SANDBENCH_TRY_VOID(addEntry(std::move(submission), parts));
        return {};
    }

    Result<void> addEntry(check::Submission submission, const Composition& parts)
    {
        GradeEntry entry = {std::move(submission), {}, {}};
        auto& own = entry.submission;
        std::optional<check::CheckedAnswer> answer;
        if (own.problem.empty()) {
            SANDBENCH_TRY(answer, answerOf(own, parts));
        }
        if (!answer) {
            entry.result = check::refusedSubmission(own.name, own.problem, m_plan.checks.size());
        } else {
            entry.digest = digestOf(*answer);
            const auto* known = m_results ? m_results->find(entry.digest) : nullptr;
            if (known && known->tests.size() == m_plan.checks.size()) {
                entry.result = *known;
                entry.result->name = own.name;
            } else {
                m_runs.push_back(m_entries.size());
                m_plan.answers.push_back(*std::move(answer));
            }
        }
        m_entries.push_back(std::move(entry));
        return {};
    }

    /// Nothing where the submission does not go with the options, which is its problem then.
    Result<std::optional<check::CheckedAnswer>>
    answerOf(check::Submission& submission, const Composition& parts)
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

    std::string digestOf(const check::CheckedAnswer& answer) const
    {
        GradeDigest digest;
        digest.add(check::writeChecks(m_plan.checks));
        digest.add(writeJson(m_options.run.sandbox));
        digest.add(m_options.run.policy);
        digest.add(m_options.isFresh ? "fresh" : "");
        digest.add(answer.program);
        return digest.finish();
    }

    Result<void> runTests(Composition& parts)
    {
        SANDBENCH_TRY(const auto workspace, openWorkspace(parts));
        FirstOpenings first;
        m_plan.open = [&](const check::CheckedAnswer& answer, const std::stop_token&) {
            return first.open(answer.sandbox.session.sandbox.image, [&] {
                return openSandbox(
                    *workspace, m_program.signals, answer.sandbox,
                    {Warm::Never, m_options.run.verbose, m_policy, m_options.run.yes});
            });
        };
        m_plan.onAnswer
            = [this](std::size_t answer, std::vector<check::Outcome>& row) { keep(answer, row); };
        m_program.signals.setEmergencyHandler([&] { workspace->sandboxes().closeAll(); });
        (void)check::runChecks(*workspace, m_plan, {}, m_stop);
        m_program.signals.setEmergencyHandler({});
        return {};
    }

    void keep(std::size_t answer, std::vector<check::Outcome>& row)
    {
        auto& entry = m_entries[m_runs[answer]];
        entry.result = check::gradedSubmission(entry.submission.name, entry.digest, row);
        for (const auto& outcome : row)
            if (outcome.problem && !m_firstProblem)
                m_firstProblem = outcome.problem;
        m_hasRun = m_hasRun || std::any_of(row.begin(), row.end(), [](const auto& outcome) {
                       return !outcome.problem;
                   });
        row.assign(row.size(), {}); // their outputs would be kept for all submissions
        if (m_results && entry.result->isFinal && !m_problem)
            if (const auto added = m_results->add(*entry.result); !added)
                m_problem = added.error().within("--resume");
        if (!m_options.json && !m_stop.stop_requested())
            (void)writeAll(
                STDERR_FILENO, gradedLine(*entry.result, ++m_over, m_plan.answers.size()));
    }

    Result<void> compare(check::Grading& grading, const LanguageCatalog& languages) const
    {
        std::vector<std::vector<std::uint64_t>> programs;
        for (const auto& entry : m_entries) {
            if (m_stop.stop_requested())
                return {};
            programs.push_back(likenessOf(entry.submission, languages));
        }
        SANDBENCH_TRY(grading.alike, check::likePairs(std::move(programs), kLeastShare, m_stop));
        return {};
    }

    Result<int> finish(const LanguageCatalog& languages)
    {
        if (m_firstProblem && !m_hasRun)
            return engineFailure(*m_firstProblem, m_options.json);
        check::Grading grading;
        for (const auto& check : m_plan.checks)
            grading.tests.push_back(check.name);
        for (auto& entry : m_entries)
            grading.submissions.push_back(*std::move(entry.result));
        if (!m_stop.stop_requested()) {
            SANDBENCH_TRY_VOID(compare(grading, languages));
            SANDBENCH_TRY_VOID(writeTable(grading));
            SANDBENCH_TRY_VOID(writePages(grading).within("--html"));
        }
        const int status = printed(m_options.json, check::toJson(grading), gradingText(grading));
        if (status != 0 || m_stop.stop_requested())
            return status != 0 ? status : kCancelledStatus;
        if (m_firstProblem)
            return statusOf(*m_firstProblem);
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

    Result<void> writePages(const check::Grading& grading) const
    {
        if (m_options.html.empty())
            return {};
        std::error_code failed;
        std::filesystem::create_directory(m_options.html, failed);
        const auto path = std::filesystem::canonical(m_options.html, failed).string();
        if (failed)
            return Error::fromErrno(failed.value(), "cannot make " + printable(m_options.html));
        SANDBENCH_TRY(const auto folder, HostFolder::open(path));
        const auto write = [&folder](const std::string& name, const std::string& page) {
            const auto there = folder.look(name);
            return there ? folder.put(name, *there, page, false) : Result<void>(there.error());
        };
        for (std::size_t i = 0; i < m_entries.size(); ++i) {
            if (m_stop.stop_requested())
                return Error(ErrorCode::Cancelled, "stopped while the pages were written");
            SANDBENCH_TRY_VOID(write(
                check::gradePageName(i),
                check::gradePage(grading, i, m_entries[i].submission, m_plan.checks)));
        }
        return write(check::kGradeIndexName, check::gradeIndexPage(grading));
    }

    const Program& m_program;
    GradeOptions m_options;
    const std::stop_token m_stop;
    std::shared_ptr<const CodePolicy> m_policy;
    std::optional<ResultsFile> m_results;
    std::vector<GradeEntry> m_entries;
    std::vector<std::size_t> m_runs; ///< The entry of each answer of the plan.
    check::CheckPlan m_plan;
    std::size_t m_over = 0;
    bool m_hasRun = false; ///< At least one test.
    std::optional<Error> m_firstProblem; ///< Why there was no sandbox.
    std::optional<Error> m_problem; ///< The results could not be kept.
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
