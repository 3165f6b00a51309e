// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// What people do with kept runs: say what they think of one, compare two, run one again.
#include "app/cli/commands/kept_run.h"
#include "app/cli/open_sandbox.h"
#include "app/cli/options.h"
#include "app/cli/program.h"
#include "app/cli/text.h"
#include "core/base/text.h"
#include "core/check/run_comparison.h"
#include "core/config/settings.h"
#include "core/workspace/history_file.h"
#include "core/workspace/history_tables.h"
#include "core/workspace/requests.h"
#include "core/workspace/run_again.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <memory>

namespace sandbench::cli {
namespace {

struct ReviewOptions
{
    std::string id, state, note;
    bool accepts = false, wantsWork = false, rejects = false, clears = false;
    bool json = false;
};

struct ComparisonOptions
{
    std::string id, other, state, tolerance;
    bool json = false;
};

report::Review reviewFrom(const ReviewOptions& options)
{
    if (options.clears)
        return {};
    return {
        options.accepts         ? "accepted"
            : options.wantsWork ? "needs_work"
            : options.rejects   ? "rejected"
                                : "",
        options.note};
}

Result<int> reviewRun(const Program&, const ReviewOptions& options)
{
    const auto review = reviewFrom(options);
    if (review.isEmpty() && !options.clears)
        return Error(
            ErrorCode::InvalidArgument,
            "say --accept, --needs-work, --reject, --note TEXT, or --clear");
    SANDBENCH_TRY_VOID(withoutValue(openHistory(options.state))); // who reads nothing makes nothing
    SANDBENCH_TRY(
        auto database,
        workspace::openHistoryToWrite(
            (options.state.empty() ? stateFolder() : options.state) + "/" + workspace::kHistoryName,
            workspace::Database::kPatience, [](const std::string& sentence) { note(sentence); }));
    SANDBENCH_TRY_VOID(
        workspace::writeReview(database, workspace::userCaller(), options.id, review));
    SANDBENCH_TRY(auto history, openHistory(options.state));
    SANDBENCH_TRY(const auto run, readRun(history, options.id));
    const auto kept = report::reviewOf(run.record);
    return printed(
        options.json, {{"run_id", options.id}, {"review", jsonField(run.record, "review")}},
        kept.isEmpty() ? "no review\n"
                       : (kept.verdict.empty() ? "Note" : report::reviewWords(kept.verdict))
                + (kept.note.empty() ? "" : ": " + printable(kept.note)) + "\n");
}

Result<std::optional<double>> toleranceOf(const std::string& text)
{
    if (text.empty())
        return std::optional<double>();
    double tolerance = 0;
    const auto* const end = text.data() + text.size();
    const auto [rest, problem] = std::from_chars(text.data(), end, tolerance);
    if (problem == std::errc() && rest == end && tolerance >= 0)
        return std::optional(tolerance);
    return Error(ErrorCode::InvalidArgument, "--tolerance: '" + text + "' is no number from 0 on");
}

/// Line by line, since what a program printed is in it.
std::string shownText(const check::RunComparison& comparison)
{
    const auto text = check::comparisonText(comparison);
    std::string shown;
    for (std::string_view rest = text; !rest.empty();)
        shown += printable(takeUpTo(rest, '\n')) + "\n";
    return shown;
}

Result<int> printComparison(
    const ComparisonOptions& options, workspace::HistoryReader& history, const std::string& other,
    Json more = Json::object())
{
    SANDBENCH_TRY(const auto tolerance, toleranceOf(options.tolerance));
    SANDBENCH_TRY(const auto left, readRun(history, options.id));
    SANDBENCH_TRY(const auto right, readRun(history, other));
    const auto comparison = check::compareRuns(
        {left.record, left.artifacts, bytesOfArtifacts(history, options.id)},
        {right.record, right.artifacts, bytesOfArtifacts(history, other)}, tolerance);
    auto json = toJson(comparison);
    json.update(more);
    const int status = printed(options.json, json, shownText(comparison));
    return status == 0 && !comparison.hasSameOutcome ? 1 : status;
}

Result<int> compareRuns(const Program&, const ComparisonOptions& options)
{
    SANDBENCH_TRY(auto history, openHistory(options.state));
    return printComparison(options, history, options.other);
}

Result<int> runOnceMore(const Program& program, const ComparisonOptions& options)
{
    SANDBENCH_TRY_VOID(withoutValue(toleranceOf(options.tolerance)));
    SANDBENCH_TRY(auto history, openHistory({}));
    SANDBENCH_TRY(const auto old, readRun(history, options.id));
    SANDBENCH_TRY(auto again, workspace::runAgain(old.record));
    for (const auto& sentence : again.unknown)
        note("may differ: " + printable(sentence));
    const Json unknown = again.unknown;
    SANDBENCH_TRY(const auto parts, compositionFor(again.sandbox));
    std::string id;
    {
        SANDBENCH_TRY(const auto workspace, openWorkspace(*parts));
        const auto open = [&](workspace::SandboxRequest request, const std::stop_token&) {
            return openSandbox(*workspace, program.signals, std::move(request), {});
        };
        SANDBENCH_TRY(
            id,
            workspace::repeatRun(*workspace, std::move(again), open, program.signals.stopToken()));
    } // which writes it
    SANDBENCH_TRY(auto now, openHistory({}));
    return printComparison(options, now, id, {{"run_id", id}, {"unknown", unknown}});
}

void addTolerance(CLI::App& command, std::string& tolerance)
{
    one(command, "--tolerance", tolerance, "NUMBER",
        "Numbers in the output that differ by no more (or by no more of their size) are the same");
}

} // namespace

void addRunsReview(CLI::App& group, Action& chosen)
{
    const auto review = std::make_shared<ReviewOptions>();
    CLI::App* reviewing
        = addSubcommand(group, review, chosen, "review", "Keep what you think of a run", reviewRun);
    addRunAndState(*reviewing, review->id, review->state);
    auto* accepts = reviewing->add_flag("--accept", review->accepts, "It is right");
    auto* wantsWork = reviewing->add_flag("--needs-work", review->wantsWork, "It is not yet");
    auto* rejects = reviewing->add_flag("--reject", review->rejects, "It is wrong");
    accepts->excludes(wantsWork)->excludes(rejects);
    wantsWork->excludes(rejects);
    one(*reviewing, "--note", review->note, "TEXT", "Why");
    auto* clears = reviewing->add_flag("--clear", review->clears, "Take the review back");
    clears->excludes(accepts)->excludes(wantsWork)->excludes(rejects)->excludes("--note");
    addJson(*reviewing, review->json);

    const auto comparison = std::make_shared<ComparisonOptions>();
    CLI::App* comparing = addSubcommand(
        group, comparison, chosen, "compare", "What differs between two runs", compareRuns);
    addRunAndState(*comparing, comparison->id, comparison->state);
    comparing->add_option("OTHER", comparison->other, "The other run")
        ->type_name("RUN")
        ->required();
    addTolerance(*comparing, comparison->tolerance);
    addJson(*comparing, comparison->json);

    const auto again = std::make_shared<ComparisonOptions>();
    CLI::App* repeating = addSubcommand(
        group, again, chosen, "again", "Run a program again as it was run, and compare",
        runOnceMore);
    repeating->add_option("RUN", again->id, "Its id")->type_name("RUN")->required();
    addTolerance(*repeating, again->tolerance);
    addJson(*repeating, again->json);
}

} // namespace sandbench::cli
