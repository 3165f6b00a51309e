// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/run_result.h"

#include "app/mcp/run_text.h"
#include "core/base/base64.h"
#include "core/base/fd.h"
#include "core/base/text.h"
#include "core/base/units.h"

#include <algorithm>
#include <array>

namespace sandbench::mcp {
namespace {

/// Units: bytes, before base64.
constexpr std::uint64_t kMostPicture = 1U << 20, kMostPictures = 3U << 20;
constexpr std::size_t kMostLinks = 50;
constexpr int kMostActivities = 40; // of a kind
/// Of a value, and of what an exception says, in the structured result; of running output in a
/// text. Units: bytes.
constexpr std::size_t kMostValue = 2000, kMostTraceback = 6000,
                      kMostPrinted = kMostTextBytes - 1500;
constexpr std::array<std::string_view, 4> kPictures
    = {"image/png", "image/jpeg", "image/gif", "image/webp"};

bool isPicture(const Artifact& artifact)
{
    return std::find(kPictures.begin(), kPictures.end(), artifact.mime) != kPictures.end();
}

Json errorJson(const ProgramError& error)
{
    return {
        {"name", oneLine(error.name, 200)},
        {"value", tailOf(error.value, kMostValue)},
        {"traceback", tailOf(error.traceback, kMostTraceback)}};
}

/// With the beginnings of its lists: a model has no use for the thousandth file, and the resource
/// of the run has it.
Json activityJson(Json activity)
{
    const auto shorten = [](Json& list) {
        if (list.is_array() && list.size() > std::size_t(kMostActivities))
            list.erase(list.begin() + kMostActivities, list.end());
    };
    for (const auto* part : {"files", "programs", "network"})
        for (const auto* list : {"list", "names"})
            if (activity[part].contains(list))
                shorten(activity[part][list]);
    shorten(activity["refused"]);
    return activity;
}

/// As the text has it: a client may show its model the one or the other.
void addOutput(Json& json, const MarkedOutput& printed)
{
    json["stdout"] = printed.out;
    json["stderr"] = printed.err;
}

void addCounters(Json& json, const RunRecord& record, bool isCut)
{
    json["stdout_bytes"] = record.stdoutTotal;
    json["stderr_bytes"] = record.stderrTotal;
    json["truncated"] = record.truncated || isCut;
    json["wall_seconds"] = record.wallSeconds;
    json["cpu_seconds"] = record.cpuSeconds;
    json["peak_memory_bytes"] = record.peakMemoryBytes;
}

Json structuredRun(const RunRecord& record, const RunNames& names, const MarkedOutput& printed)
{
    Json json = {{"run_id", names.runId},       {"sandbox_id", names.sandboxId},
                 {"status", "ended"},           {"verdict", verdictName(record.verdict)},
                 {"language", record.language}, {"engine", record.engine},
                 {"network", record.network},   {"started_at", record.startedAt}};
    addOutput(json, printed);
    if (record.exitCode)
        json["exit_code"] = *record.exitCode;
    if (record.signal)
        json["signal"] = *record.signal;
    if (!record.resultText.empty())
        json["result"] = tailOf(record.resultText, kMostValue);
    if (record.error)
        json["error"] = errorJson(*record.error);
    addCounters(json, record, printed.isCut);
    json["artifacts"] = Json::array();
    for (std::size_t i = 0; i < record.artifacts.size(); ++i)
        json["artifacts"].push_back(artifactJson(record.artifacts[i], names.runId, i));
    json["warnings"] = Json::array();
    for (const auto& warning : record.warnings)
        json["warnings"].push_back(oneLine(warning, 1000));
    json["hints"] = record.hints;
    if (record.activity)
        json["activity"] = activityJson(toJson(*record.activity));
    return json;
}

void addArtifacts(ToolResult& result, const RunRecord& record, const std::string& runId)
{
    std::uint64_t left = kMostPictures;
    auto links = Json::array();
    for (std::size_t i = 0; i < record.artifacts.size(); ++i) {
        const auto& artifact = record.artifacts[i];
        if (auto block = pictureBlock(artifact, std::min(left, kMostPicture)); !block.is_null()) {
            left -= artifact.bytes;
            result.content.push_back(std::move(block));
        } else if (!artifact.storedPath.empty() && links.size() < kMostLinks) {
            links.push_back(linkBlock(artifact, runId, i));
        }
    }
    for (auto& link : links)
        result.content.push_back(std::move(link));
}

/// What is not known is left out.
void addFacts(Json& json, const ResultFacts& facts)
{
    const auto all = toJson(facts);
    json["time_ms"] = all["time_ms"];
    json["from"] = all["from"];
    if (!facts.title.empty())
        json["title"] = oneLine(facts.title, 400);
    if (facts.dpi > 0)
        json["dpi"] = facts.dpi;
    if (!facts.sourceFile.empty())
        json["source"] = {{"file", oneLine(facts.sourceFile, 400)}, {"line", facts.sourceLine}};
    if (!facts.formOf.empty())
        json["form_of"] = oneLine(facts.formOf, 400);
    if (facts.process > 0)
        json["process"] = facts.process;
    if (facts.chart)
        json["has_chart"] = true;
}

std::string namesLine(const RunNames& names)
{
    return "run_id " + names.runId + ", sandbox_id " + names.sandboxId
        + (names.note.empty() ? "" : "\n" + names.note);
}

} // namespace

std::string runUri(const std::string& runId)
{
    return "sandbox://runs/" + runId;
}

std::string artifactUri(const std::string& runId, std::size_t index)
{
    return runUri(runId) + "/artifacts/" + std::to_string(index);
}

const Fields& artifactFields()
{
    static const Fields fields
        = {{"index", FieldType::Integer, "Its place in the run's artifacts", true},
           {"name", FieldType::Text, "Its name, as the program gave it", true},
           {"mime", FieldType::Text, "Its type, from its bytes", true},
           {"bytes", FieldType::Integer, "Its size", true},
           {"width", FieldType::Integer, "In pixels, where that is known"},
           {"height", FieldType::Integer, "In pixels, where that is known"},
           {"title", FieldType::Text, "Of the figure or chart, or the file's path"},
           {"time_ms", FieldType::Integer, "When it was made, after the begin of the run", true},
           {"dpi", FieldType::Number, "Dots per inch, where that is known"},
           {.name = "source",
            .type = FieldType::Object,
            .description = "The line that made it, where the interpreter knows",
            .fields
            = {{"file", FieldType::Text, "As the interpreter calls it", true},
               {"line", FieldType::Integer, "From 1", true}}},
           {"from", FieldType::Text, "file: the run left it; call: it was shown", true},
           {"form_of", FieldType::Text, "The result before it that shows the same"},
           {"process", FieldType::Integer, "The child that showed it; absent for the program"},
           {"has_chart", FieldType::Boolean, "get_artifact gives its numbers"},
           {"uri", FieldType::Text, "The resource that holds it; absent where it has no bytes"},
           {"note", FieldType::Text, "Why it has no bytes"}};
    return fields;
}

const Fields& runOutput()
{
    static const Fields error
        = {{"name", FieldType::Text, "Of the exception", true},
           {"value", FieldType::Text, "What it says", true},
           {"traceback", FieldType::Text, "As the interpreter tells it", true}};
    static const Fields fields = {
        {"run_id", FieldType::Text, "For get_run and cancel_run", true},
        {"sandbox_id", FieldType::Text, "Where it ran", true},
        {"status", FieldType::Text, "Whether it goes on", true, {"running", "ended"}},
        {"verdict", FieldType::Text,
         "How it ended: exited, signaled, wall_timeout, cpu_timeout, out_of_memory, "
         "output_limit, disk_limit, cancelled, policy_denied, agent_lost, interrupted"},
        {"exit_code", FieldType::Integer, "Only where the program really exited"},
        {"signal", FieldType::Integer, "The one that ended it"},
        {"stdout", FieldType::Text,
         "What the program printed, between the marks that say so, as in the text; its end, "
         "where it "
         "is long. All of it as it was is in the resource of the run",
         true},
        {"stderr", FieldType::Text, "The same of its standard error", true},
        {"stdout_bytes", FieldType::Integer, "How much it printed in all"},
        {"stderr_bytes", FieldType::Integer, "The same of its standard error"},
        {"truncated", FieldType::Boolean, "Whether some of it is missing here"},
        {"next_seq", FieldType::Integer, "Of a run that goes on: after_seq of the next get_run"},
        {"result", FieldType::Text,
         "The last expression's value, in a context: the program's words"},
        {.name = "error",
         .type = FieldType::Object,
         .description = "The uncaught exception: the program's words",
         .fields = error},
        {.name = "artifacts",
         .type = FieldType::ObjectList,
         .description = "Pictures, tables and files that it made",
         .fields = artifactFields()},
        {"warnings", FieldType::TextList, "What was not as it was asked for"},
        {"hints", FieldType::TextList, "What to do about a failure; names in it are the program's"},
        {.name = "activity",
         .type = FieldType::Object,
         .description = "What the program did, as far as it could be seen; texts in it are the "
                        "program's",
         .fields = activityFields()},
        {"language", FieldType::Text, "Of the program"},
        {"engine", FieldType::Text, "Of the sandbox"},
        {"network", FieldType::Text, "Which one the program had"},
        {"started_at", FieldType::Text, "RFC 3339"},
        {"wall_seconds", FieldType::Number, "How long it took"},
        {"cpu_seconds", FieldType::Number, "How much the processors worked for it"},
        {"peak_memory_bytes", FieldType::Integer, "Its most; 0 = unknown"}};
    return fields;
}

Json artifactJson(const Artifact& artifact, const std::string& runId, std::size_t index)
{
    Json json
        = {{"index", index},
           {"name", oneLine(artifact.name, 400)},
           {"mime", oneLine(artifact.mime, 200)},
           {"bytes", artifact.bytes}};
    if (artifact.width > 0 && artifact.height > 0) {
        json["width"] = artifact.width;
        json["height"] = artifact.height;
    }
    addFacts(json, artifact.facts);
    if (artifact.note.empty())
        json["uri"] = artifactUri(runId, index);
    if (!artifact.note.empty())
        json["note"] = oneLine(artifact.note, 400);
    return json;
}

Json pictureBlock(const Artifact& artifact, std::uint64_t mostBytes)
{
    if (!isPicture(artifact) || artifact.storedPath.empty() || artifact.bytes > mostBytes)
        return nullptr;
    const auto bytes = readFile(artifact.storedPath, mostBytes);
    if (!bytes)
        return nullptr;
    return {
        {"type", "image"},
        {"data", toBase64(*bytes)},
        {"mimeType", artifact.mime},
        {"annotations", {{"audience", {"user", "assistant"}}, {"priority", 0.9}}}};
}

Json linkBlock(const Artifact& artifact, const std::string& runId, std::size_t index)
{
    return {
        {"type", "resource_link"},
        {"uri", artifactUri(runId, index)},
        {"name", oneLine(artifact.name, 400)},
        {"mimeType", oneLine(artifact.mime, 200)},
        {"size", artifact.bytes},
        {"annotations", {{"audience", {"user"}}, {"priority", 0.5}}}};
}

ToolResult runResult(const RunRecord& record, const RunNames& names)
{
    auto told = runText(record, namesLine(names), newMark(), runUri(names.runId));
    auto result
        = structuredResult(std::move(told.text), structuredRun(record, names, told.printed));
    // A program that fails is a result; a sandbox that went away is not what was asked for.
    result.isError
        = record.verdict == Verdict::AgentLost || record.verdict == Verdict::PolicyDenied;
    addArtifacts(result, record, names.runId);
    return result;
}

ToolResult pastRunResult(const Json& record)
{
    const bool goesOn = jsonField(record, "verdict").is_null();
    const RunNames names{jsonString(record, "run_id"), jsonString(record, "session_id"), ""};
    auto structured = Json::object();
    for (const auto& field : runOutput())
        if (const auto& value = jsonField(record, field.name); !value.is_null())
            structured[field.name] = value;
    if (auto& error = structured["error"]; error.is_object())
        error = errorJson(
            {jsonString(error, "name"), jsonString(error, "value"),
             jsonString(error, "traceback")});
    else
        structured.erase("error");
    if (const auto& activity = jsonField(record, "activity"); activity.is_object())
        structured["activity"] = activityJson(activity);
    if (structured.contains("result"))
        structured["result"] = tailOf(jsonString(structured, "result"), kMostValue);
    const auto out = jsonString(record, "stdout"), err = jsonString(record, "stderr");
    structured["sandbox_id"] = names.sandboxId;
    structured["status"] = goesOn ? "running" : "ended";
    const OutputText output
        = {out, err, jsonCount(record, "stdout_bytes"), jsonCount(record, "stderr_bytes")};
    const auto printed = markedOutput(output, kMostPrinted, newMark(), runUri(names.runId));
    addOutput(structured, printed);
    structured["truncated"] = jsonBool(record, "truncated") || printed.isCut;
    auto result = structuredResult(
        jsonString(record, "sentence") + "\n" + namesLine(names) + "\n" + printed.out + printed.err,
        std::move(structured));
    const auto verdict = jsonString(record, "verdict");
    result.isError = verdict == "interrupted" || verdict == verdictName(Verdict::AgentLost)
        || verdict == verdictName(Verdict::PolicyDenied);
    return result;
}

ToolResult restOfRun(RunRecord record, const RunNames& names, const RunProgress& since)
{
    const auto out = record.stdoutTotal, err = record.stderrTotal;
    record.stdoutBytes = since.stdoutBytes;
    record.stderrBytes = since.stderrBytes;
    record.stdoutTotal = since.stdoutBytes.size();
    record.stderrTotal = since.stderrBytes.size();
    record.truncated = record.truncated || since.lost;
    auto result = runResult(record, names);
    result.structured["stdout_bytes"] = out;
    result.structured["stderr_bytes"] = err;
    return result;
}

ToolResult runningResult(const RunProgress& progress, const RunNames& names)
{
    const auto& out = progress.stdoutBytes;
    const auto& err = progress.stderrBytes;
    std::string text = "The run goes on. " + namesLine(names)
        + "\nFollow it with get_run, after_seq " + std::to_string(progress.nextSeq)
        + "; end it with cancel_run.\n"
        + (progress.lost ? "Some of its output is not kept any more.\n" : "");
    const auto printed = markedOutput(
        {out, err, out.size(), err.size()}, kMostPrinted, newMark(), runUri(names.runId));
    Json json
        = {{"run_id", names.runId},
           {"sandbox_id", names.sandboxId},
           {"status", "running"},
           {"truncated", progress.lost || printed.isCut},
           {"next_seq", progress.nextSeq}};
    addOutput(json, printed);
    return structuredResult(text + printed.out + printed.err, std::move(json));
}

} // namespace sandbench::mcp
