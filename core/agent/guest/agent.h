// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/connection.h"
#include "core/agent/guest/context_host.h"
#include "core/agent/guest/services.h"
#include "core/agent/guest/stream.h"

#include <map>
#include <memory>
#include <optional>
#include <set>

namespace sandbench::guest {

class RunTask;

/// Serves one host over one byte stream until it goes away. See core/agent/protocol.h.
/// Thread: one.
class Agent
{
public:
    /// @p in and @p out may be the same file. @p oomScore is its own /proc/self/oom_score_adj,
    /// opened before the agent was closed to others. @p kernelDoor: see LentKernel.
    Agent(int in, int out, UniqueFd oomScore, UniqueFd kernelDoor = {});
    ~Agent();

    /// For what feeds its stream. Before serve().
    EventLoop& loop() { return m_loop; }
    /// However long the first host takes to come. Before serve().
    void waitForHost() { m_ttl = {}; }
    /// Returns the exit status of the process, when nothing that it started is left.
    int serve();
    /// After serve(): the engine asked for the end, not the host.
    bool wasTerminated() const { return m_wasTerminated; }

private:
    struct Entry
    {
        Stream stream;
        std::unique_ptr<StreamTask> task;
        RunTask* run = nullptr; ///< task, where it is one.
    };

    void sayHello();
    void onFrame(agent::Frame frame);
    void onHello(const agent::Frame& frame);
    void onRequest(const agent::Frame& frame);
    void onStreamFrame(const agent::Frame& frame);
    void dispatch(const std::string& verb, const Json& request, Entry& entry);
    bool startContextVerb(const std::string& verb, const Json& request, Stream& stream);
    bool startTask(const std::string& verb, const Json& request, Entry& entry);
    Result<Json> answer(const std::string& verb, const Json& request);
    Result<Json> setUpOnce(const Json& request);
    Result<Json> confineAll(const Json& request);
    Result<Json> signalRun(const Json& request);
    Result<Json> killRun(const Json& request);
    Result<Json> resizeRun(const Json& request);
    Entry* find(const Json& request);
    void startRun(const Json& request, Entry& entry);
    /// Whether what a run builds on was done.
    bool haveSucceeded(const Json& streams) const;
    void onStray(pid_t pid, const ExitInfo& exit);
    void wakeSenders();
    void sweep();
    /// After each request: what programs left behind goes when none of them runs.
    void tidyUp();
    void checkTtl();
    void shutDown(const std::string& reason, int status);

    EventLoop m_loop;
    Reaper m_reaper;
    ProcessTree m_tree;
    CallObserver m_observer;
    Services m_services;
    Connection m_connection;
    KernelHost m_kernels;
    ContextHost m_contexts;
    std::map<std::uint32_t, Entry> m_entries;
    std::set<std::uint32_t> m_failedRequests; // the latest of those that are over
    std::uint32_t m_lastStream = 0;
    std::chrono::milliseconds m_ttl;
    std::uint32_t m_wokenFirst = 0;
    bool m_greeted = false;
    bool m_isSetUp = false; // or does not need to be
    std::optional<Error> m_setupError;
    bool m_sweepScheduled = false;
    bool m_isTidy = false; ///< No program has run since removeIpcObjects().
    bool m_wasTerminated = false;
    int m_status = 0;
};

} // namespace sandbench::guest
