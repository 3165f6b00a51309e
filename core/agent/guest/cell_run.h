// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/context_host.h"
#include "core/agent/guest/result_files.h"
#include "core/agent/guest/run_io.h"
#include "core/agent/guest/run_task.h"
#include "core/agent/guest/run_watch.h"

#include <set>

namespace sandbench::guest {

/// One cell in a context. What stops it interrupts it first; a context that does not yield in a
/// second is killed. Thread: one.
class CellRun : public RunTask, private ContextUser
{
public:
    CellRun(Services& services, ContextHost& contexts, Stream& stream, RunSpec spec);
    ~CellRun() override;

    void start() override;
    Result<void> signal(int number) override;
    Result<void> resize(PtySize size) override;
    OwnerId owner() const override { return 0; } // orphans are the context's
    void addOrphanTime(double) override { }

    bool onData(agent::Channel channel, std::string_view bytes) override;
    bool onEof(agent::Channel channel) override;
    void onSendable() override;
    void onKill() override { stop("killed"); }

private:
    void onTurn() override;
    void onBegun() override { m_io->closeProgramEnds(); }
    void onDone(int code) override;
    void onContextDead(const ExitInfo& exit) override;
    void onContextGone() override;

    void attach();
    void armLimits();
    void stop(const char* cause);
    void escalate();
    void sample();
    void finishOutput();
    void replyWhenDrained();
    Json summary() const;

    Services& m_services;
    ContextHost& m_contexts;
    Stream& m_stream;
    RunSpec m_spec;
    Context* m_context = nullptr;
    std::unique_ptr<RunIo> m_io;
    std::optional<RunWatch> m_watch;
    Json m_activity;
    std::optional<ExitInfo> m_exit;
    std::string m_cause;
    int m_signalSent = 0;
    GroupCounters m_countersBefore;
    Clock::time_point m_begin;
    Clock::time_point m_end;
    EventLoop::TimerId m_wallTimer = 0;
    EventLoop::TimerId m_sampleTimer = 0;
    EventLoop::TimerId m_stopTimer = 0;
    double m_cpuBefore = 0;
    double m_cpu = 0;
    std::uint64_t m_residentBytes = 0;
    std::size_t m_killed = 0;
    int m_interrupts = 0;
    int m_step = 0; // that undoes it
    ResultFiles m_results;
    std::set<std::string> m_fullScratch;
    std::string m_earlyInput; // before its turn
    bool m_stdinEnded = false;
    bool m_attached = false;
    bool m_finishing = false;
    bool m_contextAlive = true;
};

} // namespace sandbench::guest
