// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/check/run_matrix.h"

#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/project/line_diff.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace sandbench::check {

namespace {

constexpr std::size_t kMostMatrixWhy = 1000, kMostResultLines = 100;

std::string_view limitText(Verdict verdict)
{
    switch (verdict) {
    case Verdict::WallTimeout:
        return "time limit";
    case Verdict::CpuTimeout:
        return "CPU time limit";
    case Verdict::OutOfMemory:
        return "out of memory";
    case Verdict::OutputLimit:
        return "output limit";
    case Verdict::DiskLimit:
        return "disk limit";
    case Verdict::Exited:
    case Verdict::Signaled:
    case Verdict::Cancelled:
    case Verdict::PolicyDenied:
    case Verdict::AgentLost:
        break;
    }
    return "sandbox lost";
}

/// Both texts are beginnings of streams, whose digests differ.
std::string streamDiff(const std::string& usual, const std::string& other, bool& isCut)
{
    if (usual == other) {
        isCut = true;
        return "(differs behind the first " + formatSize(other.size()) + ")";
    }
    if (!isDiffable(usual) || !isDiffable(other))
        return "(differs, and is no text)";
    bool hasMore = false;
    auto diff = unifiedDiff(usual, other, kMostMatrixDiff, hasMore);
    isCut = isCut || hasMore;
    return diff.empty() ? "(differs in lines too long to show)" : diff;
}

std::vector<std::string>
resultLines(const std::vector<MatrixResult>& usual, const std::vector<MatrixResult>& other)
{
    std::vector<std::string> lines;
    auto left = usual.begin();
    auto right = other.begin();
    while (left != usual.end() || right != other.end()) {
        if (right == other.end() || (left != usual.end() && left->name < right->name))
            lines.push_back("not here: " + (left++)->name);
        else if (left == usual.end() || right->name < left->name)
            lines.push_back("only here: " + (right++)->name);
        else {
            if (left->digest != right->digest)
                lines.push_back(left->name + " differs");
            ++left;
            ++right;
        }
    }
    return lines;
}

bool isOutputLike(const MatrixCell& one, const MatrixCell& other)
{
    return one.outputDigest == other.outputDigest && one.outputBytes == other.outputBytes;
}

bool areErrorsLike(const MatrixCell& one, const MatrixCell& other)
{
    return one.errorsDigest == other.errorsDigest && one.errorsBytes == other.errorsBytes;
}

bool isEndLike(const MatrixCell& one, const MatrixCell& other)
{
    return one.state == other.state && one.verdict == other.verdict
        && one.exitCode == other.exitCode && one.signal == other.signal
        && one.isCompiler == other.isCompiler;
}

/// @p argument as commandWords() reads it.
std::string asWord(const std::string& argument)
{
    if (!argument.empty() && argument.find_first_of(" \t\n'\"\\") == std::string::npos)
        return argument;
    std::string word = "'";
    for (const char c : argument)
        word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + "'";
}

std::string lineWords(const std::string& text)
{
    return text.empty() ? "nothing" : inQuotes(text);
}

std::string
firstLineDifference(const char* stream, const std::string& usual, const std::string& other)
{
    const auto difference = firstDifference(usual, other, Match::Exact, 0);
    if (!difference)
        return std::string(stream) + " differs";
    return std::string(stream) + " line " + std::to_string(difference->line) + ": "
        + lineWords(difference->got) + ", not " + lineWords(difference->expected);
}

} // namespace

std::string MatrixCase::name() const
{
    auto text = program;
    for (const auto& argument : arguments)
        text += ' ' + asWord(argument);
    return text;
}

std::string MatrixPlace::name() const
{
    auto text = connection.empty() ? engine : engine + '@' + connection;
    for (const auto* part : {&image, &size})
        if (!part->empty())
            text += ' ' + *part;
    return text;
}

bool MatrixCell::hasEnded() const
{
    return isOver(state) && state != CheckState::NotRun;
}

bool MatrixCell::isLike(const MatrixCell& other) const
{
    return isEndLike(*this, other) && isOutputLike(*this, other) && areErrorsLike(*this, other)
        && results == other.results;
}

MatrixCell matrixCell(const Outcome& outcome)
{
    MatrixCell cell;
    cell.state = outcome.state;
    cell.why = oneLine(outcome.why, kMostMatrixWhy);
    cell.verdict = outcome.verdict;
    cell.exitCode = outcome.exitCode;
    cell.isCompiler = outcome.isCompiler;
    cell.seconds = outcome.seconds;
    cell.peakMemoryBytes = outcome.peakMemoryBytes;
    cell.runId = outcome.runId;
    return cell;
}

MatrixCell matrixCell(const RunRecord& record, std::vector<MatrixResult> results)
{
    auto cell = matrixCell(judge(Check(), record));
    cell.signal = record.signal;
    cell.outputDigest = sha256Of(record.stdoutBytes);
    cell.errorsDigest = sha256Of(record.stderrBytes);
    cell.outputBytes = record.stdoutTotal;
    cell.errorsBytes = record.stderrTotal;
    cell.output = cutAtCharacter(record.stdoutBytes, kMostMatrixOutput);
    cell.errors = cutAtCharacter(record.stderrBytes, kMostMatrixOutput);
    std::sort(results.begin(), results.end(), [](const auto& left, const auto& right) {
        return std::tie(left.name, left.digest) < std::tie(right.name, right.digest);
    });
    cell.results = std::move(results);
    return cell;
}

