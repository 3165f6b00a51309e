// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/project_changes.h"

#include "app/cli/apply_questions.h"
#include "app/cli/text.h"
#include "core/base/fd.h"
#include "core/base/option_values.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/config/settings.h"

#include <algorithm>
#include <map>
#include <unistd.h>

namespace sandbench::cli {
namespace {

/// Of the tree; the rest is counted.
constexpr std::size_t kMostShown = 200;

std::string counted(std::uint64_t count, const char* what)
{
    return std::to_string(count) + " " + what;
}

std::string summary(const ChangesReport& report)
{
    std::vector<std::string> parts;
    for (const auto& [count, what] :
         {std::pair(report.created, "created"), std::pair(report.changed, "changed"),
          std::pair(report.deleted, "deleted")})
        if (count > 0)
            parts.push_back(counted(count, what));
    return joined(parts);
}

std::string fileLine(const ChangesReport::File& file)
{
    auto line = file.change;
    if (file.bytes && file.change != "deleted")
        line += ", " + formatSize(*file.bytes);
    if (file.bytes && file.bytesBefore && *file.bytes != *file.bytesBefore)
        line += " (was " + formatSize(*file.bytesBefore) + ")";
    if (file.isExecutable)
        line += ", executable";
    return line + (file.note.empty() ? "" : "; " + printable(file.note));
}

/// A folder's name stands on a line of its own, once, above what is in it.
std::string treeOf(const ChangesReport& report)
{
    std::string text;
    std::vector<std::string> open; // folders of the line before
    for (std::size_t i = 0; i < std::min(report.files.size(), kMostShown); ++i) {
        std::vector<std::string> parts;
        std::string_view path = report.files[i].path;
        for (auto slash = path.find('/'); slash != path.npos; slash = path.find('/')) {
            parts.emplace_back(path.substr(0, slash));
            path.remove_prefix(slash + 1);
        }
        const auto same = std::ranges::mismatch(open, parts).in1 - open.begin();
        for (auto level = static_cast<std::size_t>(same); level < parts.size(); ++level)
            text += std::string(2 * level + 2, ' ') + printable(parts[level]) + "/\n";
        text += std::string(2 * parts.size() + 2, ' ') + printable(path) + "  "
            + fileLine(report.files[i]) + "\n";
        open = std::move(parts);
    }
    if (report.count() > std::min(report.files.size(), kMostShown))
        text += "  … and "
            + counted(report.count() - std::min(report.files.size(), kMostShown), "more") + "\n";
    return text;
}

} // namespace

Result<ApplyChoice> applyChoiceOf(const RunOptions& options)
{
    const bool canAsk = options.program != "-" && canAskPerson();
    if (options.apply.empty())
        return canAsk && !options.projectFolder.empty() ? ApplyChoice::Ask : ApplyChoice::None;
    if (options.projectFolder.empty())
        return optionError(
            "--apply", "only changes of a project can be applied; add --project DIR");
    if (options.apply == "all")
        return ApplyChoice::All;
    if (options.apply == "none")
        return ApplyChoice::None;
    if (options.apply != "ask")
        return optionError("--apply", "'" + options.apply + "' is none of all, ask, none");
    if (!canAsk)
        return optionError("--apply", "there is no terminal to ask on; write all or none");
    return ApplyChoice::Ask;
}

ProjectEnd takeProject(
    const RunOptions& options, const RunInvocation& plan, const RunRecord& record, Session& session,
    const Signals& signals)
{
    ProjectEnd project;
    auto kept = workspace::keepChanges(
        session, plan.request, record.runId, {options.projectFolder, stateFolder()},
        signals.stopToken());
    if (kept)
        project.kept = *std::move(kept);
    else
        project.problem = "what the run changed in the project: " + kept.error().text();
    return project;
}

bool settleProject(
    const RunOptions& options, const RunInvocation& plan, ProjectEnd& project, RunRecord& record,
    workspace::Workspace& workspace, const std::stop_token& stop)
{
    if (!project.problem.empty()) {
        note(printable(project.problem));
        record.warnings.push_back(replaceInvalidUtf8(project.problem));
    }
    if (!project.kept)
        return project.problem.empty();
    auto& [store, report] = *project.kept;
    const auto choice = applyChoiceOf(options).value_or(ApplyChoice::None);
    if (!options.json || choice == ApplyChoice::Ask)
        sayChanges(report);
    auto applied = applyChanges(store, report, choice, {}, stop);
    if (!applied)
        note(applied.error().text());
    if (choice == ApplyChoice::None && !options.json)
        note("to have them in the project: sandbenchctl apply " + record.runId);
    workspace::noteChanges(std::move(report), plan.request, record, workspace);
    return applied.value_or(false);
}

void sayChanges(const ChangesReport& report)
{
    auto text
        = "changes in " + printable(report.folder) + ": " + summary(report) + "\n" + treeOf(report);
    if (report.leftOut > 0)
        text += "  (and " + counted(report.leftOut, "files")
            + " in folders that a project leaves out)\n";
    if (report.isPartial)
        text += "  (the sandbox has more files than are looked at; what is gone is not known)\n";
    for (const auto& file : report.files)
        if (!file.diff.empty() || file.isDiffCut)
            text += diffText(file);
    (void)writeAll(STDERR_FILENO, text);
}

Result<bool> applyChanges(
    ChangeStore& store, ChangesReport& report, ApplyChoice choice,
    const std::vector<std::string>& paths, const std::stop_token& stop)
{
    if (choice == ApplyChoice::None)
        return true;
    SANDBENCH_TRY(auto applier, ChangeApplier::open(store));
    std::optional<ApplyQuestions> questions;
    if (choice == ApplyChoice::Ask)
        questions.emplace(applier, stop);
    std::vector<ApplyOutcome> outcomes;
    for (const auto& change : applier.changes().files) {
        if (!isMeant(change.path, paths))
            continue;
        if (stop.stop_requested() || (questions && questions->hasEnded()))
            break;
        auto outcome = questions ? questions->ask(change) : applier.apply(change);
        if (!outcome)
            continue;
        report.note(*outcome);
        outcomes.push_back(*std::move(outcome));
    }
    sayOutcomes(outcomes);
    return std::ranges::all_of(outcomes, &ApplyOutcome::isDone);
}

void sayOutcomes(const std::vector<ApplyOutcome>& outcomes)
{
    std::map<std::string_view, std::uint64_t> counts;
    for (const auto& outcome : outcomes) {
        ++counts[applyStateName(outcome.state)];
        if (!outcome.isDone())
            note(
                std::string(applyStateName(outcome.state)) + ": " + printable(outcome.path) + ": "
                + printable(outcome.why));
    }
    std::vector<std::string> parts;
    for (const auto& [name, count] : counts)
        parts.push_back(counted(count, name == "same" ? "already so" : std::string(name).c_str()));
    note(parts.empty() ? "nothing applied" : joined(parts));
}

} // namespace sandbench::cli
