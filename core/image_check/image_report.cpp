// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/image_check/image_report.h"

#include "core/base/text.h"
#include "core/report/html_text.h"

#include <algorithm>
#include <cstdio>

namespace sandbench::image_check {

namespace {

constexpr std::size_t kLongestShown = 300;

bool hasPassed(const ImageReport& report)
{
    return !report.problem && !report.hasFailed();
}

Json countsOf(const ImageReport& report)
{
    Json counts = Json::object();
    for (const auto state : {State::Passed, State::Failed, State::NotChecked})
        counts[std::string(stateName(state))] = report.count(state);
    return counts;
}

/// One line, safe in an attribute: oneLine() leaves no control character.
std::string xmlText(std::string_view text)
{
    auto out = report::htmlText(oneLine(text, 4 * kLongestShown));
    // U+FFFE and U+FFFF are characters of UTF-8, and none of XML's.
    for (const std::string_view none : {"\xef\xbf\xbe", "\xef\xbf\xbf"})
        for (auto at = out.find(none); at != std::string::npos; at = out.find(none))
            out.replace(at, none.size(), "?");
    return out;
}

std::string secondsText(double seconds)
{
    char text[32];
    return {text, static_cast<std::size_t>(std::snprintf(text, sizeof text, "%.3f", seconds))};
}

std::string testCase(const ImageReport& report, const Finding& finding)
{
    auto out = "    <testcase classname=\"" + xmlText(report.image) + "\" name=\""
        + xmlText(finding.name) + "\" time=\"" + secondsText(finding.seconds) + "\"";
    if (finding.state == State::Failed)
        return out + ">\n      <failure message=\"expected: " + xmlText(finding.expected)
            + "; got: " + xmlText(finding.got) + "\"/>\n    </testcase>\n";
    if (finding.state == State::NotChecked)
        return out + ">\n      <skipped message=\"" + xmlText(finding.why)
            + "\"/>\n    </testcase>\n";
    return out + "/>\n";
}

std::string suite(const ImageReport& report)
{
    const std::size_t errors = report.problem ? 1 : 0;
    auto out = "  <testsuite name=\"" + xmlText(report.image) + "\" tests=\""
        + std::to_string(report.findings.size() + errors) + "\" failures=\""
        + std::to_string(report.count(State::Failed)) + "\" errors=\"" + std::to_string(errors)
        + "\" skipped=\"" + std::to_string(report.count(State::NotChecked)) + "\" time=\""
        + secondsText(report.seconds) + "\">\n";
    for (const auto& finding : report.findings)
        out += testCase(report, finding);
    if (report.problem)
        out += "    <testcase classname=\"" + xmlText(report.image)
            + "\" name=\"sandbox\">\n      <error message=\"" + xmlText(report.problem->text())
            + "\"/>\n    </testcase>\n";
    return out + "  </testsuite>\n";
}

} // namespace

std::string_view stateName(State state)
{
    switch (state) {
    case State::Passed:
        return "passed";
    case State::Failed:
        return "failed";
    case State::NotChecked:
        break;
    }
    return "not_checked";
}

Finding Finding::passed(std::string name)
{
    return {oneLine(name, kLongestShown), State::Passed, {}, {}, {}, 0};
}

Finding Finding::failed(std::string name, std::string expected, std::string_view got)
{
    return {
        oneLine(name, kLongestShown),
        State::Failed,
        oneLine(expected, kLongestShown),
        oneLine(got, kLongestShown),
        {},
        0};
}

Finding Finding::notChecked(std::string name, std::string_view why)
{
    return {
        oneLine(name, kLongestShown), State::NotChecked, {}, {}, oneLine(why, kLongestShown), 0};
}

std::size_t ImageReport::count(State state) const
{
    return static_cast<std::size_t>(
        std::count_if(findings.begin(), findings.end(), [&](const Finding& finding) {
            return finding.state == state;
        }));
}

Json toJson(const std::vector<ImageReport>& reports)
{
    Json images = Json::array();
    for (const auto& report : reports) {
        Json checks = Json::array();
        for (const auto& finding : report.findings)
            checks.push_back(
                {{"name", finding.name},
                 {"state", stateName(finding.state)},
                 {"expected", finding.expected},
                 {"got", finding.got},
                 {"why", finding.why},
                 {"seconds", finding.seconds}});
        images.push_back(
            {{"image", report.image},
             {"engine", report.engine},
             {"passed", hasPassed(report)},
             {"counts", countsOf(report)},
             {"problem", report.problem ? Json(report.problem->text()) : Json()},
             {"seconds", report.seconds},
             {"checks", std::move(checks)}});
    }
    return {
        {"schema", "sandbench.image_check/1"},
        {"passed", std::all_of(reports.begin(), reports.end(), hasPassed)},
        {"images", std::move(images)}};
}

std::string junitXml(const std::vector<ImageReport>& reports)
{
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
    for (const auto& report : reports)
        out += suite(report);
    return out + "</testsuites>\n";
}

} // namespace sandbench::image_check
