// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/slurm/job_queue.h"

#include "core/base/clock.h"
#include "core/base/stoppable_condition.h"
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
constexpr auto kOverPatience = 2s;

Result<std::vector<Job>> jobsOf(
    const Programs& programs, std::vector<std::string> which, std::chrono::seconds patience,
    std::stop_token stop)
{
    which.insert(which.end(), {"--noheader", "--array", std::string("--format=") + kJobFormat});
    auto output = programs.run("squeue", std::move(which), "", patience, std::move(stop));
    // That of a job which is over, once the controller has forgotten it.
    if (output.failedAs(ErrorCode::NotFound))
        return std::vector<Job>();
    if (!output)
        return std::move(output.error());
    return parseJobs(*output);
}

Error hopeless(const Job& job, const std::string& reason)
{
    const bool isRight = reason.find("Account") != std::string::npos
        || reason.find("QOSNotAllowed") != std::string::npos
        || reason.find("not permitted") != std::string::npos;
    const bool isHeld = reason.starts_with("JobHeld");
    return Error(
        isRight      ? ErrorCode::PermissionDenied
            : isHeld ? ErrorCode::Unavailable
                     : ErrorCode::ResourceExhausted,
        "Slurm will not start job " + job.id.name + " (" + reason
            + "); ask for less, or for another partition, account or quality of service");
}

/// One that ended is known for minutes. A controller that is killed and started again may not have
/// written down yet what it was told last.
bool isForgotten(const Programs& programs, const std::string& name)
{
    return programs.run("scontrol", {"show", "job", "--oneliner", name}, "", kPatience, {})
        .failedAs(ErrorCode::NotFound);
}

/// Waits until the job runs, or any of an array, telling why it does not yet.
class StartWait
{
public:
    StartWait(
        const Programs& programs, std::string name,
        const std::function<void(std::string_view)>& onWaiting, const std::stop_token& stop)
        : m_programs(programs)
        , m_name(std::move(name))
        , m_onWaiting(onWaiting)
        , m_stop(stop)
    {
    }

    /// Those that run: at least one. Nobody waits much longer than Slurm lets them.
    Result<std::vector<Job>> run()
    {
        for (const auto begin = Clock::now();;) {
            SANDBENCH_TRY(auto jobs, jobsOf(m_programs, {"--jobs=" + m_name}, kPatience, m_stop));
            SANDBENCH_TRY_VOID(check(jobs));
            std::erase_if(jobs, [](const Job& job) { return job.state != "RUNNING"; });
            if (!jobs.empty())
                return jobs;
            const auto now = Clock::now();
            restUntil(
                now + std::clamp<Clock::duration>((now - begin) / 4, kFirstPause, kLongestPause),
                m_stop);
            if (m_stop.stop_requested())
                return Error(ErrorCode::Cancelled, "stopped while a job waited in Slurm's queue");
        }
    }

private:
    /// Errors: those after which none of @p jobs will run.
    Result<void> check(const std::vector<Job>& jobs)
    {
        const auto mayRun = [](const Job& job) {
            return job.state == "RUNNING" || job.state == "PENDING" || job.state == "CONFIGURING";
        };
        const auto job = std::find_if(jobs.begin(), jobs.end(), mayRun);
        if (jobs.empty() && isForgotten(m_programs, m_name))
            return Error(ErrorCode::NotFound, "Slurm's controller lost the job");
        if (job == jobs.end())
            return jobIsOver(m_programs, m_name);
        for (const auto& one : jobs)
            if (one.state == "RUNNING")
                return {};
        if (const auto reason = hopelessReason(*job); !reason.empty())
            return hopeless(*job, reason);
        tell(*job);
        return {};
    }

    void tell(const Job& job)
    {
        auto line = waitingLine(job, std::time(nullptr));
        if (m_onWaiting && line != m_told)
            m_onWaiting(line);
        m_told = std::move(line);
    }

    const Programs& m_programs;
    const std::string m_name;
    const std::function<void(std::string_view)>& m_onWaiting;
    const std::stop_token m_stop;
    std::string m_told;
};

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

