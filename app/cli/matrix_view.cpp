// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/matrix_view.h"

#include "app/cli/text.h"
#include "core/base/text.h"
#include "core/base/units.h"

#include <algorithm>

namespace sandbench::cli {
namespace {

using check::RunMatrix;

constexpr std::size_t kMostDiffLines = 12, kLongestMatrixWhy = 300, kMostMatrixReasons = 100;
constexpr std::size_t kLongestDiffLine = 200;

std::string cellWords(const check::MatrixCell& cell)
{
    return endText(cell) + (cell.runId.empty() ? "" : " " + formatSeconds(cell.seconds));
}

std::string matrixGrid(const RunMatrix& matrix)
{
    std::vector<std::vector<std::string>> rows(1, {"PLACE"});
    for (const auto& one : matrix.cases)
        rows.front().push_back(one.name());
    for (std::size_t place = 0; place < matrix.places.size(); ++place) {
        rows.push_back({matrix.places[place].name()});
        for (std::size_t i = 0; i < matrix.cases.size(); ++i)
            rows.back().push_back(cellWords(matrix.cells[i][place]));
    }
    return tableText(rows);
}

std::string matrixList(const RunMatrix& matrix)
{
    std::vector<std::vector<std::string>> rows(1, {"PROGRAM", "PLACE", "END", "TIME", "MEMORY"});
    for (std::size_t i = 0; i < matrix.cases.size(); ++i)
        for (std::size_t place = 0; place < matrix.places.size(); ++place) {
            const auto& cell = matrix.cells[i][place];
            rows.push_back(
                {matrix.cases[i].name(), matrix.places[place].name(), endText(cell),
                 cell.runId.empty() ? "" : formatSeconds(cell.seconds),
                 cell.peakMemoryBytes > 0 ? formatSize(cell.peakMemoryBytes) : ""});
        }
    return tableText(rows);
}

std::size_t widthOf(std::string_view text)
{
    std::size_t widest = 0;
    while (!text.empty())
        widest = std::max(widest, takeUpTo(text, '\n').size());
    return widest;
}

std::string placesText(const RunMatrix& matrix, const std::vector<std::size_t>& places)
{
    return printable(
        listed(places, [&matrix](std::size_t place) { return matrix.places[place].name(); }));
}

/// What differs of one stream, as lines of a diff.
std::string diffLinesText(const char* stream, std::string_view diff)
{
    std::string text;
    if (diff.empty())
        return text;
    text = "    " + std::string(stream) + ":\n";
    std::size_t count = 0;
    while (!diff.empty()) {
        const auto line = takeUpTo(diff, '\n');
        if (++count <= kMostDiffLines)
            text += "      " + printable(cutAtCharacter(line, kLongestDiffLine))
                + (line.size() > kLongestDiffLine ? "…" : "") + "\n";
    }
    if (count > kMostDiffLines)
        text += "      and " + std::to_string(count - kMostDiffLines) + " more lines\n";
    return text;
}

std::string outcomeText(
    const RunMatrix& matrix, std::size_t i, const check::OutcomeGroup& usual,
    const check::OutcomeGroup& other)
{
    const auto& row = matrix.cells[i];
    const auto difference = differenceOf(row[usual.shown], row[other.shown]);
    auto text = "  " + placesText(matrix, other.places) + ": "
        + (difference.end.empty() ? endText(row[other.shown]) : difference.end) + "\n";
    text += diffLinesText("stdout", difference.output);
    text += diffLinesText("stderr", difference.errors);
    for (std::size_t k = 0; k < difference.results.size() && k < kMostDiffLines; ++k)
        text += "    result " + printable(difference.results[k]) + "\n";
    if (difference.results.size() > kMostDiffLines)
        text += "    and more results\n";
    return text;
}

std::string differencesText(const RunMatrix& matrix)
{
    std::string text;
    for (std::size_t i = 0; i < matrix.cases.size(); ++i) {
        const auto outcomes = outcomesOf(matrix, i);
        if (outcomes.size() < 2)
            continue;
        const auto& usual = outcomes.front();
        text += "\n" + printable(matrix.cases[i].name()) + " has " + std::to_string(outcomes.size())
            + " outcomes\n  " + placesText(matrix, usual.places) + ": "
            + endText(matrix.cells[i][usual.shown]) + "\n";
        for (std::size_t k = 1; k < outcomes.size(); ++k)
            text += outcomeText(matrix, i, usual, outcomes[k]);
    }
    return text;
}

std::string matrixReasons(const RunMatrix& matrix)
{
    std::string text;
    const auto reasons = reasonsOf(matrix);
    for (std::size_t i = 0; i < reasons.size() && i < kMostMatrixReasons; ++i) {
        const auto& reason = reasons[i];
        text += printable(listed(
                    reason.cases, [&matrix](std::size_t one) { return matrix.cases[one].name(); }))
            + " on " + placesText(matrix, reason.places) + ": "
            + printable(oneLine(reason.why, kLongestMatrixWhy)) + "\n";
    }
    if (reasons.size() > kMostMatrixReasons)
        text += "and " + std::to_string(reasons.size() - kMostMatrixReasons) + " more\n";
    return text.empty() ? text : "\n" + text;
}

std::string matrixSummary(const RunMatrix& matrix)
{
    if (matrix.isPartial)
        return "\nStopped: this is only what had run.\n";
    if (!matrix.isSame())
        return {};
    return "\nEvery program came to the same everywhere.\n";
}

} // namespace

std::string
matrixLine(const RunMatrix& matrix, std::size_t oneCase, std::size_t place, std::size_t over)
{
    const auto& cell = matrix.cells[oneCase][place];
    auto text = "[" + std::to_string(over) + "/"
        + std::to_string(matrix.cases.size() * matrix.places.size()) + "] "
        + printable(matrix.cases[oneCase].name()) + " on " + printable(matrix.places[place].name())
        + ": " + endText(cell);
    if (!cell.runId.empty())
        text += ", " + formatSeconds(cell.seconds);
    if (cell.state == check::CheckState::NotRun)
        return text + ": " + printable(oneLine(cell.why, kLongestMatrixWhy)) + "\n";
    const auto outcomes = outcomesOf(matrix, oneCase);
    const auto own = std::find_if(outcomes.begin(), outcomes.end(), [place](const auto& group) {
        return std::find(group.places.begin(), group.places.end(), place) != group.places.end();
    });
    if (own == outcomes.end() || outcomes.size() < 2)
        return text + "\n";
    // Of several that as many places have, the newest one is the news.
    const bool isNew = own->places.size() == 1;
    const auto other = own != outcomes.begin() ? outcomes.begin()
        : isNew                                ? outcomes.begin() + 1
                                               : outcomes.end();
    if (other == outcomes.end())
        return text + "\n";
    const auto& row = matrix.cells[oneCase];
    return text + "; differs from " + printable(matrix.places[other->places.front()].name()) + ": "
        + printable(shortDifference(row[other->shown], row[own->shown])) + "\n";
}

std::string matrixReport(const RunMatrix& matrix, std::size_t columns)
{
    auto text = matrixGrid(matrix);
    if (widthOf(text) > columns)
        text = matrixList(matrix);
    return text + differencesText(matrix) + matrixReasons(matrix) + matrixSummary(matrix);
}

} // namespace sandbench::cli
