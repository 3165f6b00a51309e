// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/slurm/keeper.h"

#include "core/base/clock.h"
#include "core/base/stoppable_mutex.h"
#include "core/base/text.h"
#include "core/engine/slurm/job_end.h"

#include <algorithm>
#include <ctime>
#include <fcntl.h>
#include <unistd.h>

namespace sandbench::slurm {

namespace {

using namespace std::chrono_literals;

/// A controller that restarts reads its state first.
constexpr auto kPatience = 60s;
constexpr auto kCancelMoment = 80ms;
constexpr auto kEndPatience = 40s; ///< Slurm itself waits 30 s before it kills what does not end.
constexpr auto kFirstPause = 20ms;
constexpr auto kLongestPause = 5s;
constexpr auto kLookPause = 100ms;
constexpr int kSubmissions = 3;
constexpr auto kOverPatience = 2s;

Result<std::vector<Job>> jobsOf(
    const Programs& programs, std::vector<std::string> which, std::chrono::seconds patience,
    std::stop_token stop)
{
    which.insert(which.end(), {"--noheader", std::string("--format=") + kJobFormat});
    auto output = programs.run("squeue", std::move(which), "", patience, std::move(stop));
    // That of a job which is over, once the controller has forgotten it.
    if (output.failedAs(ErrorCode::NotFound))
        return std::vector<Job>();
    if (!output)
        return std::move(output.error());
    return parseJobs(*output);
}

Result<std::optional<Job>> jobOf(
    const Programs& programs, std::uint64_t id, std::chrono::seconds patience, std::stop_token stop)
{
    SANDBENCH_TRY(
        auto jobs, jobsOf(programs, {"--jobs=" + std::to_string(id)}, patience, std::move(stop)));
    return jobs.empty() ? std::optional<Job>() : std::optional<Job>(std::move(jobs.front()));
}

Error hopeless(const Job& job, const std::string& reason)
{
    const bool isRight = reason.find("Account") != std::string::npos
        || reason.find("QOSNotAllowed") != std::string::npos;
    const bool isHeld = reason.starts_with("JobHeld");
    return Error(
        isRight      ? ErrorCode::PermissionDenied
            : isHeld ? ErrorCode::Unavailable
                     : ErrorCode::ResourceExhausted,
        "Slurm will not start job " + std::to_string(job.id) + " (" + reason
            + "); ask for less, or for another partition, account or quality of service");
}

/// One that ended is known for minutes. A controller that is killed and started again may not have
/// written down yet what it was told last.
bool isForgotten(const Programs& programs, std::uint64_t id)
{
    return programs
        .run("scontrol", {"show", "job", "--oneliner", std::to_string(id)}, "", kPatience, {})
        .failedAs(ErrorCode::NotFound);
}

/// Waits until the job runs, telling why it does not yet.
class StartWait
{
public:
    StartWait(
        const Programs& programs, std::uint64_t id,
        const std::function<void(std::string_view)>& onWaiting, const std::stop_token& stop)
        : m_programs(programs)
        , m_id(id)
        , m_onWaiting(onWaiting)
        , m_stop(stop)
    {
    }

    Result<std::string> run()
    {
        for (Clock::duration pause = kFirstPause;;
             pause = std::min<Clock::duration>(pause * 2, kLongestPause)) {
            SANDBENCH_TRY(const auto job, jobOf(m_programs, m_id, kPatience, m_stop));
            if (job && job->state == "RUNNING")
                return job->host;
            if (!job && isForgotten(m_programs, m_id))
                return Error(ErrorCode::NotFound, "Slurm's controller lost the job");
            if (!job || (job->state != "PENDING" && job->state != "CONFIGURING"))
                return jobIsOver(m_programs, m_id);
            if (const auto reason = hopelessReason(*job); !reason.empty())
                return hopeless(*job, reason);
            tell(*job);
            restUntil(Clock::now() + pause, m_stop);
            if (m_stop.stop_requested())
                return Error(ErrorCode::Cancelled, "stopped while a job waited in Slurm's queue");
        }
    }

private:
    void tell(const Job& job)
    {
        auto line = waitingLine(job, std::time(nullptr));
        if (m_onWaiting && line != m_told)
            m_onWaiting(line);
        m_told = std::move(line);
    }

