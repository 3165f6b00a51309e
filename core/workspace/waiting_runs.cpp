// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/waiting_runs.h"

#include "core/base/text.h"

#include <algorithm>

namespace sandbench::workspace {

namespace {

constexpr auto kNever = Clock::time_point::max();
constexpr std::chrono::seconds kBetweenPrints{1};
constexpr std::array<const char*, 2> kStreams = {"stdout", "stderr"};

std::size_t sizeOf(const HistoryRow& row)
{
    return row.record.size() + row.timeline.size();
}

} // namespace

HistoryRow endedRow(const std::string& caller, const Json& record, std::size_t streamBytes)
{
    auto copy = Json::object(); // without what is long: there may be much of it
    for (const auto& [name, value] : record.items())
        if (std::ranges::find(kStreams, name) == kStreams.end())
            copy[name] = value;
    for (const auto* stream : kStreams)
        if (const auto at = record.find(stream); at != record.end() && at->is_string()) {
            const auto& text = at->get_ref<const std::string&>();
            copy[stream] = text.substr(0, streamBytes);
            if (text.size() > streamBytes)
                copy["truncated"] = true;
        }
    return historyRow(caller, copy);
}

void WaitingRuns::begin(const std::string& caller, Json record)
{
    record["verdict"] = nullptr;
    record["success"] = false;
    record["sentence"] = "It goes on";
    const auto now = Clock::now();
    const auto id = jsonString(record, "run_id");
    m_runs[id]
        = {.number = m_next++,
           .caller = caller,
           .record = std::move(record),
           .begun = now,
           .recorder = replay::TimelineRecorder(now, m_bounds.streamBytes),
           .due = now};
}

void WaitingRuns::print(const std::string& runId, StreamKind stream, std::string_view bytes)
{
    const auto at = m_runs.find(runId);
    if (at == m_runs.end() || at->second.ended)
        return;
    auto& run = at->second;
    const std::size_t which = stream == StreamKind::Stdout ? 0 : 1;
    auto& kept = run.printed[which];
    kept.append(
        bytes.substr(0, m_bounds.streamBytes - std::min(kept.size(), m_bounds.streamBytes)));
    run.totals[which] += bytes.size();
    run.recorder.print(Clock::now(), stream, bytes);
    ++run.changes;
    run.due = std::min(run.due, run.nextPrint);
}

void WaitingRuns::breakOff(const std::string& runId, const std::string& why)
{
    const auto at = m_runs.find(runId);
    if (at == m_runs.end() || at->second.ended)
        return;
    auto record = asInterrupted(recordNow(at->second));
    record["sentence"] = why;
    end(historyRow(at->second.caller, record));
}

void WaitingRuns::end(HistoryRow row)
{
    auto& run = m_runs.try_emplace(row.entry.runId, Run{.number = m_next++, .caller = row.caller})
                    .first->second;
    if (run.ended && !row.artifacts) // told again, of something else
        row.artifacts = std::move(run.ended->artifacts);
    row.timeline = run.ended ? run.ended->timeline : run.recorder.timeline().text();
    run.ended = std::move(row);
    ++run.changes;
    run.due = Clock::now();
    run.record = {};
    run.printed = {};
    run.recorder = replay::TimelineRecorder();
    dropTooMany();
}

Json WaitingRuns::recordNow(const Run& run) const
{
    auto record = run.record;
    for (std::size_t i = 0; i < kStreams.size(); ++i) {
        record[kStreams[i]] = replaceInvalidUtf8(run.printed[i]);
        record[std::string(kStreams[i]) + "_bytes"] = run.totals[i];
        if (run.totals[i] > run.printed[i].size())
            record["truncated"] = true;
    }
    record["wall_seconds"] = std::chrono::duration<double>(Clock::now() - run.begun).count();
    return record;
}

Json WaitingRuns::find(const Caller& caller, const std::string& runId) const
{
    const auto at = m_runs.find(runId);
    if (at == m_runs.end() || (at->second.caller != caller.id && !caller.may(Scope::Admin)))
        return nullptr;
    const auto& run = at->second;
    return run.ended ? parseJson(run.ended->record, kMostRecordBytes).value_or(Json())
                     : recordNow(run);
}

std::shared_ptr<const RunArtifacts>
WaitingRuns::artifacts(const Caller& caller, const std::string& runId) const
{
    const auto at = m_runs.find(runId);
    const bool isTheirs = at != m_runs.end() && at->second.ended
        && (at->second.caller == caller.id || caller.may(Scope::Admin));
    return isTheirs ? at->second.ended->artifacts : nullptr;
}

std::optional<replay::RunTimeline>
WaitingRuns::timeline(const Caller& caller, const std::string& runId) const
{
    const auto at = m_runs.find(runId);
    if (at == m_runs.end() || (at->second.caller != caller.id && !caller.may(Scope::Admin)))
        return std::nullopt;
    const auto& run = at->second;
    return run.ended
        ? replay::RunTimeline::read(run.ended->timeline).value_or(replay::RunTimeline())
        : run.recorder.timeline();
}

Clock::time_point WaitingRuns::nextDue() const
{
    auto next = kNever;
    for (const auto& [id, run] : m_runs)
        next = std::min(next, run.due);
    return next;
}

WaitingRuns::Snapshot WaitingRuns::dueAt(Clock::time_point now) const
{
    std::vector<const Run*> due;
    for (const auto& [id, run] : m_runs)
        if (run.due <= now)
            due.push_back(&run);
    std::ranges::sort(due, {}, &Run::number);
    Snapshot snapshot;
    for (const auto* run : due) {
        snapshot.rows.push_back(
            run->ended ? *run->ended : historyRow(run->caller, recordNow(*run)));
        if (!run->ended)
            snapshot.rows.back().timeline = run->recorder.timeline().text();
        snapshot.changes.push_back(run->changes);
    }
    return snapshot;
}

void WaitingRuns::noteWritten(const Snapshot& snapshot, Clock::time_point now)
{
    for (std::size_t i = 0; i < snapshot.rows.size(); ++i) {
        const auto at = m_runs.find(snapshot.rows[i].entry.runId);
        if (at == m_runs.end())
            continue; // it had to go
        auto& run = at->second;
        const bool isAll = run.changes == snapshot.changes[i];
        run.isInFile = true;
        run.nextPrint = now + kBetweenPrints;
        if (isAll && run.ended)
            m_runs.erase(at);
        else if (isAll)
            run.due = kNever;
        else if (!run.ended)
            run.due = run.nextPrint;
    }
}

bool WaitingRuns::isInFile(const std::string& runId) const
{
    const auto at = m_runs.find(runId);
    return at == m_runs.end() || at->second.isInFile;
}

std::size_t WaitingRuns::ended() const
{
    return static_cast<std::size_t>(
        std::ranges::count_if(m_runs, [](const auto& run) { return bool(run.second.ended); }));
}

/// The files of artifacts are on a disk that others need too: the oldest go, and their runs stay.
void WaitingRuns::dropArtifacts(const std::vector<Place>& ended)
{
    // So much more than the file keeps that the file decides whose go.
    const auto most = 2 * static_cast<std::uint64_t>(m_bounds.artifactBytes);
    std::uint64_t bytes = 0;
    for (auto at = ended.rbegin(); at != ended.rend(); ++at) {
        auto& artifacts = (*at)->second.ended->artifacts;
        if (!artifacts)
            continue;
        bytes += artifacts->bytes();
        if (bytes > most && at != ended.rbegin())
            artifacts.reset();
    }
}

void WaitingRuns::dropTooMany()
{
    std::vector<Place> ended;
    std::size_t bytes = 0;
    for (auto at = m_runs.begin(); at != m_runs.end(); ++at)
        if (at->second.ended) {
            ended.push_back(at);
            bytes += sizeOf(*at->second.ended);
        }
    std::ranges::sort(ended, {}, [](const auto& at) { return at->second.number; });
    dropArtifacts(ended);
    auto left = ended.size();
    for (const auto& at : ended) {
        if (left <= m_bounds.waitingRuns && bytes <= m_bounds.waitingBytes)
            return;
        --left;
        bytes -= sizeOf(*at->second.ended);
        m_runs.erase(at);
        ++m_lost;
    }
}

std::size_t WaitingRuns::takeLost()
{
    return std::exchange(m_lost, 0);
}

} // namespace sandbench::workspace
