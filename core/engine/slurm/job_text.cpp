// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/slurm/job_text.h"

#include "core/base/cgroup_text.h"
#include "core/base/text.h"
#include "core/engine/slurm/slurm_members.h"

#include <algorithm>
#include <array>
#include <ctime>

namespace sandbench::slurm {

using cgroup_text::number;

namespace {

constexpr std::size_t kMostJobs = 10'000;
constexpr std::size_t kMostNames = 500;
constexpr std::size_t kLongestField = 4096;
constexpr std::string_view kMark = "sandbench";

void addName(Names& names, std::string_view text)
{
    const std::string name(cgroup_text::trimmed(text));
    if (names.size() < kMostNames && isJobWord(name)
        && std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(name);
}

/// No space and nothing that a terminal obeys.
bool isWord(std::string_view text)
{
    return text.size() <= 512
        && std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 0x7f; });
}

/// It becomes a word of a shell's.
bool isFolder(std::string_view path)
{
    constexpr std::size_t kLongest = 100;
    return path.starts_with(kFolderPrefix) && path.size() > kFolderPrefix.size()
        && path.size() <= kLongest
        && path.find_first_not_of("0123456789abcdef", kFolderPrefix.size())
        == std::string_view::npos;
}

std::int64_t timeOf(std::string_view text)
{
    const auto seconds = number<std::int64_t>(text);
    return seconds && *seconds > 0 ? *seconds : -1;
}

std::string fieldOf(std::string_view text)
{
    return oneLine(text, kLongestField);
}

/// "12", "12_3".
bool isJobName(std::string_view text)
{
    const auto isNumber = [](std::string_view part) {
        return !part.empty() && part.size() <= 20
            && part.find_first_not_of("0123456789") == std::string_view::npos;
    };
    const bool isElement = text.find('_') != std::string_view::npos;
    return isNumber(takeUpTo(text, '_')) && (isElement ? isNumber(text) : text.empty());
}

std::optional<Job> parseJob(std::string_view line)
{
    if (std::count(line.begin(), line.end(), '|') < 8)
        return std::nullopt;
    Job job;
    const auto id = number<std::uint64_t>(takeUpTo(line, '|'));
    const auto name = takeUpTo(line, '|');
    if (!id || *id == 0 || !isJobName(name))
        return std::nullopt;
    job.id = {*id, std::string(name)};
    job.state = fieldOf(takeUpTo(line, '|'));
    job.reason = fieldOf(takeUpTo(line, '|'));
    job.startsAt = timeOf(takeUpTo(line, '|'));
    job.submittedAt = timeOf(takeUpTo(line, '|'));
    job.host = fieldOf(takeUpTo(line, '|'));
    if (job.host == "n/a" || job.host == "N/A" || job.host == "(null)")
        job.host.clear();
    job.name = fieldOf(takeUpTo(line, '|'));
    job.comment = fieldOf(line);
    return job;
}

bool isSameDay(const std::tm& left, const std::tm& right)
{
    return left.tm_year == right.tm_year && left.tm_yday == right.tm_yday;
}

std::string timeText(std::int64_t at, std::int64_t now)
{
    const auto then = static_cast<std::time_t>(at), today = static_cast<std::time_t>(now);
    std::tm when = {}, current = {};
    if (::localtime_r(&then, &when) == nullptr || ::localtime_r(&today, &current) == nullptr)
        return {};
    char text[40] = {};
    std::strftime(text, sizeof text, isSameDay(when, current) ? "%H:%M" : "%Y-%m-%d %H:%M", &when);
    return text;
}

} // namespace

std::string writeStamp(const JobStamp& stamp)
{
    return std::string(kMark) + " session=" + stamp.session + " owner=" + stamp.owner
        + " folder=" + stamp.folder + " asked=" + stamp.asked;
}

