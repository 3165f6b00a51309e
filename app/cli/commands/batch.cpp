// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/batch/batch.h"
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
#include "core/batch/parquet_rows.h"

#include <CLI/CLI.hpp>

#include <mutex>
#include <thread>
#include <unistd.h>

namespace sandbench::cli {
namespace {

constexpr const char* kBatchFooter
    = R"help(Each line of FILE is a JSON object: {"id": "a1", "language": "python", "code": "print(int(input()) * 2)",
"stdin": "21", "expected": "42"}. A line has code, or file with --files; it may have id (default: its line's number),
language (default: python), file_name, files, env, args, stdin, expected, match, tolerance, exit (default: 0), timeout,
cpu_time and output_limit, which are at most those of the command; tests, a list of such runs of the one program:
[{"stdin": "1", "expected": "2"}]; and checker, a program of its own sandbox that is given the names of three files
(input, expected and what was printed) and accepts with exit status 0. The names of public data sets are understood:
task_id, solution, input, output and others, and the shapes of HumanEval and MBPP. What else a line has is not used, and
named.

Every line has a sandbox of its own, in which its tests run in turn. With --reuse fork lines share sandboxes, which is
faster and less: their folders are emptied in between, and they are still the same sandboxes; rows of such lines say so.

DIR gets results.jsonl with a row for each line, in the order in which they end, and at the end summary.json,
summary.html and, with --parquet, results.parquet. A batch that was stopped, killed or had no more space goes on with --resume: no line is lost, none counts
twice, and one that had been begun says so. With --rerun-failed lines that did not pass run again as well; their earlier
rows move to replaced.jsonl. Lines that cannot be read, and those with the id of an earlier one, are rows
too. No run goes into the history.

Several connections (--connection A,B) and servers (--server, repeated) share the lines: each goes where it will be over
soonest. A place starts with two lines at once and gets more as long as that makes it no slower.

Examples:
  sandbenchctl batch programs.jsonl --out results -j 8
  sandbenchctl batch programs.jsonl --out results -j 8 --resume
  sandbenchctl batch tests.jsonl --out results --engine docker --connection unix:///run/docker.sock,tcp://build:2376
  sandbenchctl batch tests.jsonl --out results --server https://one:8900 --server https://two:8900 --server-token token.txt

Exit status: 0 when every line passed, 1 when one did not, 125 when no place takes lines any more or the results cannot
be written, 130 when it was cancelled, 2 for wrong usage.)help";

constexpr std::uint64_t kMostJobs = 1024;

struct BatchOptions
{
    RunOptions run;
    std::string file, out, jobs, files, reuse, tokenFile;
    std::vector<std::string> servers;
    bool resumes = false, rerunsFailed = false;
    bool parquet = false;
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

/// On a terminal, how much of something is done, from its second second on. Thread: one.
class ShareLine
{
public:
    ShareLine(std::string name, bool isWanted)
        : m_name(std::move(name))
        , m_isWanted(isWanted && ::isatty(STDERR_FILENO) == 1)
    {
    }
    ~ShareLine()
    {
        if (m_isShown)
            (void)writeAll(STDERR_FILENO, kTakeOffLine);
    }

    void tell(std::uint64_t done, std::uint64_t all)
    {
        const auto now = std::chrono::steady_clock::now();
        if (!m_isWanted || all == 0 || now < m_next)
            return;
        m_next = now + std::chrono::milliseconds(200);
        m_isShown = true;
        (void)writeAll(
            STDERR_FILENO,
            kTakeOffLine + (m_name + ": " + std::to_string(done * 100 / all) + " %"));
    }

private:
    static constexpr const char* kTakeOffLine = "\r\x1b[K";

