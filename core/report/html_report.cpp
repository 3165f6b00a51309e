// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/report/html_report.h"

#include "core/artifact/chart_page.h"
#include "core/base/base64.h"
#include "core/base/embedded.h"
#include "core/base/json.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/report/html_text.h"
#include "core/report/page_head.h"
#include "core/report/report_sections.h"
#include "core/report/result_cards.h"

#include <algorithm>
#include <array>

namespace sandbench::report {

namespace {

std::string hashSource(std::string_view script)
{
    return " 'sha256-" + toBase64(sha256(script)) + "'";
}

std::string_view reportScript()
{
    return embeddedFile("web/report.js").value_or("");
}

/// The libraries of one kind of chart as one script.
std::string libraryOf(const ChartParts& parts)
{
    std::string script;
    for (const auto library : parts.libraries) {
        script += library;
        script += "\n";
    }
    return script;
}

/// Made once: they have megabytes.
const std::string& hashOfLibrary(ChartKind kind)
{
    static const auto ofPlotly = hashSource(libraryOf(chartParts(ChartKind::Plotly)));
    static const auto ofVega = hashSource(libraryOf(chartParts(ChartKind::Vega)));
    return kind == ChartKind::Plotly ? ofPlotly : ofVega;
}

/// Frames inherit it: it has to let charts draw.
std::string scriptSources(const std::set<ChartKind>& charts)
{
    std::string scripts = charts.empty() ? " 'none'" : hashSource(reportScript());
    for (const auto kind : charts)
        scripts += hashOfLibrary(kind) + hashSource(chartParts(kind).draw);
    return scripts;
}

std::string chartScripts(const std::set<ChartKind>& charts)
{
    std::string html;
    auto draw = Json::object();
    for (const auto kind : charts) {
        const auto parts = chartParts(kind);
        html += "<script type=\"text/plain\" id=\"library-" + chartKindName(kind) + "\">"
            + libraryOf(parts) + "</script>\n";
        draw[chartKindName(kind)] = std::string(parts.draw);
    }
    const auto head = std::string(chartParts(*charts.begin()).head); // of all the same
    return html + "<script type=\"application/json\" id=\"page\">"
        + scriptText({{"head", head}, {"draw", draw}}) + "</script>\n<script>"
        + std::string(reportScript()) + "</script>\n";
}

struct Section
{
    std::string id, heading, html;
};

std::string navigation(const std::vector<Section>& sections)
{
    std::string html = "<nav aria-label=\"Parts of this report\">";
    for (const auto& section : sections)
        html += "<a href=\"#" + section.id + "\">" + section.heading + "</a>";
    return html + "</nav>\n";
}

} // namespace

std::string htmlReport(
    const Json& record, const std::vector<Artifact>& results, const BytesOfResult& bytesOf,
    const ReportBounds& bounds)
{
    const auto program = programSection(record, bounds);
    const auto isShownLine = [&program](const ResultFacts& facts) {
        return static_cast<std::size_t>(std::max(facts.sourceLine, 0)) <= program.lines
            && isProgramFile(program.file, facts.sourceFile);
    };
    ResultCards cards;
    if (!results.empty())
        cards = resultCards(results, bytesOf, bounds, isShownLine);
    const auto count = results.empty()
        ? ""
        : " <span class=\"count\">" + std::to_string(results.size()) + "</span>";
    const std::array<Section, 8> all = {{
        {"review", "Review", reviewSection(record)},
        {"notes", "Notes", notesSection(record, bounds)},
        {"program", "Program", program.html},
        {"output", "Output", outputSection(record, bounds)},
        {"results", "Results" + count, std::move(cards.html)},
        {"findings", "Findings", findingsSection(record, program.lines, bounds)},
        {"activity", "Activity", activitySection(record, bounds)},
        {"environment", "Environment", environmentSection(record, bounds)},
    }};
    std::vector<Section> sections;
    for (const auto& section : all)
        if (!section.html.empty())
            sections.push_back(section);
    const auto id = jsonString(record, "run_id");
    auto page = pageHead("Run " + std::string(cutAtCharacter(id, 64)), scriptSources(cards.charts));
    page += "<header>\n" + verdictCard(record) + navigation(sections) + "</header>\n<main>\n";
    for (const auto& section : sections)
        page += "<section id=\"" + section.id + "\" aria-labelledby=\"h-" + section.id
            + "\">\n<h2 id=\"h-" + section.id + "\">" + section.heading + "</h2>\n" + section.html
            + "</section>\n";
    page
        += "</main>\n<footer class=\"quiet\">Made by Sandbench. What the program printed, drew and "
           "named is shown as it said it, and is not checked.</footer>\n";
    if (!cards.charts.empty())
        page += chartScripts(cards.charts);
    return page + "</body>\n</html>\n";
}

} // namespace sandbench::report
