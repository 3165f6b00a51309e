// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/failure.h"
#include "app/cli/first_openings.h"
#include "app/cli/gate.h"
#include "app/cli/matrix_axes.h"
#include "app/cli/matrix_programs.h"
#include "app/cli/matrix_view.h"
#include "app/cli/open_sandbox.h"
#include "app/cli/options.h"
#include "app/cli/own_terminal.h"
#include "app/cli/program.h"
#include "app/cli/run_plan.h"
#include "app/cli/text.h"
#include "core/artifact/artifact_store.h"
#include "core/base/fd.h"
#include "core/base/option_values.h"
#include "core/base/sha256.h"
#include "core/check/run_checks.h"
#include "core/check/run_matrix_files.h"
#include "core/check/run_matrix_page.h"
#include "core/engine/container_options.h"
#include "core/workspace/defaults.h"

#include <CLI/CLI.hpp>

#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <unistd.h>

namespace sandbench::cli {
namespace {

constexpr const char* kMatrixFooter
    = R"(Every PROGRAM runs with every line of --args on every engine of --engines, in every image of --images and every
size of --sizes, each time in a fresh sandbox: no run sees another one, and none depends on their order. A folder stands
for every program in it. The embedded engine has no images; there each size is one place.

Of each program the outcome of most places is the usual one: how it ended, what it printed and the files that it made.
Only what differs from it is shown. Time and memory are told, and are no difference. What could not run, because there
is no such image, engine or language, is named with its reason, and has not passed.

Examples:
  sandbenchctl matrix solution.py --engines local,docker --sizes small,large
  sandbenchctl matrix programs/ --engine docker --images python:3.11,python:3.12,python:3.13 -j 4
  sandbenchctl matrix sort.py --args '-n 10' --args '-n 100000' --csv runs.csv --html runs.html

Exit status: 0 when every program passed everywhere with one outcome, 1 when one differed, failed or could not run
somewhere, 125 when nothing could run, 130 when it was cancelled, 2 for wrong usage. Passed means: it exited with 0.
What is there when it is cancelled is written all the same, and says that it is partial.)";

constexpr std::uint64_t kMostMatrixJobs = 256, kMostPlannedBytes = 512U << 20;
constexpr std::size_t kHashedAtOnce = 1U << 20;
constexpr std::size_t kMatrixColumns = 120; ///< Where nobody looks.

struct MatrixOptions
{
    RunOptions run; ///< Of each program.
    MatrixAxes axes;
    std::vector<std::string> programs;
    std::string atOnce, csv, html;
    bool json = false;
};

Result<void> writeMatrixFile(const char* option, const std::string& path, const std::string& text)
{
    if (path.empty())
        return {};
    const UniqueFd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (!file)
        return Error::fromErrno(errno, std::string(option) + ": cannot write " + printable(path));
    return writeAll(file.get(), text);
}

/// Errors: Cancelled, those of reading it.
Result<std::string> digestOfFile(const std::string& path, const std::stop_token& stop)
{
    SANDBENCH_TRY(const auto bytes, readFile(path, ArtifactStore::kMaxArtifactBytes));
    Sha256 hash;
    for (std::size_t at = 0; at < bytes.size(); at += kHashedAtOnce) {
        if (stop.stop_requested())
            return Error(ErrorCode::Cancelled, "stopped while its results were compared");
        hash.add(std::string_view(bytes).substr(at, kHashedAtOnce));
    }
    return hash.finish();
}

/// Of what a run made. Errors: Cancelled.
Result<std::vector<check::MatrixResult>>
resultsOf(const RunRecord& record, const std::stop_token& stop)
{
    std::vector<check::MatrixResult> results;
    for (const auto& artifact : record.artifacts) {
        auto digest = artifact.storedPath.empty() ? Result<std::string>(artifact.note)
                                                  : digestOfFile(artifact.storedPath, stop);
        if (digest.failedAs(ErrorCode::Cancelled))
            return std::move(digest.error());
        results.push_back({artifact.name, digest ? *std::move(digest) : digest.error().text()});
    }
    return results;
}

/// What runs a matrix. Thread: one, but for what CheckPlan calls.
class MatrixMaker
{
public:
    MatrixMaker(const Program& program, const MatrixOptions& options)
        : m_program(program)
        , m_options(options)
        , m_stop(program.signals.stopToken())
    {
    }

