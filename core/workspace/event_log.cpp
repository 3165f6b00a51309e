// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/event_log.h"
#include "core/base/clock.h"

#include <algorithm>

namespace sandbench::workspace {

namespace {

/// Adjacent output becomes one event up to here. Units: bytes.
constexpr std::size_t kMostJoined = 64U << 10;
/// What an event takes besides its data, so that many small ones are bounded as well.
constexpr std::size_t kEventBytes = 96;

bool isOutput(std::string_view kind)
{
    return kind == "stdout" || kind == "stderr";
}

} // namespace

void EventLog::add(std::string_view kind, std::string_view data, std::stop_token stop)
{
    std::unique_lock lock(m_mutex);
    makeRoom(lock, data.size() + kEventBytes, stop);
    append(kind, data);
}

void EventLog::setWallLimit(std::chrono::duration<double> limit)
{
    constexpr int kSharesOfWatchers = 10;
    const auto wall = std::chrono::duration_cast<Clock::duration>(limit);
    const std::lock_guard lock(m_mutex);
    m_wallEnd = Clock::now() + wall;
    m_watchersLeft = std::min(m_watchersLeft, wall / kSharesOfWatchers);
    noteChange();
}

void EventLog::end(std::string_view data)
{
    const std::lock_guard lock(m_mutex);
    if (m_hasEnded)
        return;
    append("ended", data);
    m_hasEnded = true;
}

bool EventLog::hasEnded() const
{
    const std::lock_guard lock(m_mutex);
    return m_hasEnded;
}

void EventLog::makeRoom(
    std::unique_lock<std::mutex>& lock, std::size_t bytes, const std::stop_token& stop)
{
    while (!m_events.empty() && m_bytes + bytes > m_mostBytes) {
        if (isFollowerBehind()) {
            m_changed.wait(lock, [this, seen = m_changes] { return m_changes != seen; });
            continue;
        }
        if (const auto patience = patienceWithReaders(); patience && !stop.stop_requested()) {
            const auto begin = Clock::now();
            m_changed.wait_until(lock, stop, patience->until, [this, seen = m_changes] {
                return m_changes != seen;
            });
            if (patience->isForWatchers)
                m_watchersLeft -= Clock::now() - begin;
            continue;
        }
        m_bytes -= m_events.front().data.size() + kEventBytes;
        m_events.pop_front();
    }
}

bool EventLog::isFollowerBehind() const
{
    return std::ranges::any_of(m_readers, [this](const auto* reader) {
        return reader->m_as == ReadAs::Follower && reader->m_after < m_events.front().number;
    });
}

std::optional<EventLog::Patience> EventLog::patienceWithReaders() const
{
    const auto now = Clock::now();
    std::optional<Patience> patience;
    for (const auto* reader : m_readers) {
        const auto until = std::min(reader->patientUntil(), m_wallEnd);
        const bool isWatcher = reader->m_as == ReadAs::Watcher;
        const bool hasTime = until > now && (!isWatcher || m_watchersLeft > Clock::duration(0));
        if (reader->m_after >= m_events.front().number || !hasTime)
            continue;
        if (!patience)
            patience = Patience{until};
        patience->until = std::min(patience->until, until);
        patience->isForWatchers = patience->isForWatchers && isWatcher;
    }
    if (patience && patience->isForWatchers)
        patience->until = std::min(patience->until, now + m_watchersLeft);
    return patience;
}

void EventLog::append(std::string_view kind, std::string_view data)
{
    if (m_hasEnded)
        return;
    // What somebody has got already stays as it was: whoever comes again asks by its number.
    const bool joins = isOutput(kind) && !m_events.empty() && m_events.back().kind == kind
        && m_events.back().number > m_given
        && m_events.back().data.size() + data.size() <= kMostJoined;
    if (joins) {
        m_events.back().data += data;
        m_bytes += data.size();
    } else {
        m_events.push_back({m_next++, std::string(kind), std::string(data)});
        m_bytes += data.size() + kEventBytes;
    }
    for (auto* reader : m_readers)
        if (reader->m_isWaiting)
            reader->m_lastSeen = Clock::now();
    noteChange();
}

void EventLog::noteChange()
{
    ++m_changes;
    m_changed.notify_all();
}

std::size_t EventLog::bytes() const
{
    const std::lock_guard lock(m_mutex);
    return m_bytes;
}

std::unique_ptr<EventLog::Reader>
EventLog::read(std::shared_ptr<EventLog> log, std::uint64_t after, ReadAs as)
{
    return std::unique_ptr<Reader>(new Reader(std::move(log), after, as));
}

EventLog::Reader::Reader(std::shared_ptr<EventLog> log, std::uint64_t after, ReadAs as)
    : m_log(std::move(log))
    , m_as(as)
    , m_lastSeen(Clock::now())
{
    const std::lock_guard lock(m_log->m_mutex);
    // Nobody can have got what is not there yet.
    m_after = std::min(after, m_log->m_next - 1);
    m_log->m_readers.push_back(this);
}

EventLog::Reader::~Reader()
{
    const std::lock_guard lock(m_log->m_mutex);
    std::erase(m_log->m_readers, this);
    m_log->noteChange();
}

Clock::time_point EventLog::Reader::patientUntil() const
{
    return m_lastSeen + (m_as == ReadAs::Starter ? kPatience : kWatcherPatience);
}

std::vector<RunEvent> EventLog::Reader::next(Clock::time_point deadline, std::stop_token stop)
{
    std::unique_lock lock(m_log->m_mutex);
    m_lastSeen = Clock::now();
    const auto& log = *m_log;
    m_isWaiting = true;
    m_log->m_changed.wait_until(lock, std::move(stop), deadline, [&] {
        return m_after + 1 < log.m_next || log.m_hasEnded;
    });
    m_isWaiting = false;
    m_lastSeen = Clock::now();
    std::vector<RunEvent> events;
    if (m_after + 1 >= log.m_next)
        return events;
    const auto first = log.m_events.empty() ? log.m_next : log.m_events.front().number;
    if (first > m_after + 1)
        events.push_back(
            {first - 1, "lost",
             writeJson({{"events", first - 1 - m_after}, {"until", first - 1}})});
    for (const auto& event : log.m_events)
        if (event.number > m_after)
            events.push_back(event);
    m_after = log.m_next - 1;
    m_log->m_given = std::max(m_log->m_given, m_after);
    m_log->noteChange();
    return events;
}

bool EventLog::Reader::isOver() const
{
    const std::lock_guard lock(m_log->m_mutex);
    return m_log->m_hasEnded && m_after + 1 >= m_log->m_next;
}

} // namespace sandbench::workspace
