// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// What a server answers to POST /execute, parsed. No I/O.
#include "core/base/text.h"
#include "core/batch/batch_place.h"

#include <climits>

namespace sandbench::batch {
namespace {

constexpr std::size_t kLongestSaid = 500;

/// The one of @p Name's values, up to @p last, that is called @p name.
template <auto Name, typename Value> std::optional<Value> named(std::string_view name, Value last)
{
    for (int i = 0; i <= static_cast<int>(last); ++i)
        if (Name(static_cast<Value>(i)) == name)
            return static_cast<Value>(i);
    return std::nullopt;
}

std::optional<int> numberIn(const Json& json, std::string_view member)
{
    const auto& value = jsonField(json, member);
    if (!value.is_number_integer())
        return std::nullopt;
    const auto number = jsonInt(json, member);
    return number >= INT_MIN && number <= INT_MAX ? std::optional(static_cast<int>(number))
                                                  : std::nullopt;
}

/// Where a problem has no code that we know.
ErrorCode codeOfStatus(int status)
{
    switch (status) {
    case 400:
    case 413:
    case 422:
        return ErrorCode::InvalidArgument;
    case 401:
    case 403:
        return ErrorCode::PermissionDenied;
    case 404:
        return ErrorCode::NotFound;
    case 429:
        return ErrorCode::ResourceExhausted;
    default:
        return status >= 500 ? ErrorCode::Unavailable : ErrorCode::Protocol;
    }
}

} // namespace

Result<RunRecord> recordOf(std::string_view body)
{
    const auto json = parseJson(body, kMostAnswer);
    const auto verdict = json ? named<verdictName>(jsonString(*json, "verdict"), Verdict::AgentLost)
                              : std::nullopt;
    if (!verdict)
        return Error(
            ErrorCode::Protocol, "its answer is no record of a run; is it a sandbenchctl serve?");
    RunRecord record;
    record.verdict = *verdict;
    record.phase = jsonString(*json, "phase") == phaseName(RunPhase::Compile) ? RunPhase::Compile
                                                                              : RunPhase::Run;
    record.runId = oneLine(jsonString(*json, "run_id"), kLongestSaid);
    record.startedAt = oneLine(jsonString(*json, "started_at"), kLongestSaid);
    record.exitCode = numberIn(*json, "exit_code");
    record.signal = numberIn(*json, "signal");
    record.stdoutBytes = jsonString(*json, "stdout");
    record.stderrBytes = jsonString(*json, "stderr");
    record.truncated = jsonBool(*json, "truncated");
    record.stdoutTotal = record.stdoutBytes.size();
    record.stderrTotal = record.stderrBytes.size();
    // Bytes that are no text are longer here than they were there: only what was cut is less.
    if (record.truncated) {
        record.stdoutTotal = std::max(record.stdoutTotal, jsonCount(*json, "stdout_bytes"));
        record.stderrTotal = std::max(record.stderrTotal, jsonCount(*json, "stderr_bytes"));
    }
    record.wallSeconds = jsonNumber(*json, "wall_seconds");
    record.peakMemoryBytes = jsonCount(*json, "peak_memory_bytes");
    const auto& limits = jsonField(*json, "limits");
    record.runLimits.wallSeconds = jsonNumber(limits, "wall_seconds");
    record.sandboxLimits.memoryBytes = jsonCount(limits, "memory_bytes");
    record.differences = jsonTexts(*json, "differences");
    return record;
}

Error refusalOf(int status, std::string_view body)
{
    const auto json = parseJson(body, kMostAnswer);
    const auto code = json ? named<errorCodeName>(jsonString(*json, "code"), ErrorCode::Internal)
                           : std::nullopt;
    const auto said = json ? oneLine(jsonString(*json, "detail"), kLongestSaid) : std::string();
    return Error(
        code.value_or(codeOfStatus(status)),
        said.empty() ? "the server answers with status " + std::to_string(status) : said);
}

} // namespace sandbench::batch