    Result<int> run()
    {
        SANDBENCH_TRY_VOID(settleContexts(m_options.run));
        if (!m_options.run.context.empty())
            return optionError("--context", "each program is a run of its own; leave it out");
        SANDBENCH_TRY_VOID(loadManifest(m_options.run, m_stop));
        SANDBENCH_TRY(m_plan.atOnce, readJobs());
        SANDBENCH_TRY(m_spots, spotsOf(m_options.axes, m_options.run.sandbox));
        SANDBENCH_TRY(const auto parts, makeParts());
        SANDBENCH_TRY_VOID(makePlan(*parts));
        SANDBENCH_TRY(m_policy, policyOf(m_options.run));
        SANDBENCH_TRY_VOID(runAll(*parts));
        return finish();
    }

private:
    Result<std::size_t> readJobs() const
    {
        std::uint64_t jobs = 0;
        SANDBENCH_TRY_VOID(readCount("--jobs", m_options.atOnce, jobs));
        if (!m_options.atOnce.empty() && (jobs == 0 || jobs > kMostMatrixJobs))
            return optionError("--jobs", "must be 1 to " + std::to_string(kMostMatrixJobs));
        return static_cast<std::size_t>(jobs);
    }

    /// A connection is one engine's.
    Result<std::unique_ptr<Composition>> makeParts()
    {
        const auto& first = m_spots.front();
        for (const auto& spot : m_spots)
            if (spot.place.engine != first.place.engine
                && !workspace::connectionOf(m_options.run.sandbox).empty())
                return optionError(
                    "--connection", "goes with one engine; leave it out, or name one engine");
        auto said = first.said;
        SANDBENCH_TRY(auto parts, compositionFor(said));
        for (auto& spot : m_spots) {
            spot.said = workspace::withDefaults(parts->settings().defaults, spot.said);
            spot.place.engine = jsonString(spot.said, "engine", workspace::SandboxRequest().engine);
        }
        return parts;
    }

    Result<void> makePlan(const Composition& parts)
    {
        SANDBENCH_TRY(const auto lines, argumentsOf(m_options.axes));
        m_options.run.sandbox = m_spots.front().said;
        SANDBENCH_TRY(
            const auto programs,
            readMatrixPrograms(m_options.programs, m_options.run, parts, m_stop));
        SANDBENCH_TRY_VOID(checkSize(programs, lines.size()));
        m_plan.isFresh = true;
        for (const auto& line : lines) {
            m_plan.checks.emplace_back();
            m_plan.checks.back().arguments = line;
        }
        std::vector<check::MatrixCase> cases;
        for (const auto& program : programs)
            for (const auto& line : lines)
                cases.push_back({program.name, line});
        std::vector<check::MatrixPlace> places;
        for (const auto& spot : m_spots)
            places.push_back(spot.place);
        m_matrix = check::RunMatrix(std::move(cases), std::move(places));
        for (std::size_t i = 0; i < programs.size(); ++i)
            SANDBENCH_TRY_VOID(planProgram(programs[i], i, parts));
        return {};
    }

    Result<void> checkSize(const std::vector<MatrixProgram>& programs, std::size_t lines) const
    {
        const auto tooLarge = [](const std::string& what) {
            return Error(
                ErrorCode::InvalidArgument, "the matrix is too large (" + what + "); split it");
        };
        if (programs.size() * lines > check::kMostMatrixCells / m_spots.size())
            return tooLarge("more than " + std::to_string(check::kMostMatrixCells) + " cells");
        std::size_t bytes = 0;
        for (const auto& program : programs) {
            bytes += program.request.code.size();
            for (const auto& file : program.request.files)
                bytes += file.bytes.size();
        }
        return bytes > kMostPlannedBytes / m_spots.size()
            ? tooLarge("its programs and their files, once for each place")
            : Result<void>();
    }

    Result<void>
    planProgram(const MatrixProgram& program, std::size_t index, const Composition& parts)
    {
        const auto first = index * m_plan.checks.size();
        for (std::size_t place = 0; place < m_spots.size(); ++place) {
            if (!program.problem.empty()) {
                const auto refused = check::matrixCell(
                    check::notRun(Error(ErrorCode::InvalidArgument, program.problem)));
                for (std::size_t line = 0; line < m_plan.checks.size(); ++line)
                    m_matrix.set(first + line, place, refused);
                continue;
            }
            auto said = m_spots[place].said;
            said["language"] = program.request.language;
            SANDBENCH_TRY(auto sandbox, workspace::readSandbox(parts, said));
            if (!containerOf(sandbox.session.sandbox).existing.empty())
                return optionError(
                    sandbox.engine == "kubernetes" ? "--pod" : "--container",
                    "each run has a fresh sandbox; leave it out");
            auto request = program.request;
            request.limits = sandbox.runLimits;
            m_plan.answers.push_back({program.name, std::move(request), std::move(sandbox)});
            m_cellsOf.push_back({first, place});
        }
        return {};
    }

