// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/stoppable_condition.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::workspace {

/// What happened in a run, in order. Numbers begin at 1 and have no gaps.
struct RunEvent
{
    std::uint64_t number = 0;
    /// "started", "phase", "stdout", "stderr", "notice", "artifact", "result", "ended"; "lost"
    /// {events, until} where some are gone: its number is the last one of theirs.
    std::string kind;
    std::string data; ///< Of stdout and stderr the raw bytes, else JSON.
};

/// Whose reader it is. A follower in this program (followRun()) loses nothing: the run waits for it
/// as long as it takes, also after its own end. Whoever started the run from elsewhere may pause
/// the program by reading slowly; who only watches hardly can, since that could change how the run
/// ends.
enum class ReadAs { Follower, Starter, Watcher };

/// The events of one run, kept for readers that come late or come again. Memory is bounded: the
/// writer waits for slow readers, which pauses the program, for as long as add() says; then the
/// oldest go, and whoever asks for them is told by a "lost" event.
/// Thread: any; one writer.
class EventLog
{
public:
    explicit EventLog(std::size_t mostBytes = 1U << 20)
        : m_mostBytes(mostBytes)
    {
    }

    /// Waits for readers: a starter that does not read for kPatience does not count any more, a
    /// watcher for kWatcherPatience; for watchers alone, kWatchersShare in all. A stop ends the
    /// waiting for all but followers. Adjacent output of one stream is joined.
    void add(std::string_view kind, std::string_view data, std::stop_token stop = {});
    /// The program has started and has so long, which is more than 0: add() waits for followers
    /// alone afterwards, and for watchers alone no more than a tenth of it.
    void setWallLimit(std::chrono::duration<double> limit);
    /// The last event. Nothing is added after it.
    void end(std::string_view data);
    bool hasEnded() const;

    static constexpr std::chrono::seconds kPatience{30};
    static constexpr std::chrono::milliseconds kWatcherPatience{250};
    static constexpr std::chrono::milliseconds kWatchersShare{1000};

    /// Holds a place in the log. Thread: one.
    class Reader
    {
    public:
        ~Reader();
        Reader(const Reader&) = delete;
        Reader& operator=(const Reader&) = delete;

        /// Waits for events after the last one that it gave, until @p deadline. Empty = none came,
        /// or all were given and the log has ended, see isOver().
        std::vector<RunEvent>
        next(std::chrono::steady_clock::time_point deadline, std::stop_token stop);
        bool isOver() const;

    private:
        friend class EventLog;
        Reader(std::shared_ptr<EventLog> log, std::uint64_t after, ReadAs as);
        std::chrono::steady_clock::time_point patientUntil() const;
        std::shared_ptr<EventLog> m_log;
        const ReadAs m_as;
        std::uint64_t m_after = 0;
        std::chrono::steady_clock::time_point m_lastSeen;
        bool m_isWaiting = false; ///< In next(), so it is about to read.
    };
    /// Of everything after event number @p after; 0 = from the beginning.
    static std::unique_ptr<Reader>
    read(std::shared_ptr<EventLog> log, std::uint64_t after, ReadAs as = ReadAs::Watcher);

    /// What it keeps now.
    std::size_t bytes() const;

private:
    void
    makeRoom(std::unique_lock<std::mutex>& lock, std::size_t bytes, const std::stop_token& stop);
    /// How long the writer waits for those who have not read the oldest event, and whether none of
    /// them has started the run; nothing = not at all.
    struct Patience
    {
        std::chrono::steady_clock::time_point until;
        bool isForWatchers = true;
    };
    std::optional<Patience> patienceWithReaders() const;
    bool isFollowerBehind() const;
    void append(std::string_view kind, std::string_view data);
    void noteChange();

    const std::size_t m_mostBytes;
    mutable std::mutex m_mutex;
    StoppableCondition m_changed;
    std::deque<RunEvent> m_events;
    std::size_t m_bytes = 0;
    std::uint64_t m_next = 1;
    std::uint64_t m_given = 0; ///< The newest that any reader got.
    std::uint64_t m_changes = 0;
    bool m_hasEnded = false;
    std::chrono::steady_clock::time_point m_wallEnd = std::chrono::steady_clock::time_point::max();
    std::chrono::steady_clock::duration m_watchersLeft = kWatchersShare;
    std::vector<Reader*> m_readers;
};

} // namespace sandbench::workspace
