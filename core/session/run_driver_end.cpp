// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// How a run ended: what was counted, judged and written down.
#include "core/session/run_driver.h"

#include "core/base/units.h"
#include "core/engine/profile_spec.h"
#include "core/session/output_words.h"

#include <algorithm>

namespace sandbench {

namespace {

using Counter = std::optional<std::uint64_t>;

std::uint64_t increase(const Counter& before, const Counter& after)
{
    return after.value_or(0) - std::min(before.value_or(0), after.value_or(0));
}

} // namespace

void RunDriver::finish()
{
    const auto after = m_core.instance->counters();
    countByGroups(after);
    askForEndCause();
    m_evidence.hasFileLimit = m_request.limits.fileBytes > 0;
    m_evidence.inContext = !m_request.context.empty();
    m_evidence.sawInterrupt = m_record.error && m_record.error->name == "KeyboardInterrupt";
    {
        const std::lock_guard lock(m_active->mutex);
        m_evidence.signalsSent = m_active->signalsSent;
    }
    applyVerdict(judgeRun(m_evidence));
    noteMemoryThatWasTaken();
    m_record.wallSeconds = std::chrono::duration<double>(Clock::now() - m_begin).count();
    if (m_evidence.ended) {
        m_record.wallSeconds = m_evidence.ended->wallSeconds;
        m_record.cpuSeconds = m_evidence.ended->cpuSeconds;
        m_record.peakMemoryBytes
            = m_evidence.ended->memoryPeakBytes.value_or(m_evidence.ended->maxRssBytes);
    }
    // A group that cannot forget its peak would tell an earlier run's.
    if (after.memoryPeakBytes.value_or(0) > m_before.memoryPeakBytes.value_or(0))
        m_record.peakMemoryBytes = *after.memoryPeakBytes;
    noteActivity();
    m_record.truncated = m_record.truncated || m_record.verdict == Verdict::OutputLimit;
    if (m_evidence.inContext && (!m_evidence.ended || !m_evidence.ended->contextAlive)) {
        m_core.contexts.remove(m_request.context);
        m_record.warnings.push_back(
            "The context '" + m_request.context + "' ended; its variables are gone"
            + (m_evidence.ended && m_evidence.ended->canBeUndone
                   ? "; undo brings back what they were before"
                   : ""));
    }
    fillRecord();
    // Nothing ran, and the files that are there are the next run's.
    if (m_request.onlyChecked)
        return;
    if (!m_record.error && m_record.verdict != Verdict::Cancelled
        && m_record.exitCode.value_or(1) != 0)
        m_record.error = errorInOutput(m_record.language, m_record.stderrBytes);
    m_record.hints = hintsFor(m_record);
    if (m_request.isObserved && m_core.client->isAlive()
        && m_evidence.killed != KilledBecause::StopRequested) {
        GuestFiles files(*m_core.client);
        m_collector->collectFiles(files, m_core.shownFiles, m_stop);
    }
}

void RunDriver::noteActivity()
{
    if (!m_evidence.ended || m_request.onlyChecked || !m_request.isObserved)
        return;
    m_record.activity = std::move(m_evidence.ended->activity);
    m_record.activity->peakMemoryBytes = m_record.peakMemoryBytes;
    m_record.activity->cpuSeconds = m_record.cpuSeconds;
}

void RunDriver::noteMemoryThatWasTaken()
{
    const auto limit = m_core.spec.sandbox.limits.memoryBytes;
    const auto taken = m_before.memoryBytes.value_or(0);
    if (m_record.verdict != Verdict::OutOfMemory || limit == 0 || taken <= limit / 2)
        return;
    m_record.warnings.push_back(
        "When the program started, " + formatSize(taken) + " of " + formatSize(limit)
        + " were taken: by files, which are in memory, and by what earlier programs left. Remove "
          "files, or open a new session");
    m_sink.onNotice(m_record.warnings.back());
}

void RunDriver::countByGroups(const ResourceCounters& after)
{
    // The engine's own counters come first: nothing in the sandbox has had them in hand.
    const auto& ended = m_evidence.ended;
    m_evidence.oomKills = after.oomKills ? increase(m_before.oomKills, after.oomKills)
                                         : (ended ? ended->oomKills : 0);
    m_evidence.pidsDenied = after.pidsDenied ? increase(m_before.pidsDenied, after.pidsDenied)
                                             : (ended ? ended->pidsDenied : 0);
}

void RunDriver::askForEndCause()
{
    if (!m_evidence.agentLost || m_evidence.killed != KilledBecause::Nothing)
        return;
    if (const auto failure = m_core.client->failure())
        m_evidence.loss = failure->message();
    const std::lock_guard lock(m_core.instanceMutex);
    if (auto cause = m_core.instance->endCause()) {
        m_evidence.endCause = std::move(cause->sentence);
        m_evidence.endedByMemory = cause->outOfMemory;
    }
}

void RunDriver::applyVerdict(RunVerdict verdict)
{
    m_record.verdict = verdict.verdict;
    m_record.exitCode = verdict.exitCode;
    m_record.signal = verdict.signal;
    m_record.evidence = std::move(verdict.evidence);
    for (auto& warning : verdict.warnings) {
        m_sink.onNotice(warning);
        m_record.warnings.push_back(std::move(warning));
    }
}

void RunDriver::fillRecord()
{
    m_record.engine = m_core.engineName;
    m_record.image = m_core.instance->image();
    m_record.runLimits = m_request.limits;
    m_record.sandboxLimits = m_core.spec.sandbox.limits;
    m_record.isolation = m_core.isolation();
    m_record.profile = m_core.spec.profile;
    m_record.differences = differencesFromDefault(choicesOf(m_core.spec.sandbox, m_request.limits));
    const std::lock_guard lock(m_core.instanceMutex);
    m_record.network = m_core.instance->network();
}

} // namespace sandbench
