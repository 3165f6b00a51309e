// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/check/grading.h"

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/table/delimited_text.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace sandbench::check {

namespace {

/// In the order of Mark.
constexpr std::array<std::string_view, 5> kMarkNames
    = {"passed", "failed", "time_limit", "out_of_memory", "not_run"};
constexpr std::string_view kResultsHead = "{\"schema\":\"sandbench.grade_results/1\"}\n";
constexpr std::size_t kMostResultLine = 4U << 20, kMostWhy = 1000;

Mark markOf(const Outcome& outcome)
{
    switch (outcome.state) {
    case CheckState::Passed:
        return Mark::Passed;
    case CheckState::Failed:
        return Mark::Failed;
    case CheckState::Ended:
        if (outcome.verdict == Verdict::WallTimeout || outcome.verdict == Verdict::CpuTimeout)
            return Mark::TimeLimit;
        return outcome.verdict == Verdict::OutOfMemory ? Mark::OutOfMemory : Mark::Failed;
    case CheckState::Waiting:
    case CheckState::Running:
    case CheckState::NotRun:
        break;
    }
    return Mark::NotRun;
}

/// The beginning of @p bytes, as far as there is @p room.
std::string keptOf(const std::string& bytes, std::size_t& room, bool& isCut)
{
    const auto kept = cutAtCharacter(bytes, std::min(room, kMostGradedOutput));
    isCut = isCut || kept.size() < bytes.size();
    room -= kept.size();
    return std::string(kept);
}

GradedTest gradedTest(const Outcome& outcome, std::size_t& room)
{
    GradedTest test;
    test.mark = markOf(outcome);
    test.why = oneLine(outcome.why, kMostWhy);
    test.seconds = outcome.seconds;
    test.peakMemoryBytes = outcome.peakMemoryBytes;
    test.isCut = outcome.isCut;
    test.output = keptOf(outcome.output, room, test.isCut);
    test.errors = keptOf(outcome.errors, room, test.isCut);
    test.runId = outcome.runId;
    return test;
}

Json testJson(const GradedTest& test)
{
    Json json
        = {{"mark", markName(test.mark)},
           {"why", replaceInvalidUtf8(test.why)},
           {"seconds", test.seconds},
           {"peak_memory_bytes", test.peakMemoryBytes},
           {"run_id", test.runId.empty() ? Json() : Json(test.runId)}};
    if (test.mark == Mark::Passed || test.runId.empty())
        return json;
    json["stdout"] = replaceInvalidUtf8(test.output);
    json["stderr"] = replaceInvalidUtf8(test.errors);
    json["truncated"] = test.isCut;
    return json;
}

Json submissionJson(const GradedSubmission& submission)
{
    auto tests = Json::array();
    for (const auto& test : submission.tests)
        tests.push_back(testJson(test));
    return {
        {"name", replaceInvalidUtf8(submission.name)},
        {"digest", submission.digest},
        {"passed", submission.passed()},
        {"seconds", submission.seconds()},
        {"peak_memory_bytes", submission.peakMemoryBytes()},
        {"tests", std::move(tests)}};
}

Error wrongLine(std::size_t line)
{
    return Error(
        ErrorCode::InvalidArgument,
        "line " + std::to_string(line)
            + " is no result of 'sandbenchctl grade'; name another file");
}

std::optional<GradedTest> testOf(const Json& json)
{
    const auto name = jsonString(json, "mark");
    const auto at = std::find(kMarkNames.begin(), kMarkNames.end(), name);
    if (at == kMarkNames.end())
        return std::nullopt;
    std::size_t room = 2 * kMostGradedOutput;
    GradedTest test;
    test.mark = static_cast<Mark>(at - kMarkNames.begin());
    test.why = oneLine(jsonString(json, "why"), kMostWhy);
    test.seconds = std::max(0.0, jsonNumber(json, "seconds"));
    test.peakMemoryBytes = jsonCount(json, "peak_memory_bytes");
    test.isCut = jsonBool(json, "truncated");
    test.output = keptOf(jsonString(json, "stdout"), room, test.isCut);
    test.errors = keptOf(jsonString(json, "stderr"), room, test.isCut);
    test.runId = oneLine(jsonString(json, "run_id"), 64);
    return test;
}

std::optional<GradedSubmission> submissionOf(std::string_view line)
{
    const auto json = parseJson(line, kMostResultLine);
    if (!json || !json->is_object() || jsonList(*json, "tests").size() > kMostChecks)
        return std::nullopt;
    GradedSubmission submission;
    submission.name = oneLine(jsonString(*json, "name"), 2 * kMostNameBytes);
    submission.digest = jsonString(*json, "digest");
    submission.isFinal = true;
    for (const auto& entry : jsonList(*json, "tests")) {
        auto test = testOf(entry);
        if (!test)
            return std::nullopt;
        submission.tests.push_back(*std::move(test));
    }
    if (submission.digest.empty() || submission.tests.empty())
        return std::nullopt;
    return submission;
}

std::string withDigits(double value, int digits)
{
    std::array<char, 64> text = {};
    std::snprintf(text.data(), text.size(), "%.*f", digits, value);
    return text.data();
}

} // namespace

std::string_view markName(Mark mark)
{
    return kMarkNames[static_cast<std::size_t>(mark)];
}

std::string markText(Mark mark)
{
    std::string text(markName(mark));
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
}

std::size_t GradedSubmission::passed() const
{
    return static_cast<std::size_t>(std::count_if(
        tests.begin(), tests.end(), [](const auto& test) { return test.mark == Mark::Passed; }));
}

double GradedSubmission::seconds() const
{
    double all = 0;
    for (const auto& test : tests)
        all += test.seconds;
    return all;
}

std::uint64_t GradedSubmission::peakMemoryBytes() const
{
    std::uint64_t most = 0;
    for (const auto& test : tests)
        most = std::max(most, test.peakMemoryBytes);
    return most;
}

GradedSubmission
gradedSubmission(std::string name, std::string digest, const std::vector<Outcome>& row)
{
    GradedSubmission submission = {std::move(name), std::move(digest), {}, true};
    std::size_t room = kMostGradedOutputs;
    for (const auto& outcome : row) {
        submission.tests.push_back(gradedTest(outcome, room));
        if (submission.tests.back().mark == Mark::NotRun
            && outcome.verdict != Verdict::PolicyDenied)
            submission.isFinal = false;
    }
    return submission;
}

GradedSubmission refusedSubmission(std::string name, std::string why, std::size_t tests)
{
    return {
        std::move(name), {}, std::vector<GradedTest>(tests, {.why = oneLine(why, kMostWhy)}), true};
}

bool Grading::hasPassed() const
{
    return std::all_of(submissions.begin(), submissions.end(), [](const auto& submission) {
        return submission.passed() == submission.tests.size();
    });
}

Json toJson(const Grading& grading)
{
    auto submissions = Json::array();
    std::array<std::size_t, kMarkNames.size()> counts = {};
    for (const auto& submission : grading.submissions) {
        submissions.push_back(submissionJson(submission));
        for (const auto& test : submission.tests)
            ++counts[static_cast<std::size_t>(test.mark)];
    }
    auto alike = Json::array();
    for (const auto& pair : grading.alike)
        alike.push_back(
            {{"first", grading.submissions[pair.first].name},
             {"second", grading.submissions[pair.second].name},
             {"share", pair.share}});
    Json countsJson = Json::object();
    for (std::size_t i = 0; i < counts.size(); ++i)
        countsJson[std::string(kMarkNames[i])] = counts[i];
    return {{"schema", "sandbench.grade/1"},   {"passed", grading.hasPassed()},
            {"tests", grading.tests},          {"submissions", std::move(submissions)},
            {"counts", std::move(countsJson)}, {"alike", std::move(alike)}};
}

std::string csvOf(const Grading& grading)
{
    table::SmallTable table;
    table.names = {"submission", "passed", "tests", "points", "seconds", "peak_memory_bytes"};
    table.names.insert(table.names.end(), grading.tests.begin(), grading.tests.end());
    for (const auto& submission : grading.submissions) {
        const auto passed = submission.passed(), all = submission.tests.size();
        const double points = all == 0 ? 0 : static_cast<double>(passed) / static_cast<double>(all);
        table::Row row
            = {submission.name,
               std::to_string(passed),
               std::to_string(all),
               withDigits(points, 4),
               withDigits(submission.seconds(), 3),
               std::to_string(submission.peakMemoryBytes())};
        for (const auto& test : submission.tests)
            row.emplace_back(markName(test.mark));
        table.rows.push_back(std::move(row));
    }
    return table::csvOf(table);
}

std::string_view resultsHead()
{
    return kResultsHead;
}

std::string resultLine(const GradedSubmission& submission)
{
    return writeJson(submissionJson(submission)) + "\n";
}

Result<std::vector<GradedSubmission>> readResults(std::string_view text)
{
    const auto whole = text.substr(0, text.rfind('\n') + 1); // npos + 1 = 0
    if (whole.empty() && !kResultsHead.starts_with(text))
        return wrongLine(1);
    text = whole;
    std::vector<GradedSubmission> results;
    for (std::size_t line = 1; !text.empty(); ++line) {
        const auto read = takeUpTo(text, '\n');
        if (line == 1) {
            if (read != kResultsHead.substr(0, kResultsHead.size() - 1))
                return wrongLine(line);
            continue;
        }
        auto submission = submissionOf(read);
        if (!submission)
            return wrongLine(line);
        results.push_back(*std::move(submission));
    }
    return results;
}

} // namespace sandbench::check
