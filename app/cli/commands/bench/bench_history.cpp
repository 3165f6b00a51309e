// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// What a program waits for that opens a full history, and for the first page of it.
#include "app/cli/commands/bench/baseline.h"
#include "app/cli/commands/bench/bench.h"
#include "app/cli/commands/bench/scratch_folder.h"
#include "core/workspace/history_tables.h"

#include <string>

namespace sandbench::cli {
namespace {

constexpr const char* kHistoryId = "history_10k_runs";
constexpr int kRuns = 10'000;
constexpr std::size_t kPage = 50;

/// As large as the record of a program that printed a page.
Json recordOf(int number)
{
    RunRecord record;
    record.runId = "r-" + std::to_string(number);
    record.sessionId = "s-1";
    record.language = "python";
    record.verdict = Verdict::Exited;
    record.stdoutBytes = std::string(3000, 'x');
    return toJson(record);
}

Result<void> fill(const std::string& path)
{
    std::vector<workspace::HistoryRow> rows;
    for (int i = 0; i < kRuns; ++i)
        rows.push_back(workspace::historyRow("local", recordOf(i)));
    SANDBENCH_TRY(auto database, workspace::Database::open(path, workspace::historySteps()));
    return workspace::writeHistory(database, rows, {});
}

Result<double> timeOpening(const std::string& path)
{
    const auto begin = Clock::now();
    std::string problem;
    const auto history = workspace::openRunHistory(
        path, [&problem](const std::string& sentence) { problem = sentence; });
    SANDBENCH_TRY(const auto page, history->list(workspace::userCaller(), {}, kPage));
    const auto took = since(begin);
    if (page.size() != kPage)
        return Error(ErrorCode::Unavailable, "there are too few runs; " + problem);
    return took;
}

} // namespace

void Bench::measureHistory()
{
    if (!wants(kHistoryId))
        return;
    say(kHistoryId);
    const ScratchFolder folder;
    const auto path = folder.file(workspace::kHistoryName);
    if (const auto filled = fill(path); !filled)
        return attempt(kHistoryId, filled.error());
    for (int i = 0; i < times(20) && !stopped(); ++i)
        attempt(kHistoryId, timeOpening(path));
}

} // namespace sandbench::cli
