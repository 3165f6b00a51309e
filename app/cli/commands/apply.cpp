// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/apply_questions.h"
#include "app/cli/options.h"
#include "app/cli/program.h"
#include "app/cli/project_changes.h"
#include "app/cli/text.h"
#include "core/base/option_values.h"
#include "core/config/settings.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace sandbench::cli {
namespace {

constexpr const char* kApplyFooter
    = R"(What 'run --project DIR' changed in the sandbox's copy is kept, for the newest 100 such runs and
1 GiB; this brings it into DIR. A file that is not what was sent into the sandbox any more is a
conflict and is left alone. Links, files of version control and files of more than 64 MiB are never
written. What is replaced is kept as long as the run, for --undo.

Examples:
  sandbenchctl apply r-1f0c9a7e3b52d480 --list
  sandbenchctl apply r-1f0c9a7e3b52d480
  sandbenchctl apply r-1f0c9a7e3b52d480 src README.md
  sandbenchctl apply r-1f0c9a7e3b52d480 --undo

Exit status: 0, 1 where something is a conflict or could not be written, 2 for wrong usage and for
runs whose changes are not kept.)";

struct ApplyOptions
{
    std::string id, state;
    std::vector<std::string> paths;
    bool undo = false, ask = false, list = false, json = false;
};

Result<void> checkOptions(const ApplyOptions& options)
{
    if (int(options.undo) + int(options.ask) + int(options.list) > 1)
        return Error(ErrorCode::InvalidArgument, "write one of --undo, --ask and --list");
    if (options.ask && !canAskPerson())
        return optionError("--ask", "there is no terminal to ask on");
    return {};
}

/// Who names what is not there has mistyped it.
Result<void> checkPaths(const ProjectChanges& changes, const std::vector<std::string>& paths)
{
    for (const auto& named : paths)
        if (std::ranges::none_of(
                changes.files, [&](const auto& change) { return isNamed(change.path, named); }))
            return Error(
                ErrorCode::NotFound,
                "the run changed nothing that is called " + printable(named)
                    + " (paths are those of the project)");
    return {};
}

Json outcomesJson(const std::vector<ApplyOutcome>& outcomes)
{
    auto list = Json::array();
    for (const auto& outcome : outcomes)
        list.push_back(
            {{"path", outcome.path},
             {"state", applyStateName(outcome.state)},
             {"why", outcome.why}});
    return list;
}

Result<int> undo(ChangeApplier& applier, const ApplyOptions& options, const std::stop_token& stop)
{
    SANDBENCH_TRY(const auto outcomes, applier.undo(options.paths, stop));
    sayOutcomes(outcomes);
    const bool isAll = std::ranges::all_of(outcomes, &ApplyOutcome::isDone);
    if (options.json
        && !print(
            writeJson({{"schema", "sandbench.undo/1"}, {"files", outcomesJson(outcomes)}}) + "\n"))
        return 1;
    return isAll ? 0 : 1;
}

Result<int> applyRun(const Program& program, const ApplyOptions& options)
{
    SANDBENCH_TRY_VOID(checkOptions(options));
    const auto folder = options.state.empty() ? stateFolder() : options.state;
    SANDBENCH_TRY(auto store, ChangeStore::open(folder, options.id));
    SANDBENCH_TRY(auto applier, ChangeApplier::open(store));
    SANDBENCH_TRY_VOID(checkPaths(applier.changes(), options.paths));
    const auto stop = program.signals.stopToken();
    if (options.undo)
        return undo(applier, options, stop);
    auto report = reportOf(applier, options.paths);
    if (options.list || options.ask)
        sayChanges(report);
    const auto choice = options.list ? ApplyChoice::None
        : options.ask                ? ApplyChoice::Ask
                                     : ApplyChoice::All;
    SANDBENCH_TRY(const bool isAll, applyChanges(store, report, choice, options.paths, stop));
    if (options.json) {
        auto json = toJson(report);
        json["schema"] = "sandbench.changes/1";
        if (!print(writeJson(json) + "\n"))
            return 1;
    }
    return isAll ? 0 : 1;
}

} // namespace

void addApplyCommand(CLI::App& root, Action& chosen)
{
    const auto options = std::make_shared<ApplyOptions>();
    CLI::App* command = root.add_subcommand(
        "apply", "Bring what a run changed of its project into the project's folder");
    command->add_option("RUN", options->id, "Its id")->type_name("RUN")->required();
    command
        ->add_option(
            "PATH", options->paths, "Files or folders of the project (default: all that changed)")
        ->type_name("PATH");
    command->add_flag("--list", options->list, "Say what changed, with differences; apply nothing");
    command->add_flag("--ask", options->ask, "Ask about each file, or each part of it");
    command->add_flag("--undo", options->undo, "Put back what was there before it was applied");
    one(*command, "--state", options->state, "DIR",
        "Where the changes are (default: sandbench in XDG_STATE_HOME)");
    addJson(*command, options->json, "Print what changed, and what came of it, as one JSON object");
    command->footer(kApplyFooter);
    command->callback([&chosen, options] { chosen = actionOf(applyRun, options); });
}

} // namespace sandbench::cli
