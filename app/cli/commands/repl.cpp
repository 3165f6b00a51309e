// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/cell_reader.h"
#include "app/cli/cell_sink.h"
#include "app/cli/context_commands.h"
#include "app/cli/failure.h"
#include "app/cli/gate.h"
#include "app/cli/line_reader.h"
#include "app/cli/open_sandbox.h"
#include "app/cli/options.h"
#include "app/cli/program.h"
#include "app/cli/run_plan.h"
#include "app/cli/run_report.h"
#include "app/cli/sandbox_options.h"
#include "app/cli/text.h"
#include "core/base/fd.h"
#include "core/config/settings.h"

#include <CLI/CLI.hpp>

#include <unistd.h>

namespace sandbench::cli {
namespace {

constexpr const char* kContext = "repl";

constexpr double kCheckSeconds = 10; // how long an interpreter may think whether a cell is whole

constexpr const char* kReplHead
    = R"(Each input runs in one interpreter that keeps its variables, and ends where that interpreter's
language says that it is whole; an empty line ends a block of Python. What is pasted is one input. Ctrl-C
interrupts what runs and keeps the variables, the third one ends an interpreter that does not listen.
Ctrl-D or exit() ends. A cell's standard input is empty. When standard input is no terminal, cells are
read from it without prompts; an indented line behind an empty one still belongs to the block then.

Lines of their own, not code:
)";

constexpr const char* kReplFoot = R"(
Examples:
  sandbenchctl repl
  sandbenchctl repl --memory 512m --out plots
  sandbenchctl repl --engine docker --image python:3.12

Exit status: 0 at the end of input, 130 when stopped, 125 when the sandbox went away, 2 for
wrong usage.)";

std::string historyFile()
{
    const auto folder = stateFolder();
    return folder.empty() ? folder : folder + "/repl_history";
}

/// One conversation with an open session.
class Repl
{
public:
    Repl(
        workspace::Workspace& workspace, Signals& signals, const LanguageCatalog& languages,
        std::shared_ptr<workspace::HostedSandbox> sandbox, const RunOptions& options,
        RunRequest request)
        : m_workspace(workspace)
        , m_signals(signals)
        , m_languages(languages)
        , m_sandbox(std::move(sandbox))
        , m_options(options)
        , m_request(std::move(request))
        , m_reader(signals.stopToken(), historyFile())
        , m_cells(
              m_reader, [this](const std::string& text) { return stateOf(text); },
              [](const std::string& line) {
                  return isFarewell(line) || parseContextCommand(line).has_value();
              })
        , m_sink(signals)
    {
        m_request.gateConfirmed = options.yes;
        m_signals.setInterruptHandler([this] {
            if (!m_sink.interrupt())
                m_reader.interrupt();
            return true;
        });
    }
    ~Repl() { m_signals.setInterruptHandler({}); }
    Repl(const Repl&) = delete;
    Repl& operator=(const Repl&) = delete;

    int talk(const std::string& greeting)
    {
        if (m_reader.isInteractive())
            (void)writeAll(STDOUT_FILENO, greeting);
        for (;;) {
            switch (m_cells.read(m_cell)) {
            case LineReader::Outcome::Interrupted:
                (void)writeAll(STDOUT_FILENO, m_reader.isInteractive() ? "^C\n" : "");
                break;
            case LineReader::Outcome::End:
                (void)writeAll(STDOUT_FILENO, m_reader.isInteractive() ? "\n" : "");
                return m_signals.stopToken().stop_requested() ? kCancelledStatus : 0;
            case LineReader::Outcome::Line:
                if (m_signals.stopToken().stop_requested())
                    return kCancelledStatus;
                if (isFarewell(m_cell))
                    return 0;
                if (obeyed())
                    break;
                if (const int status = runCell(); status != 0)
                    return status;
            }
        }
    }

private:
    static bool isFarewell(std::string_view text)
    {
        return text == "exit\n" || text == "exit()\n" || text == "quit\n" || text == "quit()\n";
    }

    // An interpreter that cannot be asked gets what there is; running it says what is wrong.
    CellState stateOf(const std::string& text)
    {
        auto request = m_request;
        request.code = text;
        request.limits.wallSeconds = kCheckSeconds;
        const auto state
            = m_sandbox->session().checkCell(std::move(request), m_signals.stopToken());
        return state ? *state : CellState::Complete;
    }

    bool obeyed()
    {
        const auto command = parseContextCommand(m_cell);
        if (command)
            (void)writeAll(
                STDOUT_FILENO,
                obeyContextCommand(
                    *command, m_languages, m_sandbox->session(), m_request, m_signals.stopToken()));
        return command.has_value();
    }

