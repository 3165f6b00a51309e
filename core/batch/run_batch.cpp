// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/batch/run_batch.h"

#include "core/batch/batch_feed.h"
#include "core/batch/batch_row.h"
#include "core/batch/place_gate.h"
#include "core/batch/run_item.h"

#include <chrono>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

namespace sandbench::batch {
namespace {

using check::CheckState;

double secondsSince(std::chrono::steady_clock::time_point begin)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// What was not reached says why.
void fillIn(Try& tried)
{
    const auto why = tried.refusal.value_or(
        Error(ErrorCode::ConnectionLost, "the sandbox went away before this test"));
    for (auto& test : tried.end.tests)
        if (test.outcome.state == CheckState::Waiting)
            test.outcome = check::notRun(why);
}

/// One line until it has its row, wherever that is. Thread: one.
class LineRun
{
public:
    LineRun(Plan& plan, PlaceGate& gate, const Item& item)
        : m_plan(plan)
        , m_gate(gate)
        , m_item(item)
        , m_startedBefore(plan.folder.wasStarted(item.line))
        , m_isNoted(m_startedBefore)
    {
    }

    /// Errors: those that end the batch; Cancelled.
    Result<ItemEnd> run(const std::stop_token& stop)
    {
        for (;;) {
            SANDBENCH_TRY(const auto place, m_gate.enter(m_avoided, stop));
            auto tried = runAt(place, stop);
            if (m_broken)
                return *std::move(m_broken);
            const bool isOver = !tried.refusal && !tried.isLost;
            if (!isOver && stop.stop_requested())
                return Error(ErrorCode::Cancelled, "stopped while it ran");
            if (isOver || (tried.hasBegun && m_lostAt.size() + 1 >= kMostAttempts))
                return ended(std::move(tried));
            m_avoided.insert(place);
            if (tried.hasBegun)
                m_lostAt.push_back(std::move(tried.end.place));
        }
    }

private:
    Try runAt(Placement::Place place, const std::stop_token& stop)
    {
        const auto began = std::chrono::steady_clock::now();
        auto tried = runItem(
            *m_plan.places[place], m_item, [this] { return note(); }, stop);
        if (m_broken) // is not the place's
            tried.refusal = Error(ErrorCode::Cancelled, "its beginning could not be noted");
        m_gate.leave(place, tried, secondsSince(began));
        return tried;
    }

    /// That it is begun, once.
    Result<void> note()
    {
        if (m_isNoted)
            return {};
        auto noted = m_plan.folder.begin(m_item.line);
        m_isNoted = noted.has_value();
        if (!noted)
            m_broken = noted.error();
        return noted;
    }

    ItemEnd ended(Try tried)
    {
        fillIn(tried);
        tried.end.lostAt = std::move(m_lostAt);
        tried.end.startedBefore = m_startedBefore;
        return std::move(tried.end);
    }

    Plan& m_plan;
    PlaceGate& m_gate;
    const Item& m_item;
    const bool m_startedBefore;
    bool m_isNoted;
    std::set<Placement::Place> m_avoided;
    std::vector<std::string> m_lostAt;
    std::optional<Error> m_broken; ///< Of the folder.
};

/// The threads of a batch, and the first error, which ends all of them.
class BatchRun
{
public:
    BatchRun(Plan& plan, Feed& feed)
        : m_plan(plan)
        , m_feed(feed)
        , m_gate(plan)
    {
    }

    std::optional<Error> run(const std::stop_token& stop)
    {
        const std::stop_callback onStop(stop, [this] { m_end.request_stop(); });
        {
            std::vector<std::jthread> threads;
            for (std::size_t i = 1; i < m_plan.jobs; ++i)
                threads.emplace_back([this] { work(); });
            work();
        }
        return std::move(m_failure);
    }

private:
    void work()
    {
        const auto stop = m_end.get_token();
        while (!stop.stop_requested()) {
            auto item = m_feed.next(stop);
            if (item && !*item)
                return;
            auto done = item ? runOne(**item, stop) : Result<void>(item.error());
            if (!done)
                fail(std::move(done.error()));
        }
    }

    Result<void> runOne(const Item& item, const std::stop_token& stop)
    {
        SANDBENCH_TRY(const auto end, LineRun(m_plan, m_gate, item).run(stop));
        return m_feed.add(item.line, check::stateName(end.state()), rowOf(item, end));
    }

    void fail(Error error)
    {
        {
            const std::lock_guard lock(m_mutex);
            if (!m_failure && error.code() != ErrorCode::Cancelled)
                m_failure = std::move(error);
        }
        m_end.request_stop();
    }

    Plan& m_plan;
    Feed& m_feed;
    PlaceGate m_gate;
    std::stop_source m_end; ///< Of all threads.
    std::mutex m_mutex;
    std::optional<Error> m_failure;
};

} // namespace

Result<void> runBatch(Plan& plan, const std::stop_token& stop)
{
    SANDBENCH_TRY(auto feed, Feed::open(plan));
    auto failure = BatchRun(plan, feed).run(stop);
    auto synced = plan.folder.sync();
    if (failure)
        return *std::move(failure);
    if (stop.stop_requested())
        return Error(ErrorCode::Cancelled, "stopped");
    return synced;
}

} // namespace sandbench::batch
