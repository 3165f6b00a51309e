// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/report/report_sections.h"

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/report/html_text.h"
#include "core/report/review.h"
#include "core/session/activity_words.h"

#include <algorithm>

namespace sandbench::report {

namespace {

constexpr std::size_t kLongestLine = 2000;

/// As a list; what is too much is counted.
std::string listHtml(const std::vector<std::string>& lines, std::size_t most)
{
    if (lines.empty())
        return {};
    std::string html = "<ul>\n";
    for (std::size_t i = 0; i < std::min(lines.size(), most); ++i)
        html += "<li>" + htmlName(lines[i], kLongestLine) + "</li>\n";
    html += "</ul>\n";
    return lines.size() > most
        ? html + htmlNote("Left out: " + std::to_string(lines.size() - most) + " more.")
        : html;
}

void addFact(std::string& html, const char* name, const std::string& valueHtml)
{
    if (!valueHtml.empty())
        html += "<div><dt>" + std::string(name) + "</dt><dd>" + valueHtml + "</dd></div>\n";
}

std::string nameOrNothing(const Json& object, const char* key)
{
    const auto text = jsonString(object, key);
    return text.empty() ? text : htmlName(text);
}

std::string toneOf(const Json& record)
{
    if (jsonString(record, "verdict").empty())
        return "open";
    return jsonBool(record, "success") ? "good" : "bad";
}

std::string memoryOf(const Json& record)
{
    const auto bytes = jsonCount(record, "peak_memory_bytes");
    return bytes == 0 ? std::string() : htmlText(formatSize(bytes));
}

std::string secondsOf(const Json& record, const char* key)
{
    return jsonField(record, key).is_number() ? htmlText(formatSeconds(jsonNumber(record, key)))
                                              : std::string();
}

/// What is left of @p text past its bound, as a sentence.
std::string moreThan(std::string_view shown, std::uint64_t all)
{
    return all <= shown.size() ? std::string()
                               : htmlNote(
                                   "Only the beginning is here: " + formatSize(shown.size())
                                   + " of " + formatSize(all) + ".");
}

std::string
streamHtml(const Json& record, const char* stream, const char* heading, const ReportBounds& bounds)
{
    const auto text = jsonString(record, stream);
    const auto shown = cutAtCharacter(text, bounds.textBytes);
    const auto all
        = std::max<std::uint64_t>(jsonCount(record, std::string(stream) + "_bytes"), text.size());
    if (text.empty() && all == 0)
        return {};
    return "<h3>" + std::string(heading)
        + "</h3>\n<pre class=\"out\" tabindex=\"0\" role=\"region\" aria-label=\"" + heading + "\">"
        + htmlOutput(shown) + "</pre>\n" + moreThan(shown, all);
}

std::string limitText(const std::string& key, double value)
{
    if (value <= 0)
        return "no limit";
    if (key.ends_with("_bytes"))
        return formatSize(static_cast<std::uint64_t>(std::min(value, 9e18)));
    if (key.ends_with("_seconds"))
        return formatSeconds(value);
    auto text = Json(value).dump();
    if (text.ends_with(".0"))
        text.resize(text.size() - 2);
    return text;
}

/// "memory_bytes" → "Memory"
std::string limitName(std::string key)
{
    for (const std::string ending : {"_bytes", "_seconds"})
        if (key.ends_with(ending))
            key.resize(key.size() - ending.size());
    std::ranges::replace(key, '_', ' ');
    if (!key.empty() && key[0] >= 'a' && key[0] <= 'z')
        key[0] = static_cast<char>(key[0] - 'a' + 'A');
    return key == "Cpu" ? "CPU time" : key == "Cpus" ? "CPUs" : key == "Wall" ? "Time" : key;
}

std::string limitsHtml(const Json& record, std::size_t most)
{
    std::string html;
    const auto& limits = jsonField(record, "limits");
    if (!limits.is_object())
        return html;
    for (const auto& [key, value] : limits.items()) {
        if (most-- == 0)
            break;
        if (value.is_number())
            html += "<div><dt>" + htmlName(limitName(key), 60) + "</dt><dd>"
                + htmlText(limitText(key, value.get<double>())) + "</dd></div>\n";
    }
    return html.empty() ? html : "<h3>Limits</h3>\n<dl class=\"facts\">\n" + html + "</dl>\n";
}

std::string missingHtml(const Json& isolation, std::size_t most)
{
    std::vector<std::string> lines;
    for (const Json& layer : jsonList(isolation, "missing")) {
        auto line = jsonString(layer, "layer") + ": " + jsonString(layer, "reason");
        if (const auto remedy = jsonString(layer, "remedy"); !remedy.empty())
            line += " (" + remedy + ")";
        lines.push_back(std::move(line));
    }
    return lines.empty() ? std::string()
                         : "<h3>Layers that are missing</h3>\n" + listHtml(lines, most);
}

std::string titledList(const char* heading, const std::vector<std::string>& lines, std::size_t most)
{
    return lines.empty() ? std::string()
                         : "<h3>" + std::string(heading) + "</h3>\n" + listHtml(lines, most);
}

std::string findingHtml(const Json& finding, std::size_t programLines)
{
    const auto line = jsonCount(finding, "line");
    const auto file = jsonString(finding, "file");
    auto place = "line " + std::to_string(line);
    if (file.empty() && line > 0 && line <= programLines)
        place = "<a href=\"#L" + std::to_string(line) + "\">" + place + "</a>";
    else if (!file.empty())
        place += " of " + htmlName(file);
    std::string html = "<li><strong>" + htmlName(jsonString(finding, "description"), 400)
        + "</strong> <span class=\"quiet\">" + htmlName(jsonString(finding, "severity"), 20) + " · "
        + place + " · " + htmlName(jsonString(finding, "rule"), 80) + "</span>";
    for (const char* part : {"why", "suggestion"})
        if (const auto text = jsonString(finding, part); !text.empty())
            html += "<br>" + htmlName(text, kLongestLine);
    return html + "</li>\n";
}

} // namespace

std::string verdictCard(const Json& record)
{
    const auto verdict = jsonString(record, "verdict");
    const auto sentence
        = jsonString(record, "sentence", verdict.empty() ? "It goes on" : "Ended: " + verdict);
    std::string html = "<div class=\"verdict " + toneOf(record) + "\">\n<p class=\"quiet\">Run "
        + htmlName(jsonString(record, "run_id"), 64) + "</p>\n<h1>"
        + htmlName(sentence, kLongestLine) + "</h1>\n<dl class=\"facts\">\n";
    addFact(html, "Time", secondsOf(record, "wall_seconds"));
    addFact(html, "CPU time", secondsOf(record, "cpu_seconds"));
    addFact(html, "Memory", memoryOf(record));
    const auto& exitCode = jsonField(record, "exit_code");
    addFact(
        html, "Exit status",
        exitCode.is_number_integer() ? std::to_string(jsonInt(record, "exit_code")) : "");
    addFact(html, "Language", nameOrNothing(record, "language"));
    addFact(html, "Engine", nameOrNothing(record, "engine"));
    addFact(html, "Image", nameOrNothing(record, "image"));
    addFact(html, "Network", nameOrNothing(record, "network"));
    addFact(html, "Started", nameOrNothing(record, "started_at"));
    return html + "</dl>\n</div>\n";
}

std::string reviewSection(const Json& record)
{
    const auto review = reviewOf(record);
    if (review.isEmpty())
        return {};
    std::string html = "<p>";
    if (!review.verdict.empty())
        html += "<strong>" + htmlName(reviewWords(review.verdict)) + "</strong> ";
    html += "<span class=\"quiet\">" + htmlName(review.reviewedAt) + "</span></p>\n";
    return review.note.empty()
        ? html
        : html + "<pre class=\"out\" tabindex=\"0\">" + htmlText(review.note) + "</pre>\n";
}

ProgramSection programSection(const Json& record, const ReportBounds& bounds)
{
    ProgramSection section;
    const auto& program = jsonField(record, "program");
    section.file = jsonString(program, "file");
    std::string& html = section.html;
    const auto addWords = [&](const char* name, const char* key) {
        const auto words = jsonTexts(program, key);
        std::string text;
        for (std::size_t i = 0; i < std::min(words.size(), bounds.lines); ++i)
            text += (i == 0 ? "" : " ") + ("<code>" + htmlName(words[i], 400) + "</code>");
        addFact(html, name, text);
    };
    addFact(html, "File", nameOrNothing(program, "file"));
    addFact(html, "Interpreter context", nameOrNothing(program, "context"));
    addWords("Command", "command");
    addWords("Arguments", "arguments");
    if (!html.empty())
        html = "<dl class=\"facts\">\n" + html + "</dl>\n";
    const auto code = jsonString(program, "code");
    if (code.empty())
        return section;
    auto rest = cutAtCharacter(code, bounds.textBytes);
    const auto shown = rest;
    html += "<pre class=\"code\" tabindex=\"0\" role=\"region\" aria-label=\"The program\">";
    while (!rest.empty()) {
        const auto end = rest.find('\n');
        auto line = rest.substr(0, end);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        html += "<span class=\"line\" id=\"L" + std::to_string(++section.lines) + "\">"
            + htmlText(line) + "\n</span>";
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    html += "</pre>\n"
        + moreThan(shown, std::max<std::uint64_t>(jsonCount(program, "bytes"), code.size()));
    return section;
}

bool isProgramFile(std::string_view file, std::string_view source)
{
    const auto nameOf = [](std::string_view path) { return path.substr(path.rfind('/') + 1); };
    return file.empty() || nameOf(file) == nameOf(source);
}

std::string outputSection(const Json& record, const ReportBounds& bounds)
{
    auto html = streamHtml(record, "stdout", "Standard output", bounds)
        + streamHtml(record, "stderr", "Standard error", bounds);
    if (const auto value = jsonString(record, "result"); !value.empty())
        html += "<h3>Value of the last expression</h3>\n<pre class=\"out\" tabindex=\"0\">"
            + htmlOutput(cutAtCharacter(value, bounds.textBytes)) + "</pre>\n"
            + moreThan(cutAtCharacter(value, bounds.textBytes), value.size());
    return html.empty() ? htmlNote("It printed nothing.") : html;
}

std::string notesSection(const Json& record, const ReportBounds& bounds)
{
    std::string html;
    if (const auto& error = jsonField(record, "error"); error.is_object())
        html += "<p class=\"error\"><strong>" + htmlName(jsonString(error, "name")) + "</strong> "
            + htmlName(jsonString(error, "value"), kLongestLine) + "</p>\n";
    html += titledList("What to do about it", jsonTexts(record, "hints"), bounds.lines);
    html += titledList("Warnings", jsonTexts(record, "warnings"), bounds.lines);
    return html;
}

std::string
findingsSection(const Json& record, std::size_t programLines, const ReportBounds& bounds)
{
    const auto& gate = jsonField(record, "gate");
    if (!gate.is_object())
        return {};
    const auto& findings = jsonList(gate, "findings");
    std::string html = htmlNote(
        "What the policy " + jsonString(gate, "policy") + " says of the program before it runs ("
        + jsonString(gate, "decision") + "). It is advice; isolation is the boundary.");
    if (findings.empty())
        return html + "<p>Nothing was found.</p>\n";
    html += "<ul class=\"findings\">\n";
    std::size_t count = 0;
    for (const Json& finding : findings) {
        if (count == bounds.lines)
            break;
        html += findingHtml(finding, programLines);
        ++count;
    }
    html += "</ul>\n";
    if (const auto left = findings.size() - count + jsonCount(gate, "omitted"); left > 0)
        html += htmlNote("Left out: " + std::to_string(left) + " more.");
    return html + listHtml(jsonTexts(gate, "notices"), bounds.lines);
}

std::string activitySection(const Json& record, const ReportBounds& bounds)
{
    std::vector<std::string> did, notSeen;
    for (auto& entry : activityEntries(record))
        (entry.kind == ActivityKind::NotSeen ? notSeen : did).push_back(std::move(entry.sentence));
    if (did.empty() && notSeen.empty())
        return htmlNote("The record does not say what the program did.");
    auto html = listHtml(did, bounds.lines);
    if (!notSeen.empty())
        html += "<h3>What could not be seen</h3>\n" + listHtml(notSeen, bounds.lines);
    return html;
}

std::string environmentSection(const Json& record, const ReportBounds& bounds)
{
    const auto& isolation = jsonField(record, "isolation");
    std::string facts;
    addFact(facts, "Profile", nameOrNothing(record, "profile"));
    addFact(facts, "Session", nameOrNothing(record, "session_id"));
    auto html = facts.empty() ? facts : "<dl class=\"facts\">\n" + facts + "</dl>\n";
    html += limitsHtml(record, bounds.lines);
    html += titledList("Not as by default", jsonTexts(record, "differences"), bounds.lines);
    html += titledList("Isolation", jsonTexts(isolation, "layers"), bounds.lines);
    html += missingHtml(isolation, bounds.lines);
    html += titledList("Relaxed on request", jsonTexts(isolation, "relaxations"), bounds.lines);
    return html;
}

} // namespace sandbench::report