Result<std::vector<OurJob>> findOurs(
    const Programs& programs, const std::function<bool(const JobStamp&)>& matches,
    const std::stop_token& stop)
{
    SANDBENCH_TRY(auto jobs, ourJobs(programs, stop));
    std::erase_if(jobs, [&](const OurJob& one) {
        return (one.job.state != "RUNNING" && one.job.state != "PENDING") || !matches(one.stamp);
    });
    return jobs;
}

void cancelJob(const Programs& programs, const std::string& name)
{
    const UniqueFd nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
    auto spec = programs.spawnSpec("scancel", {"--quiet", name});
    spec.fds = {nothing.get(), nothing.get(), nothing.get()};
    auto child = ChildProcess::spawn(spec);
    if (child && !child->wait(kCancelMoment))
        child->letGo();
}

Result<void> endJob(const Programs& programs, const std::string& name)
{
    auto cancelled = programs.run("scancel", {"--quiet", name}, "", kPatience, {});
    if (!cancelled && !cancelled.failedAs(ErrorCode::NotFound))
        return std::move(cancelled.error());
    const auto until = Clock::now() + kEndPatience;
    for (Clock::duration pause = kFirstPause; Clock::now() < until;
         pause = std::min<Clock::duration>(pause * 2, kLookPause)) {
        SANDBENCH_TRY(const auto jobs, jobsOf(programs, {"--jobs=" + name}, kPatience, {}));
        if (jobs.empty())
            return {};
        restUntil(Clock::now() + pause, {});
    }
    return Error(ErrorCode::Timeout, "job " + name + " does not end");
}

std::optional<Instance::EndCause>
askCause(const Programs& programs, const std::string& name, std::chrono::milliseconds patience)
{
    const auto until = Clock::now() + patience;
    while (Clock::now() < until) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
        const auto record
            = programs.runOnce("scontrol", {"show", "job", "--oneliner", name}, "", left, {});
        const auto state = record ? parseJobState(*record) : std::nullopt;
        // Whose doing it was, and how its steps ended, only the accounts tell.
        const auto account = programs.runOnce(
            "sacct",
            {"--noheader", "--parsable2", "--jobs=" + name,
             std::string("--format=") + kAccountFormat},
            "", left, {});
        const auto told = account ? parseAccount(*account, name) : std::nullopt;
        for (const auto& one : {told, state})
            if (const auto cause = one ? causeOf(*one) : std::nullopt)
                return cause;
        if (!record || (state && *state != "RUNNING" && *state != "COMPLETING"))
            return std::nullopt;
        restUntil(Clock::now() + kLookPause, {});
    }
    return std::nullopt;
}

Error jobIsOver(const Programs& programs, const std::string& name)
{
    const auto cause = askCause(programs, name, kOverPatience);
    return Error(
        ErrorCode::Unavailable,
        "job " + name + " ended before there was a sandbox in it"
            + (cause ? ": " + cause->sentence : std::string()) + "; see what 'scontrol show job "
            + name + "' says");
}

Result<std::string>
submitKeeper(const Programs& programs, const KeeperPlan& plan, const std::stop_token& stop)
{
    const auto script = keeperScript(plan);
    const auto until = Clock::now() + kPatience;
    for (;;) {
        auto output = programs.runOnce("sbatch", submitArguments(plan), script, kPatience, stop);
        if (output) {
            SANDBENCH_TRY(const auto number, parseSubmitted(*output));
            return std::to_string(number);
        }
        if (!output.failedAs(ErrorCode::ConnectionLost) || Clock::now() >= until)
            return std::move(output.error());
        SANDBENCH_TRY(
            const auto made,
            findOurs(
                programs, [&](const JobStamp& stamp) { return stamp.folder == plan.stamp.folder; },
                stop));
        if (!made.empty())
            return made.front().job.id.array();
    }
}

Result<std::vector<Job>> waitForStart(
    const Programs& programs, const std::string& name,
    const std::function<void(std::string_view)>& onWaiting, const std::stop_token& stop)
{
    return StartWait(programs, name, onWaiting, stop).run();
}

} // namespace sandbench::slurm