std::string endText(const MatrixCell& cell)
{
    if (!isOver(cell.state))
        return std::string(stateName(cell.state));
    if (cell.state == CheckState::NotRun)
        return cell.verdict == Verdict::PolicyDenied ? "refused" : "not run";
    if (cell.isCompiler)
        return "not compiled";
    if (cell.state == CheckState::Passed)
        return "passed";
    if (cell.verdict == Verdict::Exited && cell.exitCode)
        return "exit " + std::to_string(*cell.exitCode);
    if (cell.verdict == Verdict::Signaled)
        return cell.signal ? "signal " + std::to_string(*cell.signal) : "signal";
    return cell.verdict ? std::string(limitText(*cell.verdict)) : "ended";
}

RunMatrix::RunMatrix(std::vector<MatrixCase> allCases, std::vector<MatrixPlace> allPlaces)
    : cases(std::move(allCases))
    , places(std::move(allPlaces))
    , cells(cases.size(), std::vector<MatrixCell>(places.size()))
{
}

void RunMatrix::set(std::size_t oneCase, std::size_t place, MatrixCell cell)
{
    auto& row = cells[oneCase];
    for (std::size_t other = 0; cell.hasEnded() && other < row.size(); ++other)
        if (other != place && row[other].hasEnded() && row[other].isLike(cell)) {
            cell.output.clear();
            cell.errors.clear();
            break;
        }
    row[place] = std::move(cell);
}

std::size_t RunMatrix::count(CheckState state) const
{
    std::size_t count = 0;
    for (const auto& row : cells)
        count += static_cast<std::size_t>(std::count_if(
            row.begin(), row.end(), [state](const auto& cell) { return cell.state == state; }));
    return count;
}

bool RunMatrix::hasPassed() const
{
    return count(CheckState::Passed) == cases.size() * places.size();
}

bool RunMatrix::isSame() const
{
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const auto outcomes = outcomesOf(*this, i);
        if (outcomes.size() != 1 || outcomes.front().places.size() != places.size())
            return false;
    }
    return true;
}

std::vector<OutcomeGroup> outcomesOf(const RunMatrix& matrix, std::size_t oneCase)
{
    const auto& row = matrix.cells[oneCase];
    std::vector<OutcomeGroup> groups;
    for (std::size_t place = 0; place < row.size(); ++place) {
        if (!row[place].hasEnded())
            continue;
        const auto at = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
            return row[group.shown].isLike(row[place]);
        });
        if (at == groups.end()) {
            groups.push_back({{place}, place});
            continue;
        }
        at->places.push_back(place);
        if (!row[place].output.empty() || !row[place].errors.empty())
            at->shown = place;
    }
    std::stable_sort(groups.begin(), groups.end(), [&](const auto& left, const auto& right) {
        const auto weight = [&row](const OutcomeGroup& group) {
            return std::pair(
                group.places.size(), row[group.shown].state == CheckState::Passed ? 1 : 0);
        };
        return weight(left) > weight(right);
    });
    return groups;
}

std::vector<MatrixReason> reasonsOf(const RunMatrix& matrix)
{
    std::vector<MatrixReason> all;
    for (std::size_t i = 0; i < matrix.cases.size(); ++i) {
        std::vector<bool> isTold(matrix.places.size());
        for (const auto& outcome : outcomesOf(matrix, i))
            isTold[outcome.shown] = true;
        std::vector<MatrixReason> own;
        for (std::size_t place = 0; place < matrix.places.size(); ++place) {
            const auto& cell = matrix.cells[i][place];
            if (cell.why.empty() || (cell.hasEnded() && !isTold[place]))
                continue;
            const auto at = std::find_if(
                own.begin(), own.end(), [&](const auto& reason) { return reason.why == cell.why; });
            if (at == own.end())
                own.push_back({{i}, {place}, cell.why});
            else
                at->places.push_back(place);
        }
        for (auto& reason : own) {
            const auto at = std::find_if(all.begin(), all.end(), [&](const auto& other) {
                return other.why == reason.why && other.places == reason.places;
            });
            if (at == all.end())
                all.push_back(std::move(reason));
            else
                at->cases.push_back(i);
        }
    }
    return all;
}

OutcomeDifference differenceOf(const MatrixCell& usual, const MatrixCell& other)
{
    OutcomeDifference difference;
    if (!isEndLike(usual, other))
        difference.end = endText(other) + " instead of " + endText(usual);
    if (!isOutputLike(usual, other))
        difference.output = streamDiff(usual.output, other.output, difference.isCut);
    if (!areErrorsLike(usual, other))
        difference.errors = streamDiff(usual.errors, other.errors, difference.isCut);
    difference.results = resultLines(usual.results, other.results);
    if (difference.results.size() > kMostResultLines) {
        difference.results.resize(kMostResultLines);
        difference.isCut = true;
    }
    return difference;
}

std::string shortDifference(const MatrixCell& usual, const MatrixCell& other)
{
    if (!isEndLike(usual, other))
        return endText(other) + ", not " + endText(usual);
    if (!isOutputLike(usual, other))
        return firstLineDifference("stdout", usual.output, other.output);
    if (!areErrorsLike(usual, other))
        return firstLineDifference("stderr", usual.errors, other.errors);
    const auto lines = resultLines(usual.results, other.results);
    return lines.empty() ? std::string() : oneLine(lines.front(), kMostMatrixWhy);
}

} // namespace sandbench::check
