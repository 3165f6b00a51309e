// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/units.h"
#include "core/image_check/run_image_checks.h"

namespace sandbench::image_check {

namespace {

/// Whether it is the image's fault that nothing started.
bool isOfImage(const Error& error)
{
    switch (error.code()) {
    case ErrorCode::NotFound:
    case ErrorCode::InvalidArgument:
    case ErrorCode::PermissionDenied:
    case ErrorCode::Io:
        return true;
    default:
        return false;
    }
}

std::string expectedExit(const CommandCheck& check)
{
    return check.exit ? "it exits with " + std::to_string(*check.exit) : "it ends by itself";
}

std::string endOf(const RunRecord& record)
{
    auto text = verdictSentence(record);
    if (!record.stderrBytes.empty())
        text += ": " + record.stderrBytes;
    return text;
}

/// The first of @p expected that does not hold.
std::optional<Finding> firstUnlike(
    const CommandCheck& check, const std::vector<Expectation>& expected, const char* stream,
    const std::string& bytes)
{
    for (const auto& one : expected)
        if (!holds(one, bytes))
            return Finding::failed(
                check.name, std::string(stream) + " " + sentenceOf(one),
                bytes.empty() ? "nothing" : bytes);
    return std::nullopt;
}

Finding judge(const CommandCheck& check, const RunRecord& record)
{
    if (record.verdict == Verdict::AgentLost || record.verdict == Verdict::Cancelled
        || record.verdict == Verdict::PolicyDenied)
        return Finding::notChecked(check.name, verdictSentence(record));
    if (record.verdict == Verdict::WallTimeout)
        return check.mayStillRun
            ? Finding::passed(check.name)
            : Finding::failed(
                check.name, "it ends within " + formatSeconds(check.timeout), "it ran on");
    const bool isEnd = record.verdict == Verdict::Exited && record.exitCode;
    if (!isEnd || (check.exit && *record.exitCode != *check.exit))
        return Finding::failed(check.name, expectedExit(check), endOf(record));
    if (record.truncated && !(check.out.empty() && check.err.empty()))
        return Finding::failed(
            check.name, "it prints " + formatSize(kMostOutput) + " at most", "it printed more");
    if (auto unlike = firstUnlike(check, check.out, "standard output", record.stdoutBytes))
        return *std::move(unlike);
    if (auto unlike = firstUnlike(check, check.err, "standard error", record.stderrBytes))
        return *std::move(unlike);
    return Finding::passed(check.name);
}

} // namespace

Finding judgeCommand(const CommandCheck& check, const Result<RunRecord>& ended)
{
    if (!ended)
        return isOfImage(ended.error())
            ? Finding::failed(check.name, "it can be started", ended.error().text())
            : Finding::notChecked(check.name, ended.error().text());
    auto finding = judge(check, *ended);
    finding.seconds = ended->wallSeconds;
    return finding;
}

} // namespace sandbench::image_check