    const std::string m_name;
    const bool m_isWanted;
    bool m_isShown = false;
    std::chrono::steady_clock::time_point m_next
        = std::chrono::steady_clock::now() + std::chrono::seconds(1);
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
        if (const auto can = batch::checkParquet(); m_options.parquet && !can)
            return optionError("--parquet", can.error().message());
        SANDBENCH_TRY(const auto reuse, readReuse());
        BatchPlaces places(
            m_program.signals, {m_options.run, m_options.servers, m_options.tokenFile, reuse});
        SANDBENCH_TRY(auto list, places.make());
        SANDBENCH_TRY(const auto jobs, readJobs(list.size()));
        SANDBENCH_TRY(const auto made, open(askedOf(places, reuse)));
        tell(made->overview());
        m_program.signals.setEmergencyHandler([&places] { places.closeAll(); });
        const auto ran = runAll(
            *made, {.languages = places.languages(), .places = std::move(list), .jobs = jobs});
        m_program.signals.setEmergencyHandler({});
        return finish(*made, ran);
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

    batch::BatchAsked askedOf(const BatchPlaces& places, batch::Reuse reuse) const
    {
        using Begin = batch::BatchAsked::Begin;
        return {
            .file = m_options.file,
            .folder = m_options.out,
            .filesFolder = m_options.files,
            .language = m_options.run.language,
            .most = places.limits(),
            .said = places.said(),
            .policy = m_options.run.policy,
            .reuse = reuse,
            .begin = m_options.rerunsFailed ? Begin::FailedAgain
                : m_options.resumes         ? Begin::Resume
                                            : Begin::New};
    }

    Result<std::unique_ptr<batch::Batch>> open(batch::BatchAsked asked) const
    {
        ShareLine line("reading", !m_options.json);
        auto made = batch::Batch::open(
            std::move(asked),
            [&line](std::uint64_t read, std::uint64_t all) { line.tell(read, all); }, m_stop);
        if (made.failedAs(ErrorCode::AlreadyExists))
            return Error(made.error().code(), made.error().message() + "; see --resume");
        return made;
    }

    static void tell(const batch::Overview& overview)
    {
        if (overview.unreadable > 0)
            note(
                std::to_string(overview.unreadable) + " of " + std::to_string(overview.lines)
                + " lines cannot be read; the results say why");
        if (const auto twice = overview.duplicates.count())
            note(std::to_string(twice) + " lines have the id of an earlier one and are not run");
        std::vector<std::string> unused;
        for (const auto& [name, count] : overview.unused)
            unused.push_back(printable(name) + " (" + std::to_string(count) + ")");
        if (!unused.empty())
            note("not used of the lines: " + joined(unused));
    }

    Result<void> runAll(batch::Batch& made, batch::Batch::Run how)
    {
        BatchLines lines(made.overview().lines, made.folder().done(), !m_options.json);
        how.onRow = [&lines](batch::RowHead head, std::string_view, std::uint64_t) {
            lines.add(head.state);
        };
        how.onNote = [&lines](const std::string& sentence) { lines.note(sentence); };
        const auto began = std::chrono::steady_clock::now();
        auto done = made.run(std::move(how), m_stop);
        lines.end();
        m_ran = lines.ran();
        m_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        return done;
    }

    /// Also of a batch that did not come to its end: what there is, is told.
    Result<int> finish(const batch::Batch& made, const Result<void>& ran)
    {
        const auto summary = made.summary();
        if (!summary)
            return engineFailure(ran ? summary.error() : ran.error(), m_options.json);
        auto written = made.write(*summary);
        if (!ran)
            return fail(
                unfinished(ran.error(), *summary), m_options.json, statusOfEnd(ran.error()));
        if (written && m_options.parquet)
            written = writeRows(made);
        if (!written)
            return fail(written.error(), m_options.json, statusOfEnd(written.error()));
        const int status
            = printed(m_options.json, toJson(*summary), batchText(*summary, m_ran, m_seconds));
        return status != 0 ? status : summary->hasPassed() ? 0 : 1;
    }

    Result<void> writeRows(const batch::Batch& made) const
    {
        ShareLine line(batch::kParquetName, !m_options.json);
        const auto all = made.overview().lines;
        return made.writeRows([&](std::uint64_t rows) { line.tell(rows, all); }, m_stop);
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
    command.add_flag(
        "--rerun-failed", options.rerunsFailed,
        "The same, and run again what ran and did not pass");
    command.add_flag(
        "--parquet", options.parquet, "Write the results as results.parquet, too (needs Arrow)");
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
