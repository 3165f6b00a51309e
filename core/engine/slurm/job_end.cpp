// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/slurm/job_end.h"

#include "core/base/cgroup_text.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace sandbench::slurm {

namespace {

constexpr std::size_t kReasonBytes = 400;

struct KnownEnd
{
    std::string_view state, sentence;
};

/// The worst first.
constexpr std::array kEnds
    = {KnownEnd{
           "OUT_OF_MEMORY",
           "Slurm ended the job, which used more memory than it had asked for (OUT_OF_MEMORY)"},
       KnownEnd{"NODE_FAIL", "the job's node failed (NODE_FAIL)"},
       KnownEnd{"BOOT_FAIL", "the job's node did not start (BOOT_FAIL)"},
       KnownEnd{"TIMEOUT", "the job reached its time limit in Slurm (TIMEOUT)"},
       KnownEnd{"DEADLINE", "the job reached its deadline in Slurm (DEADLINE)"},
       KnownEnd{"PREEMPTED", "Slurm gave the job's node to another job (PREEMPTED)"},
       KnownEnd{"CANCELLED", "the job was cancelled in Slurm (CANCELLED)"},
       KnownEnd{"REVOKED", "Slurm took the job back (REVOKED)"},
       KnownEnd{"FAILED", "the job failed in Slurm (FAILED)"}};

struct KnownProblem
{
    std::string_view said; ///< A part of Slurm's words, in small letters.
    ErrorCode code;
    std::string_view remedy;
};

constexpr std::array kProblems = {
    KnownProblem{"invalid partition", ErrorCode::InvalidArgument, "'sinfo' lists the partitions"},
    KnownProblem{
        "invalid account", ErrorCode::PermissionDenied,
        "name an account that you may use with --account; 'sacctmgr show associations user=$USER' "
        "lists them"},
    KnownProblem{"invalid qos", ErrorCode::InvalidArgument, "name one that your account has"},
    KnownProblem{
        "invalid generic resource", ErrorCode::InvalidArgument,
        "'sinfo -o %G' lists what nodes have"},
    KnownProblem{"invalid gres", ErrorCode::InvalidArgument, "'sinfo -o %G' lists what nodes have"},
    KnownProblem{
        "not permitted to use this partition", ErrorCode::PermissionDenied,
        "name another partition with --partition"},
    KnownProblem{
        "limit", ErrorCode::ResourceExhausted,
        "ask for less, or end jobs of yours; 'squeue --me' lists them"},
    KnownProblem{
        "policy", ErrorCode::ResourceExhausted,
        "ask for less, or end jobs of yours; 'squeue --me' lists them"},
    KnownProblem{
        "can not be satisfied", ErrorCode::ResourceExhausted,
        "ask for less with --memory and --cpus; 'sinfo -o \"%P %c %m\"' lists what nodes have"},
    KnownProblem{
        "node configuration is not available", ErrorCode::ResourceExhausted,
        "ask for less with --memory and --cpus; 'sinfo -o \"%P %c %m\"' lists what nodes have"},
    KnownProblem{
        "partition not available", ErrorCode::Unavailable,
        "name another partition with --partition; 'sinfo' lists them"},
    KnownProblem{"invalid job id", ErrorCode::NotFound, "the job is over"},
    KnownProblem{"has expired", ErrorCode::NotFound, "the job is over"},
    KnownProblem{"already completing", ErrorCode::NotFound, "the job is over"},
    KnownProblem{
        "access/permission denied", ErrorCode::PermissionDenied, "ask the cluster's people"},
    KnownProblem{"user not found", ErrorCode::PermissionDenied, "ask the cluster's people"},
    KnownProblem{
        "authentication", ErrorCode::Unavailable, "see whether munge runs on this machine"},
    KnownProblem{"munge", ErrorCode::Unavailable, "see whether munge runs on this machine"},
    KnownProblem{
        "configuration file", ErrorCode::Unavailable,
        "set SLURM_CONF, or name the path of slurm.conf as the connection"},
    KnownProblem{
        "clustername needs", ErrorCode::Unavailable,
        "set SLURM_CONF, or name the path of slurm.conf as the connection"}};

/// "CANCELLED by 1000" and "NODE_FAIL+" begin with the state itself.
std::size_t rankOf(std::string_view state)
{
    const auto found = std::find_if(kEnds.begin(), kEnds.end(), [&](const KnownEnd& end) {
        return state.starts_with(end.state);
    });
    return static_cast<std::size_t>(found - kEnds.begin());
}

/// The last thing that it calls an error, else its last line; without the name of the command,
/// which nobody typed.
std::string reasonIn(std::string_view complaint)
{
    std::string reason, last;
    while (!complaint.empty()) {
        const auto line = oneLine(takeUpTo(complaint, '\n'), kReasonBytes);
        for (const std::string_view mark : {"fatal: ", "error: "})
            if (const auto at = line.find(mark); at != std::string::npos)
                reason = line.substr(at + mark.size());
        if (!line.empty())
            last = line;
    }
    if (reason.empty())
        reason = last;
    constexpr std::string_view kFailed = " failed: ";
    const auto at = reason.find(kFailed);
    return at == std::string::npos ? reason : reason.substr(at + kFailed.size());
}

} // namespace

