// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/kernel_host.h"
#include "core/agent/guest/result_files.h"
#include "core/agent/guest/run_io.h"
#include "core/agent/guest/run_task.h"
#include "core/agent/guest/run_watch.h"
#include "core/agent/guest/services.h"
#include "core/agent/guest/spawn.h"

#include <optional>
#include <set>

namespace sandbench::guest {

/// One program with a process tree of its own, and the steps before it, from start to Reply.
///
/// Starting (exec is not known yet) → Running → Ending (root waited for, tree being killed) →
/// Starting again after a step that went well, else Draining → replied. Thread: one.
class Run : public RunTask
{
public:
    Run(Services& services, KernelHost& kernels, Stream& stream, RunSpec spec);
    ~Run() override;

    void start() override;
    Result<void> signal(int number) override;
    Result<void> resize(PtySize size) override;
    OwnerId owner() const override { return m_owner; }
    void addOrphanTime(double seconds) override { m_orphanCpu += seconds; }

    bool onData(agent::Channel channel, std::string_view bytes) override;
    bool onEof(agent::Channel channel) override;
    void onSendable() override;
    void onKill() override { stop("killed"); }

private:
    void startProgram();
    Result<void> spawnNext();
    bool isInStep() const { return m_step < m_spec.steps.size(); }
    bool goesOn() const;
    void startAfterStep();
    void announceStep();
    void startInSeat(std::optional<Seat> seat);
    SpawnSpec nextProgram();
    Result<void> sendToSeat(const Seat& seat);
    void follow(pid_t root, const std::vector<std::string>& argv);
    void releaseSeat();
    void readReport();
    void onStarted(const std::string& kernelKind);
    void onRootExit(const ExitInfo& exit);
    void stop(const char* cause);
    bool mayDraw(std::string_view cause) const;
    void killTree();
    void onTreeGone();
    void replyWhenDrained();
    std::string cause(double cpuSeconds) const;
    Json summary() const;
    void armLimits();
    void sample();
    void freeFromParent(const ProcessTable& table);

    Services& m_services;
    KernelHost& m_kernels;
    Stream& m_stream;
    RunSpec m_spec;
    SpawnSpec m_spawn;
    std::unique_ptr<RunIo> m_io;
    std::unique_ptr<TreeKiller> m_killer;
    std::optional<RunWatch> m_watch;
    Json m_activity; // known once the tree is gone
    OwnerId m_owner;
    std::uint64_t m_sinceTicks = 0;
    pid_t m_root = -1;
    UniqueFd m_report;
    std::optional<ExitInfo> m_exit; // of the root, a step's until the next starts
    std::size_t m_step = 0; // the one that runs; behind the last: the program
    UniqueFd m_nothing; // what steps read
    double m_stepsCpu = 0; // Units: seconds, of steps that are over
    std::uint64_t m_stepsRss = 0;
    std::size_t m_stepsKilled = 0;
    std::string m_cause;
    int m_signalSent = 0;
    GroupCounters m_countersBefore;
    Clock::time_point m_begin;
    Clock::time_point m_end;
    EventLoop::TimerId m_wallTimer = 0;
    EventLoop::TimerId m_sampleTimer = 0;
    EventLoop::TimerId m_graceTimer = 0;
    double m_orphanCpu = 0;
    double m_sampledCpu = 0;
    std::set<std::string> m_fullScratch;
    std::string m_earlyInput; // before the program had started
    Kernel* m_kernel = nullptr; // while it owes us a seat, or we it a word when we are done
    Kernel::RequestId m_seatRequest = 0;
    HookFile m_hook;
    ResultFiles m_results;
    int m_unreaped = 0; // samples that found the root dead
    bool m_stdinEnded = false;
    bool m_started = false;
    bool m_treeGone = false;
};

} // namespace sandbench::guest
