// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/batch/batch_summary.h"

#include "core/base/text.h"
#include "core/batch/batch_row.h"

#include <algorithm>

namespace sandbench::batch {
namespace {

constexpr int kDeepestRow = 16;
constexpr std::size_t kLongestWhy = 500, kLongestKey = 200, kMostKeys = 200;

/// What a damaged file may say is bounded too.
void countIn(std::map<std::string, std::uint64_t>& counts, const std::string& key)
{
    auto name = oneLine(key, kLongestKey);
    if (counts.contains(name) || counts.size() < kMostKeys)
        ++counts[std::move(name)];
}

/// One run: a row's own, or one of its tests.
void addTest(Summary& summary, const Json& test, bool hasPassed, Summary::Shown& shown)
{
    ++summary.tests;
    summary.testsPassed += hasPassed ? 1 : 0;
    if (const auto verdict = jsonString(test, "verdict"); !verdict.empty())
        countIn(summary.verdicts, verdict);
    const double seconds = std::max(0.0, jsonNumber(test, "seconds"));
    summary.programSeconds += seconds;
    shown.seconds += seconds;
    summary.peakMemoryBytes
        = std::max(summary.peakMemoryBytes, jsonCount(test, "peak_memory_bytes"));
    if (!hasPassed && shown.why.empty()) {
        const auto name = jsonString(test, "name");
        shown.why
            = oneLine((name.empty() ? name : name + ": ") + jsonString(test, "why"), kLongestWhy);
    }
}

void keepSlow(Summary& summary, Summary::Shown shown)
{
    auto& slowest = summary.slowest;
    const auto at
        = std::upper_bound(slowest.begin(), slowest.end(), shown, [](const auto& a, const auto& b) {
              return a.seconds > b.seconds;
          });
    slowest.insert(at, std::move(shown));
    if (slowest.size() > kMostSlow)
        slowest.pop_back();
}

Json shownJson(const std::vector<Summary::Shown>& list)
{
    auto json = Json::array();
    for (const auto& shown : list)
        json.push_back(
            {{"line", shown.line},
             {"id", shown.id.empty() ? Json() : Json(shown.id)},
             {"state", shown.state},
             {"why", shown.why},
             {"seconds", shown.seconds}});
    return json;
}

} // namespace

std::uint64_t Summary::count(std::string_view state) const
{
    const auto at = states.find(std::string(state));
    return at == states.end() ? 0 : at->second;
}

Result<Summary::Shown> addRow(Summary& summary, std::string_view text)
{
    const auto head = headOf(text);
    const auto row = parseJson(text, kLongestRow, kDeepestRow);
    if (!head || !row || !row->is_object())
        return Error(ErrorCode::InvalidArgument, "a row of the results is none");
    ++summary.rows;
    Summary::Shown shown
        = {head->line, oneLine(jsonString(*row, "id"), kLongestKey), std::string(head->state), {}};
    countIn(summary.states, shown.state);
    const bool isRun = head->state != kUnreadable && head->state != kDuplicate;
    const bool hasPassed = head->state == check::stateName(check::CheckState::Passed);
    if (!isRun) {
        shown.why = oneLine(jsonString(*row, "why"), kLongestWhy);
    } else if (row->contains("tests")) {
        for (const auto& test : jsonList(*row, "tests"))
            addTest(summary, test, jsonString(test, "state") == "passed", shown);
    } else {
        addTest(summary, *row, hasPassed, shown);
    }
    if (isRun) {
        countIn(summary.languages, jsonString(*row, "language"));
        countIn(summary.places, jsonString(*row, "place"));
        summary.begunAgain
            += jsonInt(*row, "attempts", 1) > 1 || jsonBool(*row, "started_before") ? 1 : 0;
        keepSlow(summary, shown);
    }
    if (!hasPassed && summary.notPassed.size() < kMostShown)
        summary.notPassed.push_back(shown);
    return shown;
}

Result<Summary> summaryOf(const Folder& folder, std::uint64_t lines)
{
    Summary summary;
    summary.lines = lines;
    SANDBENCH_TRY_VOID(folder.read(
        [&](std::string_view row, std::uint64_t) { return withoutValue(addRow(summary, row)); }));
    return summary;
}

Json toJson(const Summary& summary)
{
    return {
        {"schema", "sandbench.batch-summary/1"},
        {"complete", summary.isComplete()},
        {"passed", summary.hasPassed()},
        {"lines", summary.lines},
        {"rows", summary.rows},
        {"counts", summary.states},
        {"verdicts", summary.verdicts},
        {"languages", summary.languages},
        {"places", summary.places},
        {"tests", summary.tests},
        {"tests_passed", summary.testsPassed},
        {"begun_again", summary.begunAgain},
        {"program_seconds", summary.programSeconds},
        {"peak_memory_bytes", summary.peakMemoryBytes},
        {"unused_members", summary.unused},
        {"not_passed", shownJson(summary.notPassed)},
        {"slowest", shownJson(summary.slowest)}};
}

} // namespace sandbench::batch
