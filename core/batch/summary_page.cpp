// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/units.h"
#include "core/batch/batch_summary.h"
#include "core/check/page_parts.h"
#include "core/report/html_text.h"
#include "core/report/page_head.h"

#include <initializer_list>

namespace sandbench::batch {
namespace {

using check::fact;
using check::section;
using report::htmlName;
using report::htmlText;

constexpr const char* kPageEnd = "</main>\n<footer class=\"quiet\">Made by Sandbench. What "
                                 "programs printed is shown as it is, "
                                 "and is not checked.</footer>\n</body>\n</html>\n";

/// @p columns: our own words. @p rows: rows of HTML.
std::string
table(const char* label, std::initializer_list<const char*> columns, const std::string& rows)
{
    auto html = "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\""
        + std::string(label) + "\">\n<table>\n<tr>";
    for (const auto* column : columns)
        html += "<th scope=\"col\">" + std::string(column) + "</th>";
    return html + "</tr>\n" + rows + "</table>\n</div>\n";
}

std::string countTable(const char* what, const std::map<std::string, std::uint64_t>& counts)
{
    std::string rows;
    for (const auto& [name, count] : counts)
        rows += "<tr><td>" + htmlName(name) + "</td><td>" + std::to_string(count) + "</td></tr>\n";
    return table(what, {what, "Count"}, rows);
}

std::string shownTable(const char* label, const std::vector<Summary::Shown>& list)
{
    std::string rows;
    for (const auto& shown : list)
        rows += "<tr><td>" + std::to_string(shown.line) + "</td><td>" + htmlName(shown.id)
            + "</td><td>" + htmlText(shown.state) + "</td><td>" + formatSeconds(shown.seconds)
            + "</td><td>" + htmlText(shown.why) + "</td></tr>\n";
    return table(label, {"Line", "Id", "State", "Time", "Why"}, rows);
}

std::string notPassedPart(const Summary& summary)
{
    auto part = shownTable("Not passed", summary.notPassed);
    const auto all = summary.rows - summary.count("passed");
    if (all > summary.notPassed.size())
        part += "<p>The first " + std::to_string(summary.notPassed.size()) + " of "
            + std::to_string(all) + "; the others are in " + kResultsName + ".</p>\n";
    return part;
}

} // namespace

std::string summaryPage(const Summary& summary, const std::string& title)
{
    auto facts = fact(
        "Passed", std::to_string(summary.count("passed")) + " of " + std::to_string(summary.lines));
    if (!summary.isComplete())
        facts += fact("Left", std::to_string(summary.lines - summary.rows));
    if (summary.tests != summary.rows)
        facts += fact(
            "Tests", std::to_string(summary.testsPassed) + " of " + std::to_string(summary.tests));
    facts += fact("Programs' time", formatSeconds(summary.programSeconds));
    if (summary.peakMemoryBytes > 0)
        facts += fact("Most memory", formatSize(summary.peakMemoryBytes));
    if (summary.begunAgain > 0)
        facts += fact("Begun more than once", std::to_string(summary.begunAgain));
    auto page = report::pageHead("Batch: " + title);
    page += check::heading(
        !summary.isComplete()     ? ""
            : summary.hasPassed() ? "good"
                                  : "bad",
        htmlName(title), facts);
    page += section("Lines", countTable("State", summary.states));
    if (!summary.notPassed.empty())
        page += section("Not passed", notPassedPart(summary));
    if (!summary.slowest.empty())
        page += section("Slowest", shownTable("Slowest", summary.slowest));
    page += section("How they ended", countTable("Verdict", summary.verdicts));
    page += section("Where they ran", countTable("Place", summary.places));
    if (summary.languages.size() > 1)
        page += section("Languages", countTable("Language", summary.languages));
    if (!summary.unused.empty())
        page += section("Members that were not used", countTable("Member", summary.unused));
    return page + kPageEnd;
}

} // namespace sandbench::batch
