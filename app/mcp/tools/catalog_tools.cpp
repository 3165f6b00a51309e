// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/run_text.h"
#include "app/mcp/toolbox.h"
#include "core/base/text.h"
#include "core/policy/gate/scan.h"
#include "core/workspace/member_names.h"

#include <chrono>
#include <future>

namespace sandbench::mcp {
namespace {

constexpr std::size_t kMostFindings = 100;
constexpr std::chrono::seconds kPatience(10);

Result<ToolResult> engines(const Toolbox& box, const ToolCall& call)
{
    const Json json
        = {{"engines",
            enginesJson(
                box.workspace.parts().engines(), call.caller.may(workspace::Scope::Admin),
                call.stop)}};
    return structuredResult(writeJson(json), json);
}

Result<ToolResult> languages(const Toolbox& box, const ToolCall&)
{
    const Json json = {{"languages", languagesJson(box.workspace.parts().languages())}};
    return structuredResult(writeJson(json), json);
}

Json findingJson(const Finding& finding)
{
    return {
        {"rule", finding.rule},
        {"severity", severityName(finding.severity)},
        {"line", finding.line},
        {"column", finding.column},
        {"description", finding.description},
        {"suggestion", finding.suggestion}};
}

Result<ToolResult> scan(const Toolbox& box, const ToolCall& call)
{
    const auto policy = workspace::findPolicy(
        box.workspace.parts(), jsonString(call.arguments, "policy", "development"));
    if (!policy)
        return workspace::asWrongMember(policy.error()).within("policy");
    SANDBENCH_TRY(
        const auto language,
        workspace::languageIn(box.workspace.parts().languages(), call.arguments, "python"));
    const auto report = scanCode(jsonString(call.arguments, "code"), language.id, **policy);
    Json json
        = {{"policy", report.policy},
           {"language", report.language},
           {"decision", gateDecisionName(report.decision)},
           {"findings", Json::array()},
           {"omitted", report.omitted}};
    for (const auto& finding : report.findings) {
        if (json["findings"].size() < kMostFindings)
            json["findings"].push_back(findingJson(finding));
        else
            json["omitted"] = json["omitted"].get<std::size_t>() + 1;
    }
    auto text = "Decision: " + json["decision"].get<std::string>() + ". "
        + (report.findings.empty() ? "Nothing was found" : gateSentence(report))
        + ". A scan is advice: isolation contains the program.\n" + writeJson(json);
    if (text.size() > kMostTextBytes)
        text = text.substr(0, text.find('\n'));
    return structuredResult(std::move(text), std::move(json));
}

Tool enginesTool(const Toolbox* box)
{
    return {
        .name = "list_engines",
        .title = "List engines",
        .description = "What can run sandboxes here, and what is missing where it cannot.",
        .output
        = {{.name = "engines",
            .type = FieldType::ObjectList,
            .description = "The first is the default",
            .isRequired = true,
            .fields
            = {{"engine", FieldType::Text, "Its name", true},
               {"usable", FieldType::Boolean, "Whether it answers", true},
               {"version", FieldType::Text, "What it says of itself", true},
               {"problem", FieldType::Text, "Why it is not usable; for administrators"},
               {"remedy", FieldType::Text, "What would help; for administrators"}}}},
        .readOnly = true,
        .handler = with(box, engines)};
}

Tool languagesTool(const Toolbox* box)
{
    return {
        .name = "list_languages",
        .title = "List languages",
        .description = "The languages that run_code knows.",
        .output
        = {{.name = "languages",
            .type = FieldType::ObjectList,
            .description = "By id",
            .isRequired = true,
            .fields
            = {{"id", FieldType::Text, "For run_code", true},
               {"name", FieldType::Text, "For people", true},
               {"extensions", FieldType::TextList, "Of its files", true},
               {"contexts", FieldType::Boolean, "Whether create_context knows it", true},
               {"compiled", FieldType::Boolean, "Whether a compiler runs first", true},
               {"packages", FieldType::Text, "Its package manager; may be empty", true}}}},
        .readOnly = true,
        .handler = with(box, languages)};
}

Tool scanTool(const Toolbox* box)
{
    return {
        .name = "scan_code",
        .title = "Scan code",
        .description = "Says what a policy finds in a program, without running it.",
        .input
        = {{"code", FieldType::Text, "The program's text", true},
           {"language", FieldType::Text, "Id of list_languages: python"},
           {"policy", FieldType::Text, "Its id: development"}},
        .output
        = {{"policy", FieldType::Text, "Its id", true},
           {"language", FieldType::Text, "As which it was read", true},
           {"decision", FieldType::Text, "allow, warn, ask or refuse", true},
           {.name = "findings",
            .type = FieldType::ObjectList,
            .description = "In the order of the text",
            .isRequired = true,
            .fields
            = {{"rule", FieldType::Text, "Its id", true},
               {"severity", FieldType::Text, "low, medium, high or critical", true},
               {"line", FieldType::Integer, "From 1", true},
               {"column", FieldType::Integer, "From 1, in code points", true},
               {"description", FieldType::Text, "What the rule says", true},
               {"suggestion", FieldType::Text, "What to do instead; may be empty", true}}},
           {"omitted", FieldType::Integer, "How many more findings there are", true}},
        .readOnly = true,
        .handler = with(box, scan)};
}

} // namespace

Json languagesJson(const LanguageCatalog& languages)
{
    auto list = Json::array();
    for (const auto& language : languages.all())
        list.push_back(
            {{"id", language.id},
             {"name", language.name},
             {"extensions", language.extensions},
             {"contexts", language.contexts},
             {"compiled", !language.compile.empty()},
             {"packages", language.packages}});
    return list;
}

Json enginesJson(const EngineRegistry& engines, bool isWhole, const std::stop_token& stop)
{
    std::stop_source giveUp;
    const std::stop_callback forward(stop, [&giveUp] { giveUp.request_stop(); });
    const auto all = engines.all();
    std::vector<std::future<EngineStatus>> asked;
    for (auto* const engine : all)
        asked.push_back(std::async(
            std::launch::async, [engine, own = giveUp.get_token()] { return engine->look(own); }));
    const auto deadline = std::chrono::steady_clock::now() + kPatience;
    auto list = Json::array();
    for (std::size_t i = 0; i < asked.size(); ++i) {
        if (asked[i].wait_until(deadline) != std::future_status::ready)
            giveUp.request_stop();
        const auto found = asked[i].get();
        Json engine
            = {{"engine", all[i]->name()}, {"usable", found.usable}, {"version", found.version}};
        if (isWhole) {
            engine["problem"] = found.problem;
            engine["remedy"] = found.remedy;
        }
        list.push_back(std::move(engine));
    }
    return list;
}

std::vector<Tool> catalogTools(const Toolbox* box)
{
    return {enginesTool(box), languagesTool(box), scanTool(box)};
}

} // namespace sandbench::mcp
