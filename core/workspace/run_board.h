// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/stoppable_condition.h"
#include "core/session/session.h"
#include "core/workspace/caller.h"
#include "core/workspace/event_log.h"
#include "core/workspace/latency.h"
#include "core/workspace/retention.h"
#include "core/workspace/run_history.h"
#include "core/workspace/sandbox_table.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace sandbench::workspace {

class RunBoard;

/// How a run ended; null = it goes on.
using RunEnd = std::shared_ptr<const Result<RunRecord>>;

/// One run of a hosted sandbox, in a thread of its own. It ends with its sandbox. Thread: any.
class HostedRun
{
public:
    HostedRun() = default;
    ~HostedRun();
    HostedRun(const HostedRun&) = delete;
    HostedRun& operator=(const HostedRun&) = delete;

    const std::string& id() const { return m_id; }
    const std::string& caller() const { return m_caller; }
    const std::string& sandbox() const { return m_sandboxId; }
    const std::shared_ptr<EventLog>& log() const { return m_log; }

    /// Waits for the end; nothing at @p deadline or on a stop, and the run goes on.
    RunEnd wait(std::chrono::steady_clock::time_point deadline, const std::stop_token& stop);
    void cancel();
    /// Let go when the run has ended, which may be now.
    void keepUntilEnd(std::shared_ptr<void> kept);
    /// Errors: NotFound when it is over, InvalidArgument without liveInput.
    /// Waits while the program does not read.
    Result<void> sendInput(std::string_view bytes, std::stop_token stop = {});
    Result<void> closeInput();
    Result<void> signal(int number);
    /// Of a terminal.
    Result<void> resize(TerminalSize size);
    bool hasEnded() const;
    /// Those that there are so far. Their numbers in events and views are their places here.
    std::vector<Artifact> artifacts() const;

private:
    class Sink;
    void work(
        const RunRequest& request, RunBoard& board, HostedSandbox& sandbox,
        const std::stop_token& stop);
    void finish(const RunRequest& request, Result<RunRecord> end, RunBoard& board);
    void finishWith(Result<RunRecord> end, const std::string& lastEvent, RunBoard& board);
    /// The sandbox and how its session calls the run. Errors: NotFound when it is over.
    struct Target
    {
        std::shared_ptr<HostedSandbox> sandbox;
        std::string runId;
    };
    Result<Target> target();
    void letGo();
    std::optional<std::chrono::steady_clock::time_point> endedAt() const;
    /// {1, bytes of memory, bytes of files}; @p end: null = it goes on.
    KeptSizes keptSizes(const Result<RunRecord>* end) const;

    /// Tells @p history of the run, once and before its end.
    void tellBeginning(RunHistory& history);
    void forgetBeginning();

    friend class RunBoard;
    std::string m_id, m_caller, m_sandboxId, m_links;
    std::shared_ptr<EventLog> m_log;
    mutable std::mutex m_mutex;
    std::shared_ptr<HostedSandbox> m_sandbox; ///< Null when it is over.
    std::unique_ptr<HostedSandbox::Use> m_use; ///< The same.
    StoppableCondition m_changed;
    Json m_beginning; ///< What the history is told of it first; null when that was done.
    std::string m_sessionsId; ///< How the session calls the run; empty until it has started.
    const std::shared_ptr<RunArtifacts> m_artifacts = std::make_shared<RunArtifacts>();
    std::vector<std::shared_ptr<void>> m_kept;
    RunEnd m_end;
    std::chrono::steady_clock::time_point m_endedAt{};
    std::jthread m_thread; ///< Last: it uses all of the above.
};

/// A run, and a reader that was there before its first event.
struct FollowedRun
{
    std::shared_ptr<HostedRun> run;
    std::unique_ptr<EventLog::Reader> events;
};

/// The runs of a program: those that go on, and for some minutes those that ended; the older ones
/// are in the history, without their artifacts. Thread: any. Cancels and joins all of them when it
/// goes.
class RunBoard
{
public:
    /// Where a run's artifacts are, for artifactView().
    using Links = std::function<std::string(const std::string& runId)>;
    /// @p history: null = nothing is kept. @p links: empty = events have none.
    explicit RunBoard(RunHistory* history, Links links = {});
    ~RunBoard();

    /// Errors: ResourceExhausted past the caller's quota; PermissionDenied for what takes
    /// Scope::Admin: no time or output limit, and a yes to what a policy asks a person. Unavailable
    /// when the server ends. @p held: let go with the request, when the run has ended.
    Result<std::shared_ptr<HostedRun>> start(
        const Caller& caller, std::shared_ptr<HostedSandbox> sandbox, RunRequest request,
        std::shared_ptr<void> held = {});
    /// The same for followRun().
    Result<FollowedRun>
    startFollowed(const Caller& caller, std::shared_ptr<HostedSandbox> sandbox, RunRequest request);
    /// Waits, a second at most, until the history has @p run on the disk: should this program be
    /// killed, others find it there with the verdict "interrupted". Without a history, nothing.
    void makeKnown(HostedRun& run, std::stop_token stop);
    /// Errors: NotFound, also for those of other callers.
    Result<std::shared_ptr<HostedRun>> find(const Caller& caller, const std::string& id);
    /// The record of a run that find() does not find, see RunHistory::find(): it ended long ago, or
    /// another program has it, or had it when it died. Errors: RunHistory's.
    Result<Json> past(const Caller& caller, const std::string& id) const;
    std::vector<std::shared_ptr<HostedRun>> list(const Caller& caller);
    std::size_t running() const;
    /// Since the start. Those that could not end with a verdict count as "failed".
    struct Counts
    {
        std::map<std::string, std::uint64_t> byVerdict;
        std::uint64_t refused = 0; ///< That start() gave an error for.
        Latencies took = {}; ///< Of their programs, where there is a verdict.
    };
    Counts counts() const;
    /// Frees what nobody will ask for: start() does it as well.
    void forgetOld();
    /// Nothing starts any more, and what runs is cancelled and awaited.
    void end();

private:
    friend class HostedRun;
    using Runs = std::map<std::string, std::shared_ptr<HostedRun>>;
    void goesOn(const std::string& caller, int change);
    /// A run that ends, and what stays of it.
    void count(const std::string& caller, const Result<RunRecord>& end, const KeptSizes& sizes);
    Result<void> checkStart(const Caller& caller, const RunRequest& request) const;
    Result<std::shared_ptr<HostedRun>> tryStart(
        const Caller& caller, std::shared_ptr<HostedSandbox> sandbox, RunRequest request,
        std::shared_ptr<void> held, std::unique_ptr<EventLog::Reader>* follower = nullptr);
    bool isFull() const;
    std::vector<std::shared_ptr<HostedRun>> takeOld();

    RunHistory* const m_history;
    const Links m_links;
    mutable std::mutex m_countsMutex;
    Counts m_counts;
    std::map<std::string, std::size_t> m_goingOn; ///< By caller; never 0.
    KeptSizes m_kept = {}; ///< As the last takeOld() left it, with what has ended since.
    mutable std::mutex m_mutex;
    Runs m_runs;
    bool m_isEnding = false;
};

} // namespace sandbench::workspace