    int runCell()
    {
        m_request.code = m_cell;
        m_sink.begin();
        auto record = runInSandbox(
            m_workspace, m_signals, m_sandbox, m_request, m_sink,
            [this](const auto& run) { m_sink.follow(run); });
        m_sink.end();
        if (!record)
            return engineFailure(record.error(), false);
        showArtifacts(*record);
        if (record->gate && !record->gate->findings.empty())
            (void)writeAll(STDERR_FILENO, gateText(*record->gate, "cell"));
        // An interrupted cell's traceback has said so already.
        const bool stopped = m_signals.stopToken().stop_requested();
        const bool interrupted = record->verdict == Verdict::Cancelled && !stopped;
        if (record->verdict != Verdict::Exited && !interrupted)
            note(verdictSentence(*record));
        // Also behind an ordinary end: a cell that ended the interpreter took the variables along.
        for (const auto& warning : record->warnings)
            note("warning: " + warning);
        if (interrupted)
            return 0;
        if (record->verdict == Verdict::Cancelled)
            return kCancelledStatus;
        return record->verdict == Verdict::AgentLost ? kEngineStatus : 0;
    }

    void showArtifacts(RunRecord& record)
    {
        if (m_options.outFolder.empty()) {
            for (const auto& artifact : record.artifacts)
                note(
                    "made " + artifact.name + " (" + artifact.mime
                    + "); --out DIR saves such results");
            return;
        }
        if (const auto saved = exportArtifacts(record, m_options.outFolder, true); !saved)
            note("--out: " + saved.error().text());
    }

    workspace::Workspace& m_workspace;
    Signals& m_signals;
    const LanguageCatalog& m_languages;
    const std::shared_ptr<workspace::HostedSandbox> m_sandbox;
    const RunOptions& m_options;
    RunRequest m_request;
    LineReader m_reader;
    CellReader m_cells;
    CellSink m_sink;
    std::string m_cell;
};

Result<RunInvocation> planRepl(RunOptions options, const Composition& parts)
{
    const auto& languages = parts.languages();
    options.context = kContext;
    options.program = "-";
    if (const auto language = languages.find(options.language);
        !options.language.empty() && language && !language->contexts)
        return Error(
            ErrorCode::InvalidArgument,
            "--language: " + language->name
                + " has no interpreter that keeps its variables; use sandbenchctl run");
    return planRun(options, parts);
}

} // namespace

Result<int> replCommand(const Program& program, const RunOptions& asked)
{
    auto options = asked;
    if (!options.sandbox.contains("timeout"))
        options.sandbox["timeout"] = "0"; // A person sits there and has Ctrl-C.
    SANDBENCH_TRY(const auto composition, compositionFor(options.sandbox));
    Composition& parts = *composition;
    SANDBENCH_TRY_VOID(loadManifest(options, program.signals.stopToken()));
    SANDBENCH_TRY(auto plan, planRepl(options, parts));
    SANDBENCH_TRY_VOID(prepareOutFolder(options.outFolder));
    SANDBENCH_TRY(const auto policy, policyOf(options));
    SANDBENCH_TRY(const auto workspace, openWorkspace(parts));
    const auto sandbox = openSandbox(
        *workspace, program.signals, plan.sandbox, {Warm::WhenIdle, false, policy, options.yes});
    if (!sandbox)
        return engineFailure(sandbox.error(), false);
    program.signals.setEmergencyHandler([&] { (void)(*sandbox)->session().close(); });
    const auto language = parts.languages().find(plan.request.language);
    const auto greeting = (language ? language->name : "") + " in a sandbox ("
        + printable((*sandbox)->session().description()) + "); Ctrl-D ends, %help says more\n";
    int status
        = Repl(*workspace, program.signals, parts.languages(), *sandbox, options, plan.request)
              .talk(greeting);
    program.signals.setEmergencyHandler({});
    if (const auto closed = closeSandbox(*workspace, **sandbox); !closed) {
        note("closing the sandbox: " + closed.error().text());
        if (status == 0 && !jsonString(options.sandbox, "commit").empty())
            status = kEngineStatus;
    }
    return status;
}

void addReplCommand(CLI::App& root, Action& chosen)
{
    const auto options = std::make_shared<RunOptions>();
    CLI::App* command = addSubcommand(
        root, options, chosen, "repl", "Talk to an interpreter in a sandbox, line by line",
        replCommand);
    one(*command, "--language,-l", options->language, "LANGUAGE",
        "Language; it needs contexts (default: python)");
    many(*command, "--env,-e", options->env, "NAME=VALUE", "Set an environment variable; repeat");
    addPolicy(*command, *options);
    addRunLimits(*command, *options);
    command->get_option("--timeout")
        ->description("Wall-clock limit of each input, 0 for none (default: none)");
    one(*command, "--out,-o", options->outFolder, "DIR",
        "Save what the inputs drew or wrote as results; never replaces a file");
    addSandboxOptions(*command, options->sandbox);
    command->footer(std::string(kReplHead) + kContextCommands + kReplFoot);
}

} // namespace sandbench::cli
