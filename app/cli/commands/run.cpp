// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/failure.h"
#include "app/cli/gate.h"
#include "app/cli/open_sandbox.h"
#include "app/cli/options.h"
#include "app/cli/program.h"
#include "app/cli/project_input.h"
#include "app/cli/run_help.h"
#include "app/cli/run_plan.h"
#include "app/cli/run_report.h"
#include "app/cli/sandbox_options.h"
#include "app/cli/stdin_pump.h"
#include "app/cli/stream_writer.h"
#include "app/cli/text.h"
#include "core/session/package_checks.h"

#include <CLI/CLI.hpp>
#include <unistd.h>

namespace sandbench::cli {
namespace {

/// The run's events: output to our own streams, and the program's input once it has started.
class ConsoleSink : public RunSink
{
public:
    ConsoleSink(Signals& signals, StdinPump* pump, bool quiet)
        : m_signals(signals)
        , m_pump(pump)
        , m_quiet(quiet)
        , m_stdout(STDOUT_FILENO, signals.stopToken())
        , m_stderr(STDERR_FILENO, signals.stopToken())
    {
    }

    void follow(std::shared_ptr<workspace::HostedRun> run) { m_run = std::move(run); }

    void onStarted(const std::string&) override
    {
        if (m_pump)
            m_pump->start(m_run);
    }
    void onOutput(StreamKind stream, std::string_view bytes) override
    {
        if (!m_quiet)
            pass(stream == StreamKind::Stdout ? m_stdout : m_stderr, bytes);
    }
    void onResult(std::string_view text) override
    {
        if (!m_quiet)
            pass(m_stdout, std::string(text) + "\n");
    }

    const std::string& problem() const { return m_problem; }

private:
    // A run whose output goes nowhere has no purpose: it is ended as a pipeline ends its writers.
    void pass(StreamWriter& writer, std::string_view bytes)
    {
        if (!m_problem.empty())
            return;
        const auto written = writer.write(bytes);
        if (written || written.error().code() == ErrorCode::Cancelled)
            return;
        m_problem = written.error().text();
        m_signals.requestStop();
    }

