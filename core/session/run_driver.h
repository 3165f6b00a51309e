// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/session/artifact_collector.h"
#include "core/session/run_plan.h"
#include "core/session/session_core.h"
#include "core/session/verdict.h"

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// Does one run: uploads, starts, passes events on, ends it when it must, and writes the record.
/// Thread: the one that calls run(), once.
class RunDriver
{
public:
    RunDriver(SessionCore& core, const RunRequest& request, RunSink& sink, std::stop_token stop);
    ~RunDriver();
    RunDriver(const RunDriver&) = delete;
    RunDriver& operator=(const RunDriver&) = delete;

    /// Errors: as Session::run().
    Result<RunRecord> run();

private:
    RunRecord denied();
    Result<void> runProgram(const Language& language);
    bool isProgramRefused(const Result<void>& attempted) const;
    /// What programs did to the working folder is undone. False: that was not it.
    bool mendWorkFolder();
    Result<void> runFromReserve(const Language& language, Error whyNotInWork);
    Result<void> prepare(const Language& language);
    /// One try; again only when the program's file was refused.
    Result<void> attempt(const RunPlan& plan);
    Result<RunPlan> planIn(const Language& language, const std::string& folder = {}) const;
    Result<void> openContext(const Language& language);
    Result<void> upload(const RunPlan& plan);
    Result<void> sendRest(agent::AgentStream& stream, std::string_view rest);
    Result<void> sendRun(const RunPlan& plan);
    Result<void> checkUploads();
    Result<void> follow();
    /// True: the run is over, or given up.
    bool handleSilence(const Error& error);
    /// True: that was the Reply.
    Result<bool> handle(agent::StreamItem item);
    Result<void> handleReply(Json reply);
    void handleStarted(double clock);
    void handleStep(const Json& event);
    void keep(StreamKind kind, std::string_view bytes);
    void pumpInput();
    void giveUpAttempt();
    void sendKill();
    void kill(KilledBecause why, Clock::duration patience);
    void finish();
    void noteActivity();
    void noteMemoryThatWasTaken();
    void countByGroups(const ResourceCounters& after);
    void askForEndCause();
    void applyVerdict(RunVerdict verdict);
    void fillRecord();

    SessionCore& m_core;
    const RunRequest& m_request;
    RunSink& m_sink;
    const std::stop_token m_stop;
    RunRecord m_record;
    RunEvidence m_evidence;
    std::optional<agent::Batch> m_batch; // only while starting
    std::optional<ArtifactCollector> m_collector;
    std::string m_fileName;
    std::string m_runId;
    std::string m_buildFolder; // to be removed
    std::size_t m_steps = 0; // before the program
    std::vector<agent::AgentStream> m_uploads; // the program's last
    std::string m_notice; // told once the program runs
    std::shared_ptr<ActiveRun> m_active;
    std::string_view m_inputLeft;
    ResourceCounters m_before;
    Clock::time_point m_begin;
    Clock::time_point m_deadline = Clock::time_point::max();
    bool m_filesAreThere = false;
    bool m_isProgramRefused = false; // the agent could not write its file
    bool m_started = false;
};

} // namespace sandbench
