// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/slurm/keeper.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>

namespace sandbench::slurm {

namespace {

constexpr int kSubmissions = 3;

Keeper keeperIn(const Job& job, const JobStamp& stamp)
{
    return {.id = job.id, .host = job.host, .folder = keeperFolderOf(stamp, job.id)};
}

/// The one of the job that @p plan made, once it runs. It is cancelled where it never will.
Result<Keeper> openOwn(
    const Programs& programs, const KeeperPlan& plan,
    const std::function<void(std::string_view)>& onWaiting, const std::stop_token& stop)
{
    for (int tries = 1;; ++tries) {
        SANDBENCH_TRY(const auto name, submitKeeper(programs, plan, stop));
        const auto jobs = waitForStart(programs, name, onWaiting, stop);
        if (jobs) {
            auto keeper = keeperIn(jobs->front(), plan.stamp);
            keeper.isOurs = true;
            return keeper;
        }
        cancelJob(programs, name);
        if (!jobs.failedAs(ErrorCode::NotFound) || tries == kSubmissions)
            return jobs.error();
    }
}

} // namespace

/// Thread: any.
class Keepers::Counts
{
public:
    std::size_t of(const std::string& name) const
    {
        const std::lock_guard lock(m_mutex);
        const auto count = m_counts.find(name);
        return count == m_counts.end() ? 0 : count->second;
    }
    /// One more, as long as what it returns is there.
    static std::shared_ptr<void> add(const std::shared_ptr<Counts>& counts, const std::string& name)
    {
        const std::lock_guard lock(counts->m_mutex);
        ++counts->m_counts[name];
        return {nullptr, [counts, name](void*) { counts->remove(name); }};
    }

private:
    void remove(const std::string& name)
    {
        const std::lock_guard lock(m_mutex);
        const auto count = m_counts.find(name);
        if (--count->second == 0)
            m_counts.erase(count);
    }

    mutable std::mutex m_mutex;
    std::map<std::string, std::size_t> m_counts;
};

std::shared_ptr<Keepers::Counts> Keepers::makeCounts()
{
    return std::make_shared<Counts>();
}

/// What a sandbox may go into.
struct Keepers::Found
{
    std::optional<Keeper> running;
    std::string name; ///< Else: of the job, or array, that is waited for.
    JobStamp stamp; ///< Of it.
    std::shared_ptr<void> waiter; ///< Whoever waits for it.
};

Result<Keepers::Found>
Keepers::findOrSubmit(const Programs& programs, const KeeperPlan& plan, const std::stop_token& stop)
{
    SANDBENCH_TRY(const auto lock, m_mutex.lock(stop));
    SANDBENCH_TRY(
        const auto there,
        findOurs(
            programs, [&](const JobStamp& stamp) { return stamp.asked == plan.stamp.asked; },
            stop));
    Found found;
    std::size_t fewest = 0;
    for (const auto& one : there) {
        const auto count = m_sandboxes->of(one.job.id.name);
        if (one.job.state != "RUNNING" || (found.running && count >= fewest))
            continue;
        fewest = count;
        found.running = keeperIn(one.job, one.stamp);
    }
    if (const bool isBusy = !found.running || fewest > 0; isBusy && there.size() < plan.count) {
        auto missing = plan;
        missing.count -= there.size();
        auto name = submitKeeper(programs, missing, stop);
        // One that runs takes this sandbox also where Slurm allows no more jobs.
        if (!name && !found.running)
            return std::move(name.error());
        found.name = std::move(name).value_or(std::string());
        found.stamp = plan.stamp;
    } else if (!found.running) {
        found.name = there.front().job.id.array();
        found.stamp = there.front().stamp;
    }
    if (found.running)
        found.running->place = Counts::add(m_sandboxes, found.running->id.name);
    else
        found.waiter = Counts::add(m_waiting, found.name);
    return found;
}

Result<Keeper> Keepers::openShared(
    const Programs& programs, const KeeperPlan& plan,
    const std::function<void(std::string_view)>& onWaiting, const std::stop_token& stop)
{
    for (int tries = 1;; ++tries) {
        SANDBENCH_TRY(auto found, findOrSubmit(programs, plan, stop));
        if (found.running)
            return *std::move(found.running);
        const auto jobs = waitForStart(programs, found.name, onWaiting, stop);
        if (jobs) {
            const auto fewest = std::min_element(
                jobs->begin(), jobs->end(), [&](const Job& one, const Job& other) {
                    return m_sandboxes->of(one.id.name) < m_sandboxes->of(other.id.name);
                });
            auto keeper = keeperIn(*fewest, found.stamp);
            keeper.place = Counts::add(m_sandboxes, keeper.id.name);
            return keeper;
        }
        if (m_waiting->of(found.name) == 1) // nobody else
            cancelJob(programs, found.name);
        if (!jobs.failedAs(ErrorCode::NotFound) || tries == kSubmissions)
            return jobs.error();
    }
}

Result<Keeper> Keepers::open(
    const Programs& programs, KeeperPlan plan,
    const std::function<void(std::string_view)>& onWaiting, const std::stop_token& stop)
{
    if (!plan.options.sharesJob)
        return openOwn(programs, plan, onWaiting, stop);
    plan.count = std::max<std::uint64_t>(plan.options.keepers, 1);
    plan.stamp.asked = askedFor(plan);
    return openShared(programs, plan, onWaiting, stop);
}

} // namespace sandbench::slurm
