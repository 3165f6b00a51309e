// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/verdict.h"

#include <algorithm>
#include <csignal>

namespace sandbench {

namespace {

constexpr std::int64_t kMaxExitCode = 255;
constexpr std::int64_t kMaxSignal = 64;
constexpr std::size_t kMaxScratch = 16;

struct Decision
{
    Verdict verdict;
    std::string evidence;
};

std::optional<int>
numberIn(const Json& reply, std::string_view key, std::int64_t low, std::int64_t high)
{
    const auto& value = jsonField(reply, key);
    if (!value.is_number_integer())
        return std::nullopt;
    const auto number = jsonInt(reply, key, -1);
    return number < low || number > high ? std::nullopt : std::optional(static_cast<int>(number));
}

double secondsIn(const Json& reply, std::string_view key)
{
    const auto value = jsonNumber(reply, key);
    return value >= 0 && value < 1e9 ? value : 0;
}

std::optional<Decision> judgeWithoutReport(const RunEvidence& evidence)
{
    if (evidence.ended && (evidence.ended->exitCode || evidence.ended->signal))
        return std::nullopt;
    switch (evidence.killed) {
    case KilledBecause::StopRequested:
        return Decision{Verdict::Cancelled, "a stop was requested"};
    case KilledBecause::SessionClosed:
        return Decision{Verdict::Cancelled, "the session was closed"};
    case KilledBecause::WallGuard:
        return Decision{
            Verdict::WallTimeout,
            "the sandbox was ended from outside, its agent did not end the run"};
    case KilledBecause::Nothing:
        break;
    }
    if (evidence.agentLost && evidence.endedByMemory)
        return Decision{
            Verdict::OutOfMemory,
            evidence.endCause.empty() ? "the kernel ended the sandbox for its memory"
                                      : evidence.endCause};
    if (evidence.agentLost && evidence.oomKills > 0)
        return Decision{
            Verdict::OutOfMemory, "the kernel counted a memory kill and the agent is gone"};
    if (evidence.agentLost)
        return Decision{
            Verdict::AgentLost,
            (evidence.loss.empty() ? "the sandbox's agent is gone" : evidence.loss)
                + (evidence.endCause.empty() ? std::string() : ": " + evidence.endCause)};
    return Decision{Verdict::AgentLost, "the sandbox's agent did not say how the program ended"};
}

std::optional<Decision> judgeByCause(const RunEvidence& evidence)
{
    const auto& cause = evidence.ended->cause;
    if (cause == "wall")
        return Decision{Verdict::WallTimeout, "the agent ended the run at its wall-clock limit"};
    if (cause == "cpu")
        return Decision{Verdict::CpuTimeout, "the run used up its CPU time"};
    if (cause == "output")
        return Decision{Verdict::OutputLimit, "the agent ended the run at its output limit"};
    if (cause == "killed" && evidence.killed == KilledBecause::WallGuard)
        return Decision{Verdict::WallTimeout, "the run was ended past its wall-clock limit"};
    if (cause == "killed")
        return Decision{Verdict::Cancelled, "the run was ended by request"};
    return std::nullopt;
}

// A cell's ending by a signal shows only in the exit code or the error.
bool interruptedCell(const RunEvidence& evidence, int sent)
{
    const auto code = evidence.ended->exitCode.value_or(0);
    return evidence.inContext
        && (code == 128 + sent || (sent == SIGINT && code != 0 && evidence.sawInterrupt));
}

bool endedBySentSignal(const RunEvidence& evidence)
{
    return std::any_of(evidence.signalsSent.begin(), evidence.signalsSent.end(), [&](int sent) {
        return evidence.ended->signal == sent || interruptedCell(evidence, sent);
    });
}

std::optional<Decision> judgeBySignal(const RunEvidence& evidence)
{
    const auto& ended = *evidence.ended;
    const bool sent = endedBySentSignal(evidence);
    if (sent || (ended.signal && ended.cause == "signal_requested"))
        return Decision{Verdict::Cancelled, "the program ended by the signal that was sent to it"};
    if (ended.signal == SIGKILL && evidence.oomKills > 0)
        return Decision{Verdict::OutOfMemory, "the kernel counted a memory kill in the sandbox"};
    const bool failed = ended.signal || ended.exitCode != 0;
    if (evidence.hasFileLimit && ended.signal == SIGXFSZ)
        return Decision{Verdict::DiskLimit, "the program wrote more into a file than it may"};
    if (failed && !ended.fullScratch.empty())
        return Decision{Verdict::DiskLimit, "the sandbox's disk was full when the program failed"};
    return std::nullopt;
}

Decision decide(const RunEvidence& evidence)
{
    if (const auto decision = judgeWithoutReport(evidence))
        return *decision;
    if (const auto decision = judgeByCause(evidence))
        return *decision;
    if (const auto decision = judgeBySignal(evidence))
        return *decision;
    if (evidence.ended->signal)
        return {Verdict::Signaled, "the program ended by a signal that Sandbench did not send"};
    if (evidence.inContext)
        return {
            Verdict::Exited,
            "the context's interpreter says that the cell ended; its cells could change what it "
            "says"};
    return {Verdict::Exited, "the program ended by itself"};
}

std::string memoryWarning(std::uint64_t kills)
{
    return kills == 1 ? "1 process in the sandbox was killed for memory"
                      : std::to_string(kills) + " processes in the sandbox were killed for memory";
}

} // namespace

EndedReport readEndedReport(const Json& reply, const std::string& machine)
{
    EndedReport report;
    report.exitCode = numberIn(reply, "exit_code", 0, kMaxExitCode);
    report.signal = numberIn(reply, "signal", 1, kMaxSignal);
    if (report.signal)
        report.exitCode.reset();
    report.cause = jsonString(reply, "cause");
    report.wallSeconds = secondsIn(reply, "wall_seconds");
    report.cpuSeconds = secondsIn(reply, "cpu_seconds");
    report.maxRssBytes = jsonCount(reply, "max_rss_bytes");
    report.oomKills = jsonCount(reply, "oom_kills");
    report.pidsDenied = jsonCount(reply, "pids_denied");
    if (const auto peak = jsonCount(reply, "memory_peak_bytes"); peak > 0)
        report.memoryPeakBytes = peak;
    report.contextAlive = jsonBool(reply, "context_alive", true);
    report.canBeUndone = jsonInt(reply, "step") > 0;
    for (const auto& path : jsonField(reply, "scratch_full"))
        if (path.is_string() && report.fullScratch.size() < kMaxScratch)
            report.fullScratch.push_back(path.get<std::string>());
    report.activity = readActivity(reply, machine);
    return report;
}

RunVerdict judgeRun(const RunEvidence& evidence)
{
    RunVerdict result;
    const auto decision = decide(evidence);
    result.verdict = decision.verdict;
    result.evidence = decision.evidence;
    if (evidence.ended && result.verdict != Verdict::AgentLost) {
        result.exitCode = evidence.ended->exitCode;
        result.signal = evidence.ended->signal;
    }
    if (evidence.oomKills > 0 && result.verdict != Verdict::OutOfMemory)
        result.warnings.push_back(memoryWarning(evidence.oomKills));
    if (evidence.pidsDenied > 0)
        result.warnings.emplace_back(
            "The process limit was reached; the kernel refused to start more processes or threads");
    if (result.verdict == Verdict::Signaled && result.signal == SIGKILL)
        result.warnings.emplace_back(
            "Something sent the program SIGKILL; it was no memory kill, the kernel counted none");
    if (evidence.ended && evidence.killed == KilledBecause::StopRequested
        && result.verdict == Verdict::Exited)
        result.warnings.emplace_back("The program ended by itself before the stop reached it");
    return result;
}

} // namespace sandbench