    Result<void> runAll(Composition& parts)
    {
        SANDBENCH_TRY(const auto workspace, openWorkspace(parts));
        FirstOpenings first;
        m_plan.open = [&](const check::CheckedAnswer& answer, const std::stop_token&) {
            const auto& request = answer.sandbox;
            return first.open(request.engine + ' ' + request.session.sandbox.image, [&] {
                return openSandbox(
                    *workspace, m_program.signals, request,
                    {Warm::Never, m_options.run.verbose, m_policy, m_options.run.yes});
            });
        };
        m_ended.resize(m_plan.answers.size());
        m_plan.onRecord = [this](std::size_t answer, std::size_t, const RunRecord& record) {
            auto results = resultsOf(record, m_stop);
            m_ended[answer] = results ? check::matrixCell(record, *std::move(results))
                                      : check::matrixCell(check::notRun(results.error()));
        };
        m_over = m_matrix.count(check::CheckState::NotRun);
        m_program.signals.setEmergencyHandler([&] { workspace->sandboxes().closeAll(); });
        (void)check::runChecks(
            *workspace, m_plan,
            [this](std::size_t answer, std::size_t line, const check::Outcome& outcome) {
                if (isOver(outcome.state))
                    keep(answer, line, outcome);
            },
            m_stop);
        m_program.signals.setEmergencyHandler({});
        return {};
    }

    void keep(std::size_t answer, std::size_t line, const check::Outcome& outcome)
    {
        const auto [first, place] = m_cellsOf[answer];
        auto ended = std::exchange(m_ended[answer], std::nullopt);
        if (outcome.problem && !m_problem)
            m_problem = outcome.problem;
        m_hasRun = m_hasRun || !outcome.problem;
        m_matrix.set(first + line, place, ended ? *std::move(ended) : check::matrixCell(outcome));
        ++m_over;
        if (!m_options.json && !m_stop.stop_requested())
            (void)writeAll(STDERR_FILENO, matrixLine(m_matrix, first + line, place, m_over));
    }

    Result<int> finish()
    {
        m_matrix.isPartial = m_stop.stop_requested();
        const auto columns = ::isatty(STDOUT_FILENO) == 1 ? terminalSize().columns : kMatrixColumns;
        const int status
            = printed(m_options.json, check::toJson(m_matrix), matrixReport(m_matrix, columns));
        SANDBENCH_TRY_VOID(writeMatrixFile("--csv", m_options.csv, check::csvOf(m_matrix)));
        SANDBENCH_TRY_VOID(writeMatrixFile("--html", m_options.html, check::matrixPage(m_matrix)));
        if (status != 0 || m_matrix.isPartial)
            return status != 0 ? status : kCancelledStatus;
        if (m_problem && !m_hasRun)
            return statusOf(*m_problem);
        return m_matrix.hasPassed() && m_matrix.isSame() ? 0 : 1;
    }

    const Program& m_program;
    MatrixOptions m_options;
    const std::stop_token m_stop;
    std::vector<MatrixSpot> m_spots;
    std::shared_ptr<const CodePolicy> m_policy;
    check::CheckPlan m_plan; ///< An answer is a program in a place, a check a line of arguments.
    /// Of each answer: the case of its first line, and its place.
    std::vector<std::pair<std::size_t, std::size_t>> m_cellsOf;
    std::vector<std::optional<check::MatrixCell>> m_ended; ///< By answer: what has just run.
    check::RunMatrix m_matrix;
    std::size_t m_over = 0;
    bool m_hasRun = false; ///< At least one cell.
    std::optional<Error> m_problem; ///< Why the first one had no sandbox.
};

Result<int> matrixCommand(const Program& program, const MatrixOptions& options)
{
    return MatrixMaker(program, options).run();
}

void addMatrixOptions(CLI::App& command, MatrixOptions& options)
{
    command
        .add_option(
            "PROGRAM", options.programs,
            "Programs, answers of a language model, or folders of programs; - for standard input")
        ->type_name("FILE")
        ->option_text(" ")
        ->required();
    one(command, "--engines", options.axes.engines, "ENGINE,...",
        "Engines to run on (default: that of --engine)");
    one(command, "--images", options.axes.images, "IMAGE,...",
        "Images to run in (default: that of --image)");
    one(command, "--sizes", options.axes.sizes, "SIZE,...",
        "Sizes to run with (default: that of --size)");
    many(
        command, "--args", options.axes.lines, "LINE",
        "Arguments of the programs, as a shell takes them apart; repeat");
    one(command, "-j,--jobs", options.atOnce, "N",
        "Programs at once (default: as many as there are processors)");
    one(command, "--csv", options.csv, "FILE", "Also write a row for each cell to FILE");
    one(command, "--html", options.html, "FILE", "Also write the matrix as a page to FILE");
    addJson(command, options.json);
    addBlock(command, options.run);
    addTrials(command, options.run);
}

} // namespace

void addMatrixCommand(CLI::App& root, Action& chosen)
{
    const auto options = std::make_shared<MatrixOptions>();
    CLI::App* command = addSubcommand(
        root, options, chosen, "matrix", "Run programs in several images, sizes and engines",
        matrixCommand);
    addMatrixOptions(*command, *options);
    command->footer(kMatrixFooter);
}

} // namespace sandbench::cli
