// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/check/check_matrix.h"

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/units.h"

#include <algorithm>
#include <array>

namespace sandbench::check {

namespace {

/// In the order of CheckState.
constexpr std::array<std::string_view, 6> kStateNames
    = {"waiting", "running", "passed", "failed", "ended", "not_run"};
constexpr std::size_t kMostErrorText = 200;

std::string beginningOf(const std::string& bytes, bool& isCut)
{
    isCut = isCut || bytes.size() > kMostKeptOutput;
    return std::string(cutAtCharacter(bytes, kMostKeptOutput));
}

/// The last line of @p text that is not blank.
std::string_view lastLine(std::string_view text)
{
    constexpr std::string_view kBlanks = " \t\r\n";
    const auto last = text.find_last_not_of(kBlanks);
    text = text.substr(0, last == std::string_view::npos ? 0 : last + 1);
    return text.substr(text.rfind('\n') + 1);
}

/// What a compiler says first is what it is about.
std::string_view firstError(std::string_view text)
{
    const auto at = text.find("error");
    if (at == std::string_view::npos)
        return lastLine(text);
    text.remove_prefix(text.rfind('\n', at) + 1); // npos + 1 = 0
    return text.substr(0, text.find('\n'));
}

/// What the program says itself: "ValueError: no such stack", or the end of its standard error.
std::string errorWords(const RunRecord& record)
{
    if (!record.error) {
        const auto said = oneLine(
            record.phase == RunPhase::Compile ? firstError(record.stderrBytes)
                                              : lastLine(record.stderrBytes),
            kMostErrorText);
        return said.empty() || record.verdict != Verdict::Exited ? std::string() : ": " + said;
    }
    const auto value = oneLine(record.error->value, kMostErrorText);
    return ": " + oneLine(record.error->name, kMostErrorText) + (value.empty() ? "" : ": " + value);
}

Outcome outcomeOf(const RunRecord& record, CheckState state, std::string why)
{
    Outcome outcome;
    outcome.state = state;
    outcome.why = std::move(why);
    outcome.runId = record.runId;
    outcome.verdict = record.verdict;
    outcome.isCompiler = record.phase == RunPhase::Compile;
    if (!outcome.isCompiler)
        outcome.exitCode = record.exitCode;
    outcome.seconds = record.wallSeconds;
    outcome.peakMemoryBytes = record.peakMemoryBytes;
    outcome.isCut = record.truncated;
    if (state != CheckState::Passed) {
        outcome.output = beginningOf(record.stdoutBytes, outcome.isCut);
        outcome.errors = beginningOf(record.stderrBytes, outcome.isCut);
    }
    return outcome;
}

Json cellJson(const Outcome& cell)
{
    Json json
        = {{"state", stateName(cell.state)},
           {"why", replaceInvalidUtf8(cell.why)},
           {"run_id", cell.runId.empty() ? Json() : Json(cell.runId)},
           {"verdict", cell.verdict ? Json(verdictName(*cell.verdict)) : Json()},
           {"exit_code", cell.exitCode ? Json(*cell.exitCode) : Json()},
           {"phase", phaseName(cell.isCompiler ? RunPhase::Compile : RunPhase::Run)},
           {"seconds", cell.seconds},
           {"difference", nullptr}};
    if (const auto& difference = cell.difference)
        json["difference"]
            = {{"line", difference->line},
               {"column", difference->column},
               {"expected", difference->expected},
               {"got", difference->got}};
    if (cell.state == CheckState::Passed || cell.runId.empty())
        return json;
    json["stdout"] = replaceInvalidUtf8(cell.output);
    json["stderr"] = replaceInvalidUtf8(cell.errors);
    json["truncated"] = cell.isCut;
    return json;
}

} // namespace

std::string_view stateName(CheckState state)
{
    return kStateNames[static_cast<std::size_t>(state)];
}

Outcome judge(const Check& check, const RunRecord& record)
{
    if (record.verdict == Verdict::PolicyDenied || record.verdict == Verdict::Cancelled)
        return outcomeOf(record, CheckState::NotRun, verdictSentence(record));
    if (record.verdict != Verdict::Exited || record.phase != RunPhase::Run
        || record.exitCode != check.exitCode) {
        const auto wanted = check.exitCode == 0 || record.phase == RunPhase::Compile
            ? std::string()
            : "; expected to exit with " + std::to_string(check.exitCode);
        return outcomeOf(
            record, CheckState::Ended, verdictSentence(record) + errorWords(record) + wanted);
    }
    if (!check.expected)
        return outcomeOf(record, CheckState::Passed, {});
    if (record.stdoutTotal > record.stdoutBytes.size())
        return outcomeOf(
            record, CheckState::Failed,
            "It printed " + formatSize(record.stdoutTotal) + ", of which only "
                + formatSize(record.stdoutBytes.size()) + " were kept: not compared");
    auto difference
        = firstDifference(*check.expected, record.stdoutBytes, check.match, check.tolerance);
    if (!difference)
        return outcomeOf(record, CheckState::Passed, {});
    auto outcome = outcomeOf(record, CheckState::Failed, difference->sentence());
    outcome.difference = std::move(difference);
    return outcome;
}

Outcome notRun(Error problem)
{
    Outcome outcome;
    outcome.state = CheckState::NotRun;
    outcome.why = problem.text();
    outcome.problem = std::move(problem);
    return outcome;
}

Matrix::Matrix(std::vector<std::string> answerNames, std::vector<Check> all)
    : answers(std::move(answerNames))
    , checks(std::move(all))
    , cells(answers.size(), std::vector<Outcome>(checks.size()))
{
}

std::size_t Matrix::count(CheckState state) const
{
    std::size_t count = 0;
    for (const auto& row : cells)
        count += static_cast<std::size_t>(std::count_if(
            row.begin(), row.end(), [state](const Outcome& cell) { return cell.state == state; }));
    return count;
}

bool Matrix::hasPassed() const
{
    return count(CheckState::Passed) == answers.size() * checks.size();
}

Json toJson(const Matrix& matrix)
{
    auto checks = Json::array();
    for (const auto& check : matrix.checks)
        checks.push_back(
            {{"name", check.name}, {"test", check.test ? Json(check.test->name) : Json()}});
    auto cells = Json::array();
    for (const auto& row : matrix.cells) {
        auto list = Json::array();
        for (const auto& cell : row)
            list.push_back(cellJson(cell));
        cells.push_back(std::move(list));
    }
    auto answers = Json::array();
    for (const auto& name : matrix.answers)
        answers.push_back(replaceInvalidUtf8(name));
    Json counts = Json::object();
    for (const auto state :
         {CheckState::Passed, CheckState::Failed, CheckState::Ended, CheckState::NotRun})
        counts[std::string(stateName(state))] = matrix.count(state);
    return {{"schema", "sandbench.check/1"}, {"passed", matrix.hasPassed()},
            {"answers", std::move(answers)}, {"checks", std::move(checks)},
            {"cells", std::move(cells)},     {"counts", std::move(counts)}};
}

} // namespace sandbench::check
