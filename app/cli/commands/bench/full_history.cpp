// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/bench/full_history.h"

#include "core/session/run_record.h"
#include "core/workspace/history_tables.h"

#include <vector>

namespace sandbench::cli {

/// As large as the record of a program that printed a page.
static Json recordOf(int number)
{
    RunRecord record;
    record.runId = "r-" + std::to_string(number);
    record.sessionId = "s-1";
    record.language = "python";
    record.verdict = Verdict::Exited;
    std::string& text = record.stdoutBytes;
    for (int line = 0; text.size() < 3000; ++line)
        text += "line " + std::to_string(line * number) + " of a report on numbers and words\n";
    auto json = toJson(record);
    json["program"]
        = {{"file", "report.py"},
           {"code", number % 20 == 0 ? "total = needle(" + std::to_string(number) + ")" : "x = 1"}};
    return json;
}

Result<void> fillHistory(const std::string& path)
{
    std::vector<workspace::HistoryRow> rows;
    for (int i = 0; i < kFullHistoryRuns; ++i)
        rows.push_back(workspace::historyRow("local", recordOf(i)));
    SANDBENCH_TRY(auto database, workspace::Database::open(path, workspace::historySteps()));
    return workspace::writeHistory(database, rows, {});
}

} // namespace sandbench::cli
