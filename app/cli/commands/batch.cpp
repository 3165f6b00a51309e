// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/batch_places.h"
#include "app/cli/batch_view.h"
#include "app/cli/failure.h"
#include "app/cli/options.h"
#include "app/cli/program.h"
#include "app/cli/sandbox_options.h"
#include "app/cli/text.h"
#include "core/base/fd.h"
#include "core/base/option_values.h"
#include "core/base/text.h"
#include "core/batch/run_batch.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <mutex>
#include <thread>
#include <unistd.h>

namespace sandbench::cli {
namespace {

constexpr const char* kBatchFooter
    = R"HELP(Each line of FILE is a JSON object: {"id": "a1", "language": "python", "code": "print(int(input()) * 2)",
    "stdin" : "21", "expected" : "42"
}
.A line has code, or file with-- files; it may have id (default: its line's number), language
(default: python), file_name, files, env, args, stdin, expected, match, tolerance, exit (default: 0), timeout, cpu_time
and output_limit, which are at most those of the command; tests, a list of such runs of the one program: [{"stdin": "1",
"expected": "2"}]; and checker, a program of its own sandbox that is given the names of three files (input, expected and
what was printed) and accepts with exit status 0. The names of public data sets are understood: task_id, solution, input,
output and others, and the shapes of HumanEval and MBPP. What else a line has is not used, and named.

Every line has a sandbox of its own, in which its tests run in turn. With --reuse fork lines share sandboxes, which is
faster and less: their folders are emptied in between, and they are still the same sandboxes; rows of such lines say so.

DIR gets results.jsonl with a row for each line, in the order in which they end, and at the end summary.json and
summary.html. A batch that was stopped, killed or had no more space goes on with --resume: no line is lost, none counts
twice, and one that had been begun says so. Lines that cannot be read, and those with the id of an earlier one, are rows
too. No run goes into the history.

Several connections (--connection A,B) and servers (--server, repeated) share the lines: each goes where it will be over
soonest. A place starts with two lines at once and gets more as long as that makes it no slower.

Examples:
  sandbenchctl batch programs.jsonl --out results -j 8
  sandbenchctl batch programs.jsonl --out results -j 8 --resume
  sandbenchctl batch tests.jsonl --out results --engine docker --connection unix:///run/docker.sock,tcp://build:2376
  sandbenchctl batch tests.jsonl --out results --server https://one:8900 --server https://two:8900 --server-token token.txt

Exit status: 0 when every line passed, 1 when one did not, 125 when no place takes lines any more or the results cannot
be written, 130 when it was cancelled, 2 for wrong usage.)HELP";

constexpr std::uint64_t kMostJobs = 1024;

struct BatchOptions
{
    RunOptions run;
    std::string file, out, jobs, files, reuse, tokenFile;
    std::vector<std::string> servers;
    bool resumes = false;
    bool json = false;
};

/// Tells on stderr how it goes. Thread: any.
class BatchLines
{
public:
    BatchLines(std::uint64_t all, std::uint64_t done, bool isWanted)
        : m_isWanted(isWanted)
        , m_progress(::isatty(STDERR_FILENO) == 1, all, done, std::chrono::steady_clock::now())
    {
    }

    void add(std::string_view state)
    {
        const std::lock_guard lock(m_mutex);
        ++m_ran;
        write(m_progress.add(state, std::chrono::steady_clock::now()), m_isWanted);
    }
    void note(const std::string& sentence)
    {
        const std::lock_guard lock(m_mutex);
        write(m_progress.note(sentence), true);
    }
    void end()
    {
        const std::lock_guard lock(m_mutex);
        write(m_progress.end(), m_isWanted);
    }
    std::uint64_t ran() const { return m_ran; }

private:
    static void write(const std::string& text, bool isWanted)
    {
        if (isWanted && !text.empty())
            (void)writeAll(STDERR_FILENO, text);
    }

