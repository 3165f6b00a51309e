// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/check/grade_pages.h"

#include "core/base/text.h"
#include "core/base/units.h"
#include "core/check/page_parts.h"
#include "core/report/html_text.h"
#include "core/report/page_head.h"

#include <cmath>

namespace sandbench::check {

namespace {

using report::htmlName;
using report::htmlNote;
using report::htmlOutput;
using report::htmlText;

constexpr std::size_t kMostShownCode = 256U << 10, kMostShownExpected = kMostGradedOutput;
constexpr const char* kPageEnd = "</main>\n<footer class=\"quiet\">Made by Sandbench. What was "
                                 "handed in and what it printed is "
                                 "shown as it is, and is not checked.</footer>\n</body>\n</html>\n";

std::string pointsText(const GradedSubmission& submission)
{
    return std::to_string(submission.passed()) + " of " + std::to_string(submission.tests.size());
}

std::string linkTo(const Grading& grading, std::size_t index)
{
    return "<a href=\"" + gradePageName(index) + "\">" + htmlName(grading.submissions[index].name)
        + "</a>";
}

std::string percentOf(double share)
{
    return std::to_string(std::lround(share * 100)) + " %";
}

std::string memoryText(std::uint64_t bytes)
{
    return bytes > 0 ? formatSize(bytes) : "";
}

std::string indexRow(const Grading& grading, std::size_t index)
{
    const auto& submission = grading.submissions[index];
    auto row = "<tr><td>" + linkTo(grading, index) + "</td><td>" + pointsText(submission)
        + "</td><td>" + (submission.seconds() > 0 ? formatSeconds(submission.seconds()) : "")
        + "</td><td>" + memoryText(submission.peakMemoryBytes()) + "</td>";
    for (const auto& test : submission.tests)
        row += "<td class=\"" + std::string(test.mark == Mark::Passed ? "c2" : "c1") + "\">"
            + markText(test.mark) + "</td>";
    return row + "</tr>\n";
}

std::string indexTable(const Grading& grading)
{
    std::string html = "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
                       "aria-label=\"Submissions\">\n<table>\n<tr><th "
                       "scope=\"col\">Submission</th><th scope=\"col\">Passed</th><th "
                       "scope=\"col\">Time</th><th scope=\"col\">Memory</th>";
    for (const auto& test : grading.tests)
        html += "<th scope=\"col\">" + htmlName(test, kMostNameBytes) + "</th>";
    html += "</tr>\n";
    for (std::size_t i = 0; i < grading.submissions.size(); ++i)
        html += indexRow(grading, i);
    return html + "</table>\n</div>\n";
}

std::string alikeList(const Grading& grading)
{
    std::string html;
    for (const auto& pair : grading.alike)
        html += "<li>" + linkTo(grading, pair.first) + " and " + linkTo(grading, pair.second) + ": "
            + percentOf(pair.share) + "</li>\n";
    return html.empty()
        ? html
        : htmlNote("Shares of the smaller one that the other one has too, whatever "
                   "names, numbers, texts and comments are. Look at both before you "
                   "judge: short solutions of one task are alike by themselves.")
            + "<ul>\n" + html + "</ul>\n";
}

std::string testPart(const GradedTest& test, const Check& check)
{
    auto html = "<h3>" + htmlName(check.name) + ": <span class=\""
        + (test.mark == Mark::Passed ? "c2" : "c1") + "\">" + markText(test.mark)
        + "</span></h3>\n";
    if (!test.runId.empty())
        html += htmlNote(
            formatSeconds(test.seconds)
            + (test.peakMemoryBytes > 0 ? ", " + formatSize(test.peakMemoryBytes) : ""));
    if (test.mark == Mark::Passed)
        return html;
    html += "<p>" + htmlText(test.why) + "</p>\n";
    html += textBlock("Input", htmlText(cutAtCharacter(check.input, kMostShownExpected)));
    if (check.expected)
        html
            += textBlock("Expected", htmlText(cutAtCharacter(*check.expected, kMostShownExpected)));
    html += textBlock("Output", htmlOutput(test.output));
    html += textBlock("Errors", htmlOutput(test.errors));
    return test.isCut ? html + htmlNote("There was more of it.") : html;
}

std::string codePart(std::string_view name, std::string_view code)
{
    auto html = "<h3>" + htmlName(name) + "</h3>\n";
    if (code.find('\0') != std::string_view::npos)
        return html + htmlNote("This is no text.");
    auto rest = cutAtCharacter(code, kMostShownCode);
    const bool isCut = rest.size() < code.size();
    html += "<pre class=\"code\" tabindex=\"0\">";
    while (!rest.empty())
        html += "<span class=\"line\">" + htmlText(takeUpTo(rest, '\n')) + "\n</span>";
    html += "</pre>\n";
    return isCut ? html + htmlNote("There is more of it.") : html;
}

std::string alikeTo(const Grading& grading, std::size_t index)
{
    std::string html;
    for (const auto& pair : grading.alike)
        if (pair.first == index || pair.second == index)
            html += (html.empty() ? "" : ", ")
                + linkTo(grading, pair.first == index ? pair.second : pair.first) + " ("
                + percentOf(pair.share) + ")";
    return html;
}

} // namespace

std::string gradePageName(std::size_t submission)
{
    return "submission-" + std::to_string(submission + 1) + ".html";
}

std::string gradeIndexPage(const Grading& grading)
{
    auto page = report::pageHead("Grading");
    page += heading(
        grading.hasPassed() ? "good" : "", "Grading",
        fact("Submissions", std::to_string(grading.submissions.size()))
            + fact("Tests", std::to_string(grading.tests.size())));
    page += section("Submissions", indexTable(grading));
    if (!grading.alike.empty())
        page += section("Alike", alikeList(grading));
    return page + kPageEnd;
}

std::string gradePage(
    const Grading& grading, std::size_t index, const Submission& handedIn,
    const std::vector<Check>& checks)
{
    const auto& submission = grading.submissions[index];
    auto facts = fact("Passed", pointsText(submission))
        + fact("Time", formatSeconds(submission.seconds()));
    if (submission.peakMemoryBytes() > 0)
        facts += fact("Memory", memoryText(submission.peakMemoryBytes()));
    if (const auto others = alikeTo(grading, index); !others.empty())
        facts += fact("Alike", others);
    auto page = report::pageHead("Grading: " + submission.name);
    page += heading(
        submission.passed() == submission.tests.size() ? "good" : "bad", htmlName(submission.name),
        facts, "<nav><a href=\"" + std::string(kGradeIndexName) + "\">All submissions</a></nav>\n");
    if (!handedIn.problem.empty())
        return page + section("Refused", "<p>" + htmlText(handedIn.problem) + "</p>\n") + kPageEnd;
    std::string tests;
    for (std::size_t i = 0; i < submission.tests.size() && i < checks.size(); ++i)
        tests += testPart(submission.tests[i], checks[i]);
    page += section("Tests", tests);
    auto files = codePart(handedIn.fileName, handedIn.code);
    for (const auto& file : handedIn.files)
        files += codePart(file.destination, file.bytes);
    return page + section("Files", files) + kPageEnd;
}

} // namespace sandbench::check
