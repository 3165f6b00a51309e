// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/answer_input.h"
#include "app/cli/console_sink.h"
#include "app/cli/failure.h"
#include "app/cli/gate.h"
#include "app/cli/get_files.h"
#include "app/cli/open_sandbox.h"
#include "app/cli/options.h"
#include "app/cli/program.h"
#include "app/cli/project_changes.h"
#include "app/cli/project_input.h"
#include "app/cli/run_help.h"
#include "app/cli/run_plan.h"
#include "app/cli/run_report.h"
#include "app/cli/sandbox_options.h"
#include "app/cli/text.h"
#include "core/session/package_checks.h"
#include "core/workspace/requests.h"

#include <CLI/CLI.hpp>

namespace sandbench::cli {
namespace {

// @p problem: why we stopped it ourselves.
Result<RunRecord> runIn(
    const Program& program, const RunOptions& options, workspace::Workspace& workspace,
    const std::shared_ptr<workspace::HostedSandbox>& sandbox, RunRequest request,
    std::unique_ptr<StdinPump> input, std::string& problem)
{
    ConsoleSink sink(program.signals, std::move(input), {options.json, options.terminal});
    if (options.terminal)
        request.terminal = terminalSize();
    program.signals.setEmergencyHandler([&] {
        sink.endTerminal();
        (void)sandbox->session().close();
    });
    auto record = runInSandbox(
        workspace, program.signals, sandbox, std::move(request), sink,
        [&sink](const auto& run) { sink.follow(controlOf(run)); });
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
    if (!options.json && !options.outFolder.empty())
        for (auto& warning : artifactWarnings(record))
            notes.said.push_back(std::move(warning));
    if (options.json && !print(writeJson(wholeJson(record)) + "\n"))
        status = status == 0 ? kEngineStatus : status;
    // Who asked for results must hear which of them there are not.
    notes.warnings = options.verbose || !options.outFolder.empty();
    notes.isolation = options.verbose;
    notes.activity = options.report;
    sayEnd(record, notes);
    return status;
}

void addInputs(CLI::App& command, RunOptions& options)
{
    addProgramInputs(command, options);
    one(command, "--project", options.projectFolder, "DIR",
        "Copy a folder into the working folder; FILE is in it, or is found where only one can be");
    one(command, "--apply", options.apply, "WHICH",
        "What the run changed in the copy of DIR comes into DIR: all, ask (default on a terminal), "
        "none (default elsewhere; see 'apply')");
    command.add_flag(
        "--check-imports", options.checkImports,
        "Run nothing where the program imports what the sandbox has not (Python, JavaScript)");
    addBlock(command, options);
    command.add_flag(
        "--blocks", options.listsBlocks, "List the blocks of an answer, and run nothing");
    command.add_flag(
        "--answer", options.isAnswer,
        "FILE is an answer, whatever it is called (default: .md, .html, .ipynb, .json, .diff, "
        ".txt)");
    addPolicy(command, options);
}

/// One of the programs that share a sandbox.
struct PlannedProgram
{
    RunOptions options;
    RunInvocation plan;
};

Result<PlannedProgram> planProgram(
    RunOptions options, const Composition& parts, const std::optional<ProjectFolder>& project,
    const std::stop_token& stop)
{
    SANDBENCH_TRY(auto plan, planRun(options, parts));
    SANDBENCH_TRY_VOID(loadInputs(options, plan, stop));
    if (project)
        SANDBENCH_TRY_VOID(loadProject(*project, options, plan));
    return PlannedProgram{std::move(options), std::move(plan)};
}

Result<std::vector<PlannedProgram>> planPrograms(
    const RunOptions& options, const Composition& parts,
    const std::optional<ProjectFolder>& project, const std::stop_token& stop)
{
    SANDBENCH_TRY(auto first, planProgram(options, parts, project, stop));
    std::vector<PlannedProgram> programs;
    programs.push_back(std::move(first));
    for (const auto& name : options.morePrograms) {
        auto next = options;
        next.program = name;
        next.files.clear(); // they are there, and the first program may have changed them
        auto planned = planProgram(std::move(next), parts, project, stop);
        if (!planned)
            return Error(
                planned.error().code(),
                planned.error().text()
                    + " (the program's own arguments go behind --: sandbenchctl run FILE -- "
                    + printable(name) + ")");
        programs.push_back(*std::move(planned));
    }
    return programs;
}

/// What there is to do where the programs have been opened a sandbox.
struct OpenedRun
{
    const Program& program;
    workspace::Workspace& workspace;
    std::shared_ptr<workspace::HostedSandbox> sandbox;
    const std::vector<GetSpec>& gets;
};

/// What could not be done at the end.
struct EndOfSandbox
{
    std::vector<std::string> problems;
    bool isClosed = true;
};

EndOfSandbox endSandbox(const OpenedRun& run, bool say)
{
    EndOfSandbox end;
    const auto stop = run.program.signals.stopToken();
    if (!stop.stop_requested())
        if (const auto got = getFiles(run.sandbox->session(), run.gets, say, stop); !got)
            end.problems.push_back(got.error().text());
    const auto closed = closeSandbox(run.workspace, *run.sandbox);
    end.isClosed = closed.has_value();
    if (!closed)
        end.problems.push_back("closing the sandbox: " + closed.error().text());
    return end;
}

/// Where the program came from belongs to what is kept of the run.
void noteOrigin(workspace::Workspace& workspace, const PlannedProgram& planned, RunRecord& record)
{
    record.warnings.push_back(planned.options.answer->origin);
    auto* history = workspace.history();
    if (!history)
        return;
    auto view = workspace::runView(record, {});
    view["program"] = workspace::programView(planned.plan.request);
    history->end(workspace::userCaller().id, view);
}

/// The exit status of one program; @p isLast: nothing runs after it, and becomes true where nothing
/// may.
Result<int> runProgram(
    const OpenedRun& run, const PlannedProgram& planned, std::unique_ptr<StdinPump> input,
    bool& isLast)
{
    const auto& options = planned.options;
    auto& session = run.sandbox->session();
    EndNotes notes;
    auto record = runIn(
        run.program, options, run.workspace, run.sandbox, planned.plan.request, std::move(input),
        notes.stopReason);
    if (record)
        sayWhatToDoNext(run.program, session, planned.plan.request, *record);
    isLast = isLast || !record || record->verdict == Verdict::Cancelled
        || record->verdict == Verdict::AgentLost;
    if (record && options.answer)
        noteOrigin(run.workspace, planned, *record);
    ProjectEnd project;
    if (record && isLast && !options.projectFolder.empty())
        project = takeProject(planned.options, planned.plan, *record, session, run.program.signals);
    const auto end = isLast ? endSandbox(run, !options.json) : EndOfSandbox();
    if (!record)
        return engineFailure(record.error(), options.json);
    const bool isSettled = settleProject(
        planned.options, planned.plan, project, *record, run.workspace,
        run.program.signals.stopToken());
    for (const auto& problem : end.problems) {
        note(problem);
        record->warnings.push_back(problem);
        notes.said.push_back(problem);
    }
    const int status = finish(options, *record, notes, end.isClosed);
    const bool lacksFiles = end.problems.size() > (end.isClosed ? 0 : 1) || !isSettled;
    return status == 0 && lacksFiles ? kEngineStatus : status;
}

Result<int> runPrograms(
    const OpenedRun& run, const std::vector<PlannedProgram>& programs,
    std::unique_ptr<StdinPump> input)
{
    int status = 0;
    bool isLast = false;
    for (std::size_t i = 0; i < programs.size() && !isLast; ++i) {
        const auto& planned = programs[i];
        const auto there = checkImports(
            planned.options, run.sandbox->session(), planned.plan, run.program.signals.stopToken());
        if (!there) {
            (void)closeSandbox(run.workspace, *run.sandbox);
            return fail(there.error(), planned.options.json, kEngineStatus);
        }
        if (i > 0) {
            SANDBENCH_TRY(input, openInput(planned.options));
        }
        isLast = i + 1 == programs.size();
        SANDBENCH_TRY(const int own, runProgram(run, planned, std::move(input), isLast));
        status = status == 0 ? own : status;
    }
    return status;
}

} // namespace

Result<int> runCommand(const Program& program, const RunOptions& asked)
{
    auto options = asked;
    const auto stop = program.signals.stopToken();
    SANDBENCH_TRY(const auto composition, compositionFor(options.sandbox));
    SANDBENCH_TRY_VOID(settleContexts(options));
    SANDBENCH_TRY_VOID(settleInput(options));
    SANDBENCH_TRY(const auto gets, parseGets(options.gets));
    Composition& parts = *composition;
    SANDBENCH_TRY_VOID(withoutValue(applyChoiceOf(options)));
    SANDBENCH_TRY(const auto answer, openAnswer(options, parts.languages(), stop));
    if (answer && options.listsBlocks)
        return printBlocks(*answer, parts.languages(), options);
    if (answer)
        SANDBENCH_TRY_VOID(takeProgram(*answer, parts.languages(), options));
    SANDBENCH_TRY(const auto project, openProject(options, parts.languages(), stop));
    SANDBENCH_TRY_VOID(loadManifest(options, stop));
    SANDBENCH_TRY(auto programs, planPrograms(options, parts, project, stop));
    SANDBENCH_TRY(auto input, openInput(options));
    SANDBENCH_TRY_VOID(prepareOutFolder(options.outFolder));

    SANDBENCH_TRY(auto policy, policyOf(options));
    SANDBENCH_TRY(const auto workspace, openWorkspace(parts));
    for (auto& [own, plan] : programs) {
        auto denied = policy ? passGate(*policy, own, parts.languages(), project, plan, stop)
                             : std::nullopt;
        if (denied) {
            if (auto* history = workspace->history()) {
                auto view = workspace::runView(*denied, {});
                view["program"] = workspace::programView(plan.request);
                history->end(workspace::userCaller().id, view);
            }
            EndNotes notes;
            return finish(own, *denied, notes, true);
        }
    }

    // One run: preloading for a second one is work thrown away.
    const auto sandbox = openSandbox(
        *workspace, program.signals, programs.front().plan.sandbox,
        {Warm::Never, options.verbose, policy, options.yes});
    if (!sandbox)
        return engineFailure(sandbox.error(), options.json);
    if (project)
        if (const auto sent = sendProject(*project, (*sandbox)->session(), stop); !sent)
            return engineFailure(sent.error(), options.json);
    return runPrograms({program, *workspace, *sandbox, gets}, programs, std::move(input));
}

void addRunCommand(CLI::App& root, Action& chosen, const std::vector<std::string>& behindDashes)
{
    const auto options = std::make_shared<RunOptions>();
    CLI::App* command = root.add_subcommand("run", "Run a program in a sandbox");
    command
        ->add_option(
            "FILE", options->morePrograms,
            "The program's file, or - for standard input; several run one after the other")
        ->type_name("FILE")
        ->option_text(" ");
    addInputs(*command, *options);
    addRunLimits(*command, *options);
    addResults(*command, *options);
    command->add_flag(
        "--report", options->report,
        "Say on stderr what the program did: files, programs, addresses, refused calls");
    command->add_flag("-v,--verbose", options->verbose, "Say on stderr what isolated the program");
    addSandboxOptions(*command, options->sandbox);
    command->footer(kRunFooter);
    command->callback([&chosen, &behindDashes, options] {
        auto own = behindDashes;
        auto& programs = options->morePrograms;
        if (auto& first = programs.empty() ? own : programs; !first.empty()) {
            options->program = first.front();
            first.erase(first.begin());
        }
        options->arguments.insert(options->arguments.end(), own.begin(), own.end());
        chosen = actionOf(runCommand, options);
    });
}

} // namespace sandbench::cli