    const Programs& m_programs;
    const std::uint64_t m_id;
    const std::function<void(std::string_view)>& m_onWaiting;
    const std::stop_token m_stop;
    std::string m_told;
};

/// The one that @p matches, which waits or runs.
template <typename Matches>
Result<std::optional<OurJob>>
findOurs(const Programs& programs, const std::stop_token& stop, Matches matches)
{
    SANDBENCH_TRY(auto jobs, ourJobs(programs, stop));
    for (auto& one : jobs)
        if ((one.job.state == "RUNNING" || one.job.state == "PENDING") && matches(one.stamp))
            return std::optional(std::move(one));
    return std::optional<OurJob>();
}

/// A controller that was asked and did not answer may have made the job: its folder's name tells.
Result<std::uint64_t>
submit(const Programs& programs, const KeeperPlan& plan, const std::stop_token& stop)
{
    const auto script = keeperScript(plan);
    const auto until = Clock::now() + kPatience;
    for (;;) {
        auto output = programs.runOnce("sbatch", submitArguments(plan), script, kPatience, stop);
        if (output)
            return parseSubmitted(*output);
        if (!output.failedAs(ErrorCode::ConnectionLost) || Clock::now() >= until)
            return std::move(output.error());
        SANDBENCH_TRY(const auto made, findOurs(programs, stop, [&](const JobStamp& stamp) {
                          return stamp.folder == plan.stamp.folder;
                      }));
        if (made)
            return made->job.id;
    }
}

} // namespace

Result<std::vector<OurJob>> ourJobs(const Programs& programs, std::stop_token stop)
{
    SANDBENCH_TRY(
        auto jobs,
        jobsOf(programs, {"--user=" + std::to_string(::geteuid())}, kPatience, std::move(stop)));
    std::vector<OurJob> ours;
    for (auto& job : jobs)
        if (auto stamp = parseStamp(job.comment); stamp && job.name.starts_with("sandbench-"))
            ours.push_back({std::move(job), *std::move(stamp)});
    return ours;
}

void cancelJob(const Programs& programs, std::uint64_t id)
{
    const UniqueFd nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
    auto spec = programs.spawnSpec("scancel", {"--quiet", std::to_string(id)});
    spec.fds = {nothing.get(), nothing.get(), nothing.get()};
    auto child = ChildProcess::spawn(spec);
    if (child && !child->wait(kCancelMoment))
        child->letGo();
}

Result<void> endJob(const Programs& programs, std::uint64_t id)
{
    auto cancelled = programs.run("scancel", {"--quiet", std::to_string(id)}, "", kPatience, {});
    if (!cancelled && !cancelled.failedAs(ErrorCode::NotFound))
        return std::move(cancelled.error());
    const auto until = Clock::now() + kEndPatience;
    for (Clock::duration pause = kFirstPause; Clock::now() < until;
         pause = std::min<Clock::duration>(pause * 2, kLookPause)) {
        SANDBENCH_TRY(const auto job, jobOf(programs, id, kPatience, {}));
        if (!job)
            return {};
        restUntil(Clock::now() + pause, {});
    }
    return Error(ErrorCode::Timeout, "job " + std::to_string(id) + " does not end");
}

std::optional<Instance::EndCause>
askCause(const Programs& programs, std::uint64_t id, std::chrono::milliseconds patience)
{
    const auto until = Clock::now() + patience;
    while (Clock::now() < until) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
        const auto number = std::to_string(id);
        const auto record
            = programs.runOnce("scontrol", {"show", "job", "--oneliner", number}, "", left, {});
        const auto state = record ? parseJobState(*record) : std::nullopt;
        // Whose doing it was, and how its steps ended, only the accounts tell.
        const auto account = programs.runOnce(
            "sacct",
            {"--noheader", "--parsable2", "--jobs=" + number,
             std::string("--format=") + kAccountFormat},
            "", left, {});
        const auto told = account ? parseAccount(*account, id) : std::nullopt;
        for (const auto& one : {told, state})
            if (const auto cause = one ? causeOf(*one) : std::nullopt)
                return cause;
        if (!record || (state && *state != "RUNNING" && *state != "COMPLETING"))
            return std::nullopt;
        restUntil(Clock::now() + kLookPause, {});
    }
    return std::nullopt;
}

Error jobIsOver(const Programs& programs, std::uint64_t id)
{
    const auto cause = askCause(programs, id, kOverPatience);
    const auto number = std::to_string(id);
    return Error(
        ErrorCode::Unavailable,
        "job " + number + " ended before there was a sandbox in it"
            + (cause ? ": " + cause->sentence : std::string()) + "; see what 'scontrol show job "
            + number + "' says");
}

Result<Keeper> openKeeper(
    const Programs& programs, KeeperPlan plan,
    const std::function<void(std::string_view)>& onWaiting, const std::stop_token& stop)
{
    Keeper keeper;
    keeper.isOurs = !plan.options.sharesJob;
    keeper.folder = plan.stamp.folder;
    if (!keeper.isOurs) {
        plan.stamp.asked = askedFor(plan);
        SANDBENCH_TRY(const auto there, findOurs(programs, stop, [&](const JobStamp& stamp) {
                          return stamp.asked == plan.stamp.asked;
                      }));
        if (there) {
            keeper.id = there->job.id;
            keeper.folder = there->stamp.folder;
        }
    }
    for (int tries = 1;; ++tries) {
        const bool isNew = keeper.id == 0;
        if (isNew) {
            SANDBENCH_TRY(keeper.id, submit(programs, plan, stop));
        }
        auto host = StartWait(programs, keeper.id, onWaiting, stop).run();
        if (host) {
            keeper.host = *std::move(host);
            return keeper;
        }
        if (isNew)
            cancelJob(programs, keeper.id);
        if (!host.failedAs(ErrorCode::NotFound) || tries == kSubmissions)
            return std::move(host.error());
        keeper.id = 0;
        keeper.folder = plan.stamp.folder;
    }
}

} // namespace sandbench::slurm
