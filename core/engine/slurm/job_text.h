// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/policy/sizes.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What Slurm's commands print of jobs. Untrusted text, bounded. No I/O. Source: squeue(1),
/// sbatch(1), Slurm 20.11 to 25.05, with SLURM_TIME_FORMAT=%s.
namespace sandbench::slurm {

/// Of a keeper's folder on its node; hexadecimal digits follow.
inline constexpr std::string_view kFolderPrefix = "/tmp/sandbench-keeper-";

/// What we write into a job's comment, by which other programs of ours know it.
struct JobStamp
{
    std::string session; ///< Empty = several sessions share the job.
    std::string owner; ///< See core/engine/ownership.h.
    std::string folder; ///< On its node; see keeper_script.h.
    std::string asked; ///< Of a shared one: a digest of what was asked for.

    bool operator==(const JobStamp&) const = default;
};

/// "sandbench session=… owner=… folder=… asked=…".
std::string writeStamp(const JobStamp& stamp);
/// Nothing for what writeStamp() would not have said.
std::optional<JobStamp> parseStamp(std::string_view comment);

/// A job, as Slurm's commands know it.
struct JobId
{
    std::uint64_t number = 0; ///< Its own: for srun.
    /// For all others: "12", of an element of an array "12_3". Such an element may have the number
    /// of the array, by which they would mean all of it.
    std::string name;

    bool isElement() const { return name.find('_') != std::string::npos; }
    /// "12" of "12_3".
    std::string array() const { return name.substr(0, name.find('_')); }
    /// "3" of "12_3"; empty = it is no element.
    std::string element() const { return isElement() ? name.substr(name.find('_') + 1) : ""; }
    bool operator==(const JobId&) const = default;
};
/// One that is no element.
inline JobId jobId(std::uint64_t number)
{
    return {number, std::to_string(number)};
}

struct Job
{
    JobId id;
    std::string state; ///< "PENDING", "RUNNING", "COMPLETING" …
    std::string reason; ///< Of one that waits: "Resources", "Priority" …
    std::int64_t startsAt
        = -1; ///< Units: seconds since 1970; an estimate while it waits; -1 = none.
    std::int64_t submittedAt = -1; ///< Units: seconds since 1970; -1 = it does not say.
    std::string host; ///< The node of its batch script; empty while it waits.
    std::string name, comment;
};

/// For squeue's --format, with --array: one line for each job, as parseJobs() reads it. The comment
/// may hold anything and is the last.
inline constexpr auto kJobFormat = "%A|%i|%T|%r|%S|%V|%B|%j|%k";

/// Lines that are none are left out. At most 10,000.
std::vector<Job> parseJobs(std::string_view output);

/// Of 'sbatch --parsable': "12" or "12;cluster". Errors: Protocol.
Result<std::uint64_t> parseSubmitted(std::string_view output);

/// Why it is not there yet, for people: "job 12 is pending: Resources, estimated start 22:10".
/// @p now: an estimate of another day has its date. Units: seconds since 1970.
std::string waitingLine(const Job& job, std::int64_t now);

/// The reason for which a job will never start as it is; empty = it may.
std::string hopelessReason(const Job& job);

/// Of 'sinfo --format=%c|%m': the most that one node has. Lines that are none are left out.
HostCapacity parseNodes(std::string_view output);

/// What jobs can be asked for by: each name once, in the order of its first line, at most 500 of a
/// kind; none that isJobWord() (slurm_members.h) refuses.
using Names = std::vector<std::string>;
/// Of 'sinfo --format=%R'.
Names parsePartitions(std::string_view output);
struct Associations
{
    Names accounts, qos;
};
/// Of 'sacctmgr --noheader --parsable2 show associations format=Account,QOS'.
Associations parseAssociations(std::string_view output);

} // namespace sandbench::slurm