std::optional<JobStamp> parseStamp(std::string_view comment)
{
    if (takeUpTo(comment, ' ') != kMark)
        return std::nullopt;
    JobStamp stamp;
    for (auto [name, into] :
         {std::pair<std::string_view, std::string*>{"session=", &stamp.session},
          {"owner=", &stamp.owner},
          {"folder=", &stamp.folder},
          {"asked=", &stamp.asked}}) {
        const auto word = takeUpTo(comment, ' ');
        if (!word.starts_with(name) || !isWord(word))
            return std::nullopt;
        *into = word.substr(name.size());
    }
    const bool isWhole = comment.empty() && isFolder(stamp.folder);
    return isWhole ? std::optional(std::move(stamp)) : std::nullopt;
}

std::vector<Job> parseJobs(std::string_view output)
{
    std::vector<Job> jobs;
    while (!output.empty() && jobs.size() < kMostJobs)
        if (auto job = parseJob(takeUpTo(output, '\n')))
            jobs.push_back(*std::move(job));
    return jobs;
}

Result<std::uint64_t> parseSubmitted(std::string_view output)
{
    auto line = takeUpTo(output, '\n');
    const auto id = number<std::uint64_t>(takeUpTo(line, ';'));
    if (!id || *id == 0 || !cgroup_text::trimmed(output).empty())
        return Error(ErrorCode::Protocol, "sbatch did not say which job it made");
    return *id;
}

std::string waitingLine(const Job& job, std::int64_t now)
{
    auto line = "job " + job.id.name + " is " + lowerCase(job.state);
    if (!job.reason.empty() && job.reason != "None")
        line += ": " + oneLine(job.reason, 200);
    // An estimate that is over says nothing.
    if (job.startsAt > now)
        line += ", estimated start " + timeText(job.startsAt, now);
    return line;
}

std::string hopelessReason(const Job& job)
{
    constexpr std::array<std::string_view, 13> kReasons
        = {"PartitionConfig",
           "PartitionNodeLimit",
           "PartitionTimeLimit",
           "BadConstraints",
           "InvalidAccount",
           "InvalidQOS",
           "AccountNotAllowed",
           "QOSNotAllowed",
           "JobHeldUser",
           "JobHeldAdmin",
           "PartitionInactive",
           "DependencyNeverSatisfied",
           "launch_failed_requeued_held"};
    if (job.state != "PENDING")
        return {};
    const auto& reason = job.reason;
    const auto says
        = [&reason](std::string_view words) { return reason.find(words) != std::string::npos; };
    // A partition's rules are a sentence: "User's group not permitted to use this partition". What
    // an account may use in all is gone when it is used up; what may run at a time comes back.
    const bool isKnown = std::find(kReasons.begin(), kReasons.end(), reason) != kReasons.end()
        || says("PerJob") || says("not permitted") || (says("Minutes") && !says("RunMinutes"));
    return isKnown ? reason : std::string();
}

HostCapacity parseNodes(std::string_view output)
{
    HostCapacity most;
    while (!output.empty()) {
        auto line = takeUpTo(output, '\n');
        // "16+" where some nodes have more.
        auto cpus = takeUpTo(line, '|'), megabytes = cgroup_text::trimmed(line);
        const auto count = number<std::uint32_t>(takeUpTo(cpus, '+'));
        const auto memory = number<std::uint32_t>(takeUpTo(megabytes, '+'));
        if (!count || !memory)
            continue;
        most.cpus = std::max(most.cpus, static_cast<double>(*count));
        most.memoryBytes = std::max(most.memoryBytes, std::uint64_t{*memory} << 20);
    }
    return most;
}

Names parsePartitions(std::string_view output)
{
    Names names;
    while (!output.empty())
        addName(names, takeUpTo(output, '\n'));
    return names;
}

Associations parseAssociations(std::string_view output)
{
    Associations found;
    while (!output.empty()) {
        auto line = takeUpTo(output, '\n');
        addName(found.accounts, takeUpTo(line, '|'));
        while (!line.empty())
            addName(found.qos, takeUpTo(line, ','));
    }
    return found;
}

} // namespace sandbench::slurm