    Signals& m_signals;
    std::shared_ptr<workspace::HostedRun> m_run;
    StdinPump* m_pump;
    bool m_quiet;
    StreamWriter m_stdout, m_stderr;
    std::string m_problem;
};

// @p problem: why we stopped it ourselves.
Result<RunRecord> runIn(
    const Program& program, workspace::Workspace& workspace,
    const std::shared_ptr<workspace::HostedSandbox>& sandbox, const RunRequest& request,
    StdinPump* pump, bool quiet, std::string& problem)
{
    ConsoleSink sink(program.signals, pump, quiet);
    program.signals.setEmergencyHandler([&] { (void)sandbox->session().close(); });
    auto record = runInSandbox(
        workspace, program.signals, sandbox, request, sink,
        [&sink](const auto& run) { sink.follow(run); });
    program.signals.setEmergencyHandler({});
    problem = sink.problem();
    if (record && !problem.empty())
        record->warnings.push_back(problem);
    return record;
}

// "numpy is not in this sandbox; add --library numpy"
std::string missingAdvice(const std::vector<MissingImport>& missing)
{
    std::string options;
    for (const auto& import : missing)
        options += " --library " + printable(import.package);
    return missingSentence(missing) + "; add" + options;
}

// With --check-imports. A sandbox that cannot tell does not keep the program from running.
Result<void> checkImports(
    const RunOptions& options, Session& session, const RunInvocation& plan, std::stop_token stop)
{
    if (!options.checkImports)
        return {};
    const auto missing = ImportChecker(session).missingImports(plan.request, std::move(stop));
    if (!missing && missing.error().code() == ErrorCode::Cancelled)
        return missing.error();
    if (!missing || missing->empty())
        return {};
    return Error(ErrorCode::NotFound, missingAdvice(*missing));
}

// A program that failed for want of a module is told which packages have it, all at once.
bool nameMissingPackages(
    const Program& program, Session& session, const RunRequest& request, const RunRecord& record)
{
    const bool isPython = request.language == "python";
    const bool failed = record.verdict == Verdict::Exited && record.exitCode == 1
        && (!isPython || (record.error && record.error->name == "ModuleNotFoundError"));
    if (!failed || !request.command.empty())
        return false;
    const auto missing
        = findMissingImports(session, request.language, request.code, program.signals.stopToken());
    if (!missing || missing->empty())
        return false;
    note(missingAdvice(*missing));
    return true;
}

void sayWhatToDoNext(
    const Program& program, Session& session, const RunRequest& request, const RunRecord& record)
{
    if (!nameMissingPackages(program, session, request, record))
        for (const auto& hint : record.hints)
            note(printable(hint));
}

int finish(const RunOptions& options, RunRecord& record, EndNotes& notes, bool isClosed)
{
    // Also where the program was quicker than our stop: what it printed is lost.
    int status = notes.stopReason.empty() ? exitStatusOf(record) : kCancelledStatus;
    if (!isClosed && !jsonString(options.sandbox, "commit").empty())
        status = status == 0 ? kEngineStatus : status;
    if (auto saved = exportArtifacts(record, options.outFolder, !options.json); !saved) {
        note("--out: " + saved.error().text());
        record.warnings.push_back("--out: " + saved.error().text());
        status = status == 0 ? kEngineStatus : status;
    }
    if (options.json && !print(writeJson(toJson(record)) + "\n"))
        status = status == 0 ? kEngineStatus : status;
    // Who asked for results must hear which of them there are not.
    notes.warnings = options.verbose || !options.outFolder.empty();
    notes.isolation = options.verbose;
    sayEnd(record, notes);
    return status;
}

Result<std::unique_ptr<StdinPump>> openInput(const std::string& path)
{
    return path.empty() ? nullptr : StdinPump::open(path);
}

void addInputs(CLI::App& command, RunOptions& options)
{
    one(command, "--language,-l", options.language, "LANGUAGE",
        "Language of the program (default: by its file name; python for -)");
    one(command, "--interpreter-context", options.context, "NAME",
        "Run in an interpreter context of this name, as a repl would");
    many(command, "--env,-e", options.env, "NAME=VALUE", "Set an environment variable; repeat");
    one(command, "--project", options.projectFolder, "DIR",
        "Copy a folder into the working folder; FILE is in it, or is found where only one can be");
    many(
        command, "--file,-f", options.files, "SRC[:DEST]",
        "Copy a file into the working folder, or to DEST; repeat");
    one(command, "--stdin", options.stdinPath, "FILE",
        "What the program reads as its standard input, - for our own (default: nothing)");
    many(
        command, "--arg", options.arguments, "TEXT",
        "An argument of the program; repeat, or write them behind --");
    command.add_flag(
        "--check-imports", options.checkImports,
        "Run nothing where the program imports what the sandbox has not (Python, JavaScript)");
    addPolicy(command, options);
}

void addResults(CLI::App& command, RunOptions& options)
{
    one(command, "--out,-o", options.outFolder, "DIR",
        "Save what the program drew or wrote as results; never replaces a file");
    addJson(command, options.json, "Print the run record as one JSON object instead");
    command.add_flag("-v,--verbose", options.verbose, "Say on stderr what isolated the program");
}

} // namespace

Result<int> runCommand(const Program& program, const RunOptions& asked)
{
    auto options = asked;
    const auto stop = program.signals.stopToken();
    SANDBENCH_TRY(const auto composition, compositionFor(options.sandbox));
    SANDBENCH_TRY_VOID(settleContexts(options));
    Composition& parts = *composition;
    SANDBENCH_TRY(const auto project, openProject(options, parts.languages()));
    SANDBENCH_TRY_VOID(loadManifest(options, stop));
    SANDBENCH_TRY(auto plan, planRun(options, parts));
    SANDBENCH_TRY_VOID(loadInputs(options, plan, stop));
    if (project)
        SANDBENCH_TRY_VOID(loadProject(*project, options, plan));
    SANDBENCH_TRY(const auto pump, openInput(options.stdinPath));
    SANDBENCH_TRY_VOID(prepareOutFolder(options.outFolder));

    SANDBENCH_TRY(auto policy, policyOf(options));
    SANDBENCH_TRY(const auto workspace, openWorkspace(parts));
    if (policy)
        if (auto denied = passGate(*policy, options, parts.languages(), project, plan, stop)) {
            if (auto* history = workspace->history())
                history->end(workspace::userCaller().id, workspace::runView(*denied, {}));
            EndNotes notes;
            return finish(options, *denied, notes, true);
        }

    // One run: preloading for a second one is work thrown away.
    const auto sandbox = openSandbox(
        *workspace, program.signals, plan.sandbox,
        {Warm::Never, options.verbose, policy, options.yes});
    if (!sandbox)
        return engineFailure(sandbox.error(), options.json);
    auto& session = (*sandbox)->session();
    if (project)
        if (const auto sent = sendProject(*project, session, stop); !sent)
            return engineFailure(sent.error(), options.json);
    if (const auto there = checkImports(options, session, plan, stop); !there) {
        (void)closeSandbox(*workspace, **sandbox);
        return fail(there.error(), options.json, kEngineStatus);
    }
    EndNotes notes;
    auto record = runIn(
        program, *workspace, *sandbox, plan.request, pump.get(), options.json, notes.stopReason);
    if (record)
        sayWhatToDoNext(program, session, plan.request, *record);
    const auto closed = closeSandbox(*workspace, **sandbox);
    if (!record)
        return engineFailure(record.error(), options.json);
    if (!closed) {
        note("closing the sandbox: " + closed.error().text());
        record->warnings.push_back("closing the sandbox: " + closed.error().text());
    }
    return finish(options, *record, notes, closed.has_value());
}

void addRunCommand(CLI::App& root, Action& chosen, const std::vector<std::string>& behindDashes)
{
    const auto options = std::make_shared<RunOptions>();
    CLI::App* command = root.add_subcommand("run", "Run a program in a sandbox");
    command->add_option("FILE", options->program, "The program's file, or - for standard input")
        ->type_name("FILE")
        ->option_text(" ");
    addInputs(*command, *options);
    addRunLimits(*command, *options);
    addResults(*command, *options);
    addSandboxOptions(*command, options->sandbox);
    command->footer(kRunFooter);
    command->callback([&chosen, &behindDashes, options] {
        auto own = behindDashes;
        if (options->program.empty() && !own.empty()) {
            options->program = own.front();
            own.erase(own.begin());
        }
        options->arguments.insert(options->arguments.end(), own.begin(), own.end());
        chosen = actionOf(runCommand, options);
    });
}

} // namespace sandbench::cli