std::optional<std::string> parseJobState(std::string_view record)
{
    constexpr std::string_view kName = " JobState=";
    const auto at = record.find(kName);
    if (!record.starts_with("JobId=") || at == std::string_view::npos)
        return std::nullopt;
    auto rest = record.substr(at + kName.size());
    const auto state = takeUpTo(rest, ' ');
    const bool isState = !state.empty() && state.size() < 40
        && state.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == std::string_view::npos;
    return isState ? std::optional<std::string>(state) : std::nullopt;
}

std::optional<std::string> parseAccount(std::string_view output, std::string_view name)
{
    std::optional<std::string> worst;
    while (!output.empty()) {
        auto line = takeUpTo(output, '\n');
        auto step = takeUpTo(line, '|');
        if (takeUpTo(step, '.') != name || line.empty())
            continue;
        auto state = oneLine(line, 80);
        if (!worst || rankOf(state) < rankOf(*worst))
            worst = std::move(state);
    }
    return worst;
}

std::optional<Instance::EndCause> causeOf(std::string_view state)
{
    const auto rank = rankOf(state);
    if (rank == kEnds.size())
        return std::nullopt;
    const auto& end = kEnds[rank];
    Instance::EndCause cause = {std::string(end.sentence), end.state == "OUT_OF_MEMORY"};
    if (const auto by = state.find(" by "); by != std::string_view::npos)
        cause.sentence += ", by user " + oneLine(state.substr(by + 4), 40);
    return cause;
}

bool isControllerAway(std::string_view complaint)
{
    constexpr std::array<std::string_view, 5> kWords
        = {"Unable to contact slurm controller", "Socket timed out", "Zero Bytes were transmitted",
           "Connection refused", "Slurm temporarily unable to accept job"};
    return std::any_of(kWords.begin(), kWords.end(), [complaint](std::string_view words) {
        return complaint.find(words) != std::string_view::npos;
    });
}

Error slurmProblem(std::string_view complaint)
{
    const auto reason = reasonIn(complaint);
    if (isControllerAway(complaint))
        return Error(
            ErrorCode::ConnectionLost,
            "Slurm's controller does not answer (" + reason + "); see what 'scontrol ping' says");
    const auto lower = lowerCase(complaint);
    for (const auto& known : kProblems)
        if (lower.find(known.said) != std::string::npos)
            return Error(known.code, "Slurm refuses: " + reason + "; " + std::string(known.remedy));
    return Error(
        ErrorCode::Unavailable,
        reason.empty() ? "Slurm gave no reason; see what 'scontrol ping' says"
                       : "Slurm refuses: " + reason);
}

} // namespace sandbench::slurm
