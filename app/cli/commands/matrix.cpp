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
#include "core/base/fd.h"
#include "core/base/option_values.h"
#include "core/check/run_matrix_files.h"
#include "core/check/run_matrix_page.h"
#include "core/workspace/defaults.h"

#include <CLI/CLI.hpp>

#include <cerrno>
#include <fcntl.h>
#include <map>
#include <memory>
#include <optional>
#include <unistd.h>
#include <utility>

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
  sandbenchctl matrix solution.py --engines docker,docker@lab,docker@ssh://me@host
  sandbenchctl matrix sort.py --args '-n 10' --args '-n 100000' --csv runs.csv --html runs.html

Exit status: 0 when every program passed everywhere with one outcome, 1 when one differed, failed or could not run
somewhere, 125 when nothing could run, 130 when it was cancelled, 2 for wrong usage. Passed means: it exited with 0.
When it is cancelled, the results so far are written all the same, and say that they are partial.)";

constexpr std::uint64_t kMostMatrixJobs = 256;
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
        SANDBENCH_TRY(m_run.plan().atOnce, readJobs());
        SANDBENCH_TRY(m_spots, spotsOf(m_options.axes, m_options.run.sandbox));
        SANDBENCH_TRY(const auto parts, makeParts());
        SANDBENCH_TRY_VOID(reachConnections());
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
        if (!first.place.connection.empty()) // of that place alone
            said.erase("connection");
        SANDBENCH_TRY(auto parts, compositionFor(said));
        for (auto& spot : m_spots) {
            spot.said = workspace::withDefaults(parts->settings().defaults, spot.said);
            spot.place.engine = jsonString(spot.said, "engine", workspace::SandboxRequest().engine);
        }
        return parts;
    }

    /// The engines of places that name a connection. Those that do not answer say so in their
    /// cells.
    Result<void> reachConnections()
    {
        for (const auto& [place, said] : m_spots) {
            auto& reached = m_reached[{place.engine, place.connection}];
            if (!place.connection.empty() && !reached) {
                SANDBENCH_TRY(reached, Composition::create(place.connection, place.engine));
            }
        }
        return {};
    }

    Result<Engine*> engineOf(const check::CheckedAnswer& answer) const
    {
        if (answer.connection.empty())
            return nullptr;
        return m_reached.at({answer.sandbox.engine, answer.connection})
            ->engines()
            .find(answer.sandbox.engine);
    }

    Result<void> makePlan(const Composition& parts)
    {
        SANDBENCH_TRY(const auto lines, argumentsOf(m_options.axes));
        m_options.run.sandbox = m_spots.front().said;
        SANDBENCH_TRY(
            const auto programs,
            readMatrixPrograms(m_options.programs, m_options.run, parts, m_stop));
        const auto atOnce = m_run.plan().atOnce;
        SANDBENCH_TRY(m_run, check::MatrixRun::planned(programs, lines, m_spots, parts));
        m_run.plan().atOnce = atOnce;
        return {};
    }

    Result<void> runAll(Composition& parts)
    {
        SANDBENCH_TRY(const auto workspace, openWorkspace(parts));
        FirstOpenings first;
        m_run.plan().open = [&](const check::CheckedAnswer& answer, const std::stop_token&) {
            const auto& request = answer.sandbox;
            using HostedResult = Result<std::shared_ptr<workspace::HostedSandbox>>;
            const auto where = request.engine + '@' + answer.connection;
            return first.open(where + ' ' + request.session.sandbox.image, [&]() -> HostedResult {
                SANDBENCH_TRY(auto* const engine, engineOf(answer));
                return openSandbox(
                    *workspace, m_program.signals, request,
                    {Warm::Never, m_options.run.verbose, m_policy, m_options.run.yes, engine});
            });
        };
        std::size_t over = m_run.matrix().count(check::CheckState::NotRun);
        m_program.signals.setEmergencyHandler([&] { workspace->sandboxes().closeAll(); });
        m_run.run(
            *workspace,
            [&](std::size_t oneCase, std::size_t place) {
                ++over;
                if (!m_options.json && !m_stop.stop_requested())
                    (void)writeAll(STDERR_FILENO, matrixLine(m_run.matrix(), oneCase, place, over));
            },
            m_stop);
        m_program.signals.setEmergencyHandler({});
        return {};
    }

    Result<int> finish()
    {
        const auto& matrix = m_run.matrix();
        const auto columns = ::isatty(STDOUT_FILENO) == 1 ? terminalSize().columns : kMatrixColumns;
        const int status
            = printed(m_options.json, check::toJson(matrix), matrixReport(matrix, columns));
        SANDBENCH_TRY_VOID(writeMatrixFile("--csv", m_options.csv, check::csvOf(matrix)));
        SANDBENCH_TRY_VOID(writeMatrixFile("--html", m_options.html, check::matrixPage(matrix)));
        if (status != 0 || matrix.isPartial)
            return status != 0 ? status : kCancelledStatus;
        if (m_run.problem() && !m_run.hasRun())
            return statusOf(*m_run.problem());
        return matrix.hasPassed() && matrix.isSame() ? 0 : 1;
    }

    const Program& m_program;
    MatrixOptions m_options;
    const std::stop_token m_stop;
    std::vector<check::MatrixSpot> m_spots;
    std::map<std::pair<std::string, std::string>, std::unique_ptr<Composition>>
        m_reached; ///< By engine and connection.
    std::shared_ptr<const CodePolicy> m_policy;
    check::MatrixRun m_run;
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
    one(command, "--engines", options.axes.engines, "ENGINE[@CONNECTION],...",
        "Engines to run on, each also over several connections (default: that of --engine)");
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
