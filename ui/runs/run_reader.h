// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/check/run_comparison.h"
#include "core/replay/replay.h"
#include "core/workspace/workspace.h"
#include "ui/output/output_types.h"
#include "ui/viewers/plot_item.h"

#include <QSet>
#include <QString>

#include <stop_token>
#include <string_view>
#include <vector>

/// What a workspace tells of its user's runs: those of this program, and of all programs that share
/// its history. Blocks, for a locked history some seconds. Thread: any. All text is foreign.
namespace sandbench::ui {

/// One run, in short.
struct RunRow
{
    QString id;
    QString startedAt; ///< RFC 3339, UTC: later is greater.
    QString sandbox, engine; ///< The ids; the engine's is empty where it is not known.
    QString language; ///< For people.
    QString document; ///< The program's file; may be empty.
    QString review; ///< The verdict of a review, as a record has it; empty = none.
    QString verdict; ///< Empty while it goes on.
    QString sentence; ///< How it ended.
    RunSummary::Tone tone = RunSummary::Tone::Neutral; ///< Of the end.
    double wallSeconds = 0;
    int artifacts = 0;

    bool goesOn() const { return verdict.isEmpty(); }
};

/// Some runs, the newest first.
struct RunPage
{
    std::vector<RunRow> rows;
    QString next; ///< What the next page is asked for with; empty = there is none.
    bool isConnected = false; ///< The reader has a run of it already: none between is missing.
    QString problem; ///< Why the history could not be read; empty = it was.
};

/// Runs on one page.
inline constexpr std::size_t kRunsOnPage = 200;

/// What of a history is shown.
using workspace::HistoryQuery;

/// The newest page, without the runs in @p ended, which do not change any more; and, where
/// everything is asked for, what became of those in @p goingOn, on whichever page they are.
RunPage readNewestRuns(
    workspace::Workspace& workspace, const HistoryQuery& query, const QSet<QString>& ended,
    const QSet<QString>& goingOn, const std::stop_token& stop);
/// The page behind @p next, an earlier page's.
RunPage readOlderRuns(
    workspace::Workspace& workspace, const HistoryQuery& query, const QString& next,
    const std::stop_token& stop);

/// The files that were run, the latest first, with how often. Nothing where none is known.
using workspace::RunHistory;
std::vector<RunHistory::Document> readDocuments(workspace::Workspace& workspace);

/// All that is kept of one run. Artifacts without bytes say why.
struct StoredRun
{
    Json record; ///< As runView().
    QList<PlotItem> artifacts;
};
/// Errors: RunHistory::find()'s.
Result<StoredRun>
readStoredRun(workspace::Workspace& workspace, const std::string& id, const std::stop_token& stop);

/// One that can be played again.
struct ReplayedRun
{
    StoredRun stored;
    replay::Replay replay;
};
/// Errors: RunHistory::find()'s.
Result<ReplayedRun>
readReplay(workspace::Workspace& workspace, const std::string& id, const std::stop_token& stop);

/// The run of the same file before it. Errors: NotFound where there is none, RunHistory's.
Result<std::string> findRunBefore(workspace::Workspace& workspace, const std::string& id);

/// Two runs side by side.
struct ComparedRuns
{
    check::RunComparison comparison;
    StoredRun left, right;
};
/// Errors: RunHistory::find()'s.
Result<ComparedRuns> readComparison(
    workspace::Workspace& workspace, const std::string& left, const std::string& right,
    std::optional<double> tolerance, const std::stop_token& stop);

/// For whoever has no Sandbench: htmlReport(), markdownReport(), notebookReport(), jsonReport() and
/// modelPrompt() of core/report.
enum class ReportKind { Page, Markdown, Notebook, Object, Prompt };

/// Everything that is kept of it, in a page after a stop without its results. Errors:
/// RunHistory::find()'s.
Result<std::string> readRunReport(
    workspace::Workspace& workspace, const std::string& id, ReportKind kind,
    const std::stop_token& stop);

/// How an end is shown. @p verdict: as a record names it.
RunSummary::Tone toneOf(std::string_view verdict, bool succeeded);

} // namespace sandbench::ui