    const bool m_isWanted;
    std::mutex m_mutex; ///< Of the rest.
    BatchProgress m_progress;
    std::uint64_t m_ran = 0;
};

/// What runs a batch. Thread: one, but for what batch::Plan calls.
class BatchMaker
{
public:
    BatchMaker(const Program& program, const BatchOptions& options)
        : m_program(program)
        , m_options(options)
        , m_stop(program.signals.stopToken())
    {
    }

    Result<int> run()
    {
        PlacesAsked asked = {m_options.run, m_options.servers, m_options.tokenFile, {}};
        SANDBENCH_TRY(asked.reuse, readReuse());
        BatchPlaces places(m_program.signals, asked);
        SANDBENCH_TRY(auto made, places.make());
        SANDBENCH_TRY(const auto jobs, readJobs(made.size()));
        SANDBENCH_TRY(auto input, batch::Input::open(m_options.file));
        SANDBENCH_TRY_VOID(scan(input, places.limits()));
        SANDBENCH_TRY(auto folder, openFolder(places.said()));
        batch::Plan plan
            = {.input = input,
               .overview = m_overview,
               .folder = folder,
               .rules = m_rules,
               .languages = places.languages(),
               .filesFolder = m_options.files,
               .places = std::move(made),
               .jobs = jobs};
        m_program.signals.setEmergencyHandler([&places] { places.closeAll(); });
        const auto ran = runAll(plan);
        m_program.signals.setEmergencyHandler({});
        return finish(folder, ran);
    }

private:
    Result<batch::Reuse> readReuse() const
    {
        if (m_options.reuse.empty() || m_options.reuse == "never")
            return batch::Reuse::Never;
        if (m_options.reuse == "fork")
            return batch::Reuse::Fork;
        return optionError("--reuse", "must be never or fork");
    }

    Result<std::size_t> readJobs(std::size_t places) const
    {
        std::uint64_t jobs = std::max(1U, std::thread::hardware_concurrency()) * places;
        SANDBENCH_TRY_VOID(readCount("--jobs", m_options.jobs, jobs));
        if (jobs == 0 || jobs > kMostJobs)
            return optionError("--jobs", "must be 1 to " + std::to_string(kMostJobs));
        return static_cast<std::size_t>(jobs);
    }

    Result<void> scan(batch::Input& input, const RunLimits& limits)
    {
        if (!m_options.run.language.empty())
            m_rules.language = m_options.run.language;
        m_rules.most = limits;
        m_rules.hasFiles = !m_options.files.empty();
        SANDBENCH_TRY(m_overview, input.scan(m_rules, {}, m_stop));
        if (m_overview.unreadable > 0)
            note(
                std::to_string(m_overview.unreadable) + " of " + std::to_string(m_overview.lines)
                + " lines cannot be read; the results say why");
        if (const auto twice = m_overview.duplicates.count())
            note(std::to_string(twice) + " lines have the id of an earlier one and are not run");
        std::vector<std::string> unused;
        for (const auto& [name, count] : m_overview.unused)
            unused.push_back(printable(name) + " (" + std::to_string(count) + ")");
        if (!unused.empty())
            note("not used of the lines: " + joined(unused));
        return {};
    }

    /// All that results rest on, but for where they are made: another place may take over.
    Json identity(const Json& said) const
    {
        return {
            {"schema", "sandbench.batch/1"},
            {"input",
             {{"sha256", m_overview.digest},
              {"bytes", m_overview.bytes},
              {"lines", m_overview.lines}}},
            {"sandbox", said},
            {"language", m_rules.language},
            {"policy", m_options.run.policy},
            {"reuse", m_options.reuse.empty() ? "never" : m_options.reuse}};
    }

    Result<batch::Folder> openFolder(const Json& said) const
    {
        const auto what = identity(said);
        return (m_options.resumes ? batch::Folder::resume(m_options.out, what)
                                  : batch::Folder::create(m_options.out, what))
            .within("--out");
    }

