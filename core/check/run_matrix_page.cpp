// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/check/run_matrix_page.h"

#include "core/base/text.h"
#include "core/base/units.h"
#include "core/check/page_parts.h"
#include "core/report/html_text.h"
#include "core/report/page_head.h"

namespace sandbench::check {

namespace {

using report::htmlName;
using report::htmlNote;
using report::htmlText;

constexpr const char* kMatrixPageEnd
    = "</main>\n<footer class=\"quiet\">Made by Sandbench. What programs printed is shown as it "
      "is, and is not checked.</footer>\n</body>\n</html>\n";

/// The classes of the style sheet's colours: green, red, yellow.
const char* toneOf(const MatrixCell& cell)
{
    if (cell.state == CheckState::Passed)
        return "c2";
    return cell.hasEnded() ? "c1" : "c3";
}

/// @p outcome: its number in the case from 1, of more than one; 0 = nothing to say.
std::string gridCell(const MatrixCell& cell, std::size_t outcome)
{
    auto html
        = "<td><span class=\"" + std::string(toneOf(cell)) + "\">" + endText(cell) + "</span>";
    if (!cell.runId.empty())
        html += "<br>" + formatSeconds(cell.seconds)
            + (cell.peakMemoryBytes > 0 ? ", " + formatSize(cell.peakMemoryBytes) : "");
    if (outcome > 0)
        html += "<br><span class=\"quiet\">outcome " + std::to_string(outcome) + "</span>";
    return html + "</td>";
}

std::string gridRow(const RunMatrix& matrix, std::size_t i)
{
    const auto outcomes = outcomesOf(matrix, i);
    std::vector<std::size_t> numbers(matrix.places.size(), 0);
    for (std::size_t k = 0; outcomes.size() > 1 && k < outcomes.size(); ++k)
        for (const auto place : outcomes[k].places)
            numbers[place] = k + 1;
    auto html = "<tr><th scope=\"row\">" + htmlName(matrix.cases[i].name()) + "</th>";
    for (std::size_t place = 0; place < matrix.places.size(); ++place)
        html += gridCell(matrix.cells[i][place], numbers[place]);
    return html + "</tr>\n";
}

std::string grid(const RunMatrix& matrix)
{
    std::string html = "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Matrix\">"
                       "\n<table>\n<tr><th scope=\"col\">Program</th>";
    for (const auto& place : matrix.places)
        html += "<th scope=\"col\">" + htmlName(place.name()) + "</th>";
    html += "</tr>\n";
    for (std::size_t i = 0; i < matrix.cases.size(); ++i)
        html += gridRow(matrix, i);
    return html + "</table>\n</div>\n";
}

std::string placeNames(const RunMatrix& matrix, const std::vector<std::size_t>& places)
{
    std::string html;
    for (const auto place : places)
        html += (html.empty() ? "" : ", ") + htmlName(matrix.places[place].name());
    return html;
}

/// Lines of a diff: what goes red, what comes green.
std::string diffText(std::string_view diff)
{
    std::string html;
    while (!diff.empty()) {
        const auto line = takeUpTo(diff, '\n');
        const char* tone = line.starts_with('-') ? "c1" : line.starts_with('+') ? "c2" : "";
        const auto text = htmlText(line) + "\n";
        html += *tone ? "<span class=\"" + std::string(tone) + "\">" + text + "</span>" : text;
    }
    return html;
}

std::string outcomePart(
    const RunMatrix& matrix, std::size_t i, const std::vector<OutcomeGroup>& outcomes,
    std::size_t number)
{
    const auto& row = matrix.cells[i];
    const auto& cell = row[outcomes[number].shown];
    const auto difference = differenceOf(row[outcomes.front().shown], cell);
    auto html = "<p>Outcome " + std::to_string(number + 1) + ": <span class=\"" + toneOf(cell)
        + "\">" + (difference.end.empty() ? endText(cell) : difference.end) + "</span> on "
        + placeNames(matrix, outcomes[number].places) + "</p>\n";
    html += textBlock("Output", diffText(difference.output));
    html += textBlock("Errors", diffText(difference.errors));
    std::string results;
    for (const auto& line : difference.results)
        results += "<li>" + htmlName(line) + "</li>\n";
    if (!results.empty())
        html += "<p class=\"quiet\">Results</p>\n<ul>\n" + results + "</ul>\n";
    return difference.isCut ? html + htmlNote("There is more of it.") : html;
}

std::string differencesPart(const RunMatrix& matrix)
{
    std::string html;
    for (std::size_t i = 0; i < matrix.cases.size(); ++i) {
        const auto outcomes = outcomesOf(matrix, i);
        if (outcomes.size() < 2)
            continue;
        const auto& usual = outcomes.front();
        html += "<h3>" + htmlName(matrix.cases[i].name())
            + "</h3>\n<p>Outcome 1, the usual one: " + endText(matrix.cells[i][usual.shown])
            + " on " + placeNames(matrix, usual.places) + "</p>\n";
        for (std::size_t k = 1; k < outcomes.size(); ++k)
            html += outcomePart(matrix, i, outcomes, k);
    }
    return html;
}

std::string problemsPart(const RunMatrix& matrix)
{
    std::string html;
    for (const auto& reason : reasonsOf(matrix)) {
        std::string names;
        for (const auto i : reason.cases)
            names += (names.empty() ? "" : ", ") + htmlName(matrix.cases[i].name());
        html += "<li>" + names + " on " + placeNames(matrix, reason.places) + ": "
            + htmlText(reason.why) + "</li>\n";
    }
    return html.empty() ? html : "<ul>\n" + html + "</ul>\n";
}

} // namespace

std::string matrixPage(const RunMatrix& matrix)
{
    const bool isGood = matrix.hasPassed() && matrix.isSame();
    const auto all = matrix.cases.size() * matrix.places.size();
    auto facts
        = fact(
              "Passed",
              std::to_string(matrix.count(CheckState::Passed)) + " of " + std::to_string(all))
        + fact("Outcomes", matrix.isSame() ? "all the same" : "different");
    if (const auto left = matrix.count(CheckState::NotRun); left > 0)
        facts += fact("Not run", std::to_string(left));
    if (matrix.isPartial)
        facts += fact("Partial", "stopped before all had run");
    auto page = report::pageHead("Run matrix");
    page += heading(isGood ? "good" : "bad", "Run matrix", facts);
    page += section("Cells", grid(matrix));
    if (const auto html = differencesPart(matrix); !html.empty())
        page += section("Differences", html);
    if (const auto html = problemsPart(matrix); !html.empty())
        page += section("Not passed", html);
    return page + kMatrixPageEnd;
}

} // namespace sandbench::check
