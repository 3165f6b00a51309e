// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/run_record.h"

#include "core/artifact/chart_json.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/engine/members.h"
#include "core/session/isolation_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace sandbench {

namespace {

constexpr std::int64_t kMaxLine = 100'000'000;

struct Ending
{
    std::string_view name;
    int exitStatus; ///< Of Signaled without the signal's number, of Exited where no code is known.
};

/// In the order of Verdict.
constexpr std::array<Ending, 10> kEndings
    = {{{"exited", 125},
        {"signaled", 128},
        {"wall_timeout", 124},
        {"cpu_timeout", 124},
        {"out_of_memory", 137},
        {"output_limit", 122},
        {"disk_limit", 122},
        {"cancelled", 130},
        {"policy_denied", 126},
        {"agent_lost", 125}}};
static_assert(kEndings.size() == static_cast<std::size_t>(Verdict::AgentLost) + 1);

const Ending& endingOf(Verdict verdict)
{
    return kEndings.at(static_cast<std::size_t>(verdict));
}

template <typename T> Json optionalJson(const std::optional<T>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

Json artifactsJson(const std::vector<Artifact>& artifacts)
{
    auto list = Json::array();
    for (const auto& artifact : artifacts) {
        Json entry
            = {{"index", list.size()},
               {"name", replaceInvalidUtf8(artifact.name)},
               {"mime", replaceInvalidUtf8(artifact.mime)},
               {"bytes", artifact.bytes},
               {"width", artifact.width},
               {"height", artifact.height},
               {"path", replaceInvalidUtf8(artifact.storedPath)}};
        entry.update(toJson(artifact.facts));
        list.push_back(std::move(entry));
    }
    return list;
}

Json errorJson(const std::optional<ProgramError>& error)
{
    if (!error)
        return nullptr;
    return {
        {"name", replaceInvalidUtf8(error->name)},
        {"value", replaceInvalidUtf8(error->value)},
        {"traceback", replaceInvalidUtf8(error->traceback)}};
}

// A limit reads as it was given: "60 s", "0.5 s".
std::string limitText(double seconds)
{
    char text[32];
    std::snprintf(text, sizeof text, "%g s", seconds);
    return text;
}

std::string signalText(const RunRecord& record)
{
    const int number = record.signal.value_or(0);
    const char* name = ::sigabbrev_np(number);
    return name ? "SIG" + std::string(name) : "signal " + std::to_string(number);
}

std::string diskSentence(const RunRecord& record)
{
    if (record.signal && record.runLimits.fileBytes > 0)
        return "Stopped at the file size limit of " + formatSize(record.runLimits.fileBytes);
    const auto disk = record.sandboxLimits.diskBytes;
    return disk == 0 ? "Out of disk space"
                     : "Out of disk space: the working folder may hold " + formatSize(disk)
            + ", /tmp, /home/user and /dev/shm " + formatSize(disk / 4) + " each";
}

std::string exitedSentence(const RunRecord& record)
{
    const int code = record.exitCode.value_or(0);
    return code == 0 ? "Finished in " + formatSeconds(record.wallSeconds)
                     : "Exited with status " + std::to_string(code) + " after "
            + formatSeconds(record.wallSeconds);
}

std::string deniedSentence(const RunRecord& record)
{
    if (!record.gate)
        return "Refused by the policy before anything started";
    const auto found = " (" + gateSentence(*record.gate) + ")";
    return record.gate->decision == GateDecision::Ask
        ? "Not started: the policy " + record.gate->policy + " asks first" + found
        : "Refused by the policy " + record.gate->policy + " before anything started" + found;
}

} // namespace

std::string_view verdictName(Verdict verdict)
{
    return endingOf(verdict).name;
}

std::string_view phaseName(RunPhase phase)
{
    return phase == RunPhase::Compile ? "compile" : "run";
}

Json toJson(const ResultFacts& facts)
{
    Json json = {
        {"title", replaceInvalidUtf8(facts.title)},
        {"time_ms", std::llround(facts.seconds * 1000)},
        {"dpi", facts.dpi},
        {"source", nullptr},
        {"from", facts.from == ResultFacts::From::File ? "file" : "call"},
        {"form_of", facts.formOf.empty() ? Json(nullptr) : Json(replaceInvalidUtf8(facts.formOf))},
        {"process", facts.process > 0 ? Json(facts.process) : Json(nullptr)},
        {"has_chart", facts.chart != nullptr}};
    if (!facts.sourceFile.empty())
        json["source"]
            = {{"file", replaceInvalidUtf8(facts.sourceFile)}, {"line", facts.sourceLine}};
    return json;
}

ResultFacts resultFactsOf(const Json& json)
{
    ResultFacts facts;
    facts.from
        = jsonString(json, "from") == "file" ? ResultFacts::From::File : ResultFacts::From::Call;
    facts.title = jsonString(json, "title");
    facts.seconds = jsonNumber(json, "time_ms") / 1000;
    facts.dpi = jsonNumber(json, "dpi");
    facts.sourceFile = jsonString(jsonField(json, "source"), "file");
    facts.sourceLine = static_cast<int>(
        std::clamp<std::int64_t>(jsonInt(jsonField(json, "source"), "line"), 0, kMaxLine));
    facts.formOf = jsonString(json, "form_of");
    facts.process = jsonInt(json, "process");
    return facts;
}

Json toJson(const RunRecord& record)
{
    Json json
        = {{"schema", "sandbench.run/1"},
           {"run_id", record.runId},
           {"session_id", record.sessionId},
           {"engine", record.engine},
           {"image", record.image},
           {"language", record.language},
           {"verdict", verdictName(record.verdict)},
           {"phase", phaseName(record.phase)},
           {"exit_code", optionalJson(record.exitCode)},
           {"signal", optionalJson(record.signal)}};
    json["stdout"] = replaceInvalidUtf8(record.stdoutBytes);
    json["stderr"] = replaceInvalidUtf8(record.stderrBytes);
    json["stdout_bytes"] = record.stdoutTotal;
    json["stderr_bytes"] = record.stderrTotal;
    json["truncated"] = record.truncated;
    json["wall_seconds"] = record.wallSeconds;
    json["cpu_seconds"] = record.cpuSeconds;
    json["peak_memory_bytes"] = record.peakMemoryBytes;
    json["started_at"] = record.startedAt;
    json["artifacts"] = artifactsJson(record.artifacts);
    json["error"] = errorJson(record.error);
    json["result"]
        = record.resultText.empty() ? Json(nullptr) : Json(replaceInvalidUtf8(record.resultText));
    json["limits"] = limitsJson(record.sandboxLimits, record.runLimits);
    json["network"] = record.network;
    json["profile"] = record.profile.empty() ? Json(nullptr) : Json(record.profile);
    json["differences"] = record.differences;
    json["isolation"] = isolationJson(record.isolation);
    json["gate"] = record.gate ? toJson(*record.gate) : Json(nullptr);
    json["warnings"] = record.warnings;
    json["hints"] = record.hints;
    json["activity"] = record.activity ? toJson(*record.activity) : Json(nullptr);
    if (record.changes)
        json["changes"] = toJson(*record.changes);
    return json;
}

Json wholeJson(const RunRecord& record)
{
    auto json = toJson(record);
    for (std::size_t i = 0; i < record.artifacts.size(); ++i) {
        const auto& chart = record.artifacts[i].facts.chart;
        json["artifacts"][i]["chart"] = chart ? toJson(*chart) : Json(nullptr);
    }
    return json;
}

std::string verdictSentence(const RunRecord& record)
{
    const bool compiled = record.phase == RunPhase::Run;
    const auto after = [&](const char* what) {
        return "Stopped after " + formatSeconds(record.wallSeconds) + " (" + what
            + (compiled ? ")" : ", while compiling)");
    };
    if (!compiled && record.verdict == Verdict::Exited)
        return "Not run: the compiler ended with " + std::to_string(record.exitCode.value_or(0))
            + " after " + formatSeconds(record.wallSeconds);
    if (!compiled && record.verdict == Verdict::Signaled)
        return "Not run: the compiler was ended by " + signalText(record) + " after "
            + formatSeconds(record.wallSeconds);
    switch (record.verdict) {
    case Verdict::Exited:
        return exitedSentence(record);
    case Verdict::Signaled:
        return "Ended by " + signalText(record) + " after " + formatSeconds(record.wallSeconds);
    case Verdict::WallTimeout:
        return "Stopped after " + limitText(record.runLimits.wallSeconds)
            + (compiled ? " (wall-clock limit)" : " (wall-clock limit, while compiling)");
    case Verdict::CpuTimeout:
        return after("CPU-time limit");
    case Verdict::OutOfMemory:
        return record.sandboxLimits.memoryBytes > 0
            ? "Out of memory: the sandbox may use " + formatSize(record.sandboxLimits.memoryBytes)
            : "Out of memory";
    case Verdict::OutputLimit:
        return "Stopped at the output limit of " + formatSize(record.runLimits.outputBytes)
            + " per stream";
    case Verdict::DiskLimit:
        return diskSentence(record);
    case Verdict::Cancelled:
        return after("on request");
    case Verdict::PolicyDenied:
        return deniedSentence(record);
    case Verdict::AgentLost:
        return "The sandbox went away during the run"
            + (record.evidence.empty() ? "" : " (" + record.evidence + ")")
            + "; open a new session and run again";
    }
    return {};
}

int exitStatusOf(const RunRecord& record)
{
    const int status = endingOf(record.verdict).exitStatus;
    if (record.verdict == Verdict::Exited)
        return record.exitCode.value_or(status);
    return record.verdict == Verdict::Signaled ? status + record.signal.value_or(0) : status;
}

} // namespace sandbench