    Result<void> runAll(batch::Plan& plan)
    {
        BatchLines lines(m_overview.lines, plan.folder.done(), !m_options.json);
        plan.onRow = [&lines](std::uint64_t, std::string_view state) { lines.add(state); };
        plan.onNote = [&lines](const std::string& sentence) { lines.note(sentence); };
        const auto began = std::chrono::steady_clock::now();
        auto done = batch::runBatch(plan, m_stop);
        lines.end();
        m_ran = lines.ran();
        m_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        return done;
    }

    /// Also of a batch that did not come to its end: what there is, is told.
    Result<int> finish(const batch::Folder& folder, const Result<void>& ran)
    {
        auto summary = batch::summaryOf(folder, m_overview.lines);
        if (!summary)
            return engineFailure(ran ? summary.error() : ran.error(), m_options.json);
        summary->unused = m_overview.unused;
        auto written = folder.write(batch::kSummaryName, writeJson(toJson(*summary), 2) + "\n");
        if (written)
            written = folder.write(
                batch::kPageName,
                summaryPage(*summary, std::filesystem::path(m_options.file).filename().string()));
        if (!ran)
            return fail(
                unfinished(ran.error(), *summary), m_options.json, statusOfEnd(ran.error()));
        if (!written)
            return fail(written.error(), m_options.json, kEngineStatus);
        const int status
            = printed(m_options.json, toJson(*summary), batchText(*summary, m_ran, m_seconds));
        return status != 0 ? status : summary->hasPassed() ? 0 : 1;
    }

    static int statusOfEnd(const Error& error)
    {
        return error.code() == ErrorCode::Cancelled      ? kCancelledStatus
            : error.code() == ErrorCode::InvalidArgument ? kUsageStatus
                                                         : kEngineStatus;
    }

    Error unfinished(const Error& error, const batch::Summary& summary) const
    {
        return Error(
            error.code(),
            error.text() + "; " + std::to_string(summary.rows) + " of "
                + std::to_string(summary.lines) + " lines are done, and --resume goes on");
    }

    const Program& m_program;
    const BatchOptions& m_options;
    const std::stop_token m_stop;
    batch::ItemRules m_rules;
    batch::Overview m_overview;
    std::uint64_t m_ran = 0;
    double m_seconds = 0;
};

Result<int> batchCommand(const Program& program, const BatchOptions& options)
{
    return BatchMaker(program, options).run();
}

void addBatchOptions(CLI::App& command, BatchOptions& options)
{
    command.add_option("FILE", options.file, "Programs, a JSON object on each line")
        ->type_name("FILE")
        ->option_text(" ")
        ->required();
    one(command, "--out,-o", options.out, "DIR", "A new folder for the results");
    command.get_option("--out")->required();
    command.add_flag("--resume", options.resumes, "Go on with the batch in that folder");
    one(command, "-j,--jobs", options.jobs, "N",
        "Lines at once, at most (default: as many as there are processors, for each place)");
    one(command, "--reuse", options.reuse, "HOW",
        "fork: several lines run in a sandbox, one after the other (default: never)");
    one(command, "--files", options.files, "DIR", "Where the files are that lines name as file");
    many(
        command, "--server", options.servers, "ADDRESS",
        "Also run at this 'sandbenchctl serve', and on an engine only where one is named; repeat");
    one(command, "--server-token", options.tokenFile, "FILE", "What the servers want to be shown");
    addJson(command, options.json, "Print the summary as one JSON object instead");
    one(command, "--language,-l", options.run.language, "LANGUAGE",
        "Language of lines that name none (default: python)");
    addPolicy(command, options.run);
    addRunLimits(command, options.run);
    command.add_flag("-v,--verbose", options.run.verbose, "Say on stderr what installs print");
    addSandboxOptions(command, options.run.sandbox);
}

} // namespace

void addBatchCommand(CLI::App& root, Action& chosen)
{
    const auto options = std::make_shared<BatchOptions>();
    CLI::App* command = addSubcommand(
        root, options, chosen, "batch", "Run many programs, a line of a file each", batchCommand);
    addBatchOptions(*command, *options);
    command->footer(kBatchFooter);
}

} // namespace sandbench::cli
