// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/run_wait.h"

#include "app/mcp/run_text.h"
#include "core/base/clock.h"
#include "core/base/units.h"

#include <algorithm>

namespace sandbench::mcp {
namespace {

constexpr std::size_t kMostKept = 128U << 10;
constexpr auto kBetweenNotes = std::chrono::milliseconds(500);
/// Less than the servers give their last answers.
constexpr auto kLastWord = std::chrono::milliseconds(500);

void append(std::string& to, std::string_view bytes)
{
    to += bytes;
    if (to.size() > 2 * kMostKept)
        to.erase(0, to.size() - kMostKept);
}

void take(RunProgress& progress, const workspace::RunEvent& event)
{
    if (event.kind == "stdout")
        append(progress.stdoutBytes, event.data);
    else if (event.kind == "stderr")
        append(progress.stderrBytes, event.data);
    else if (event.kind == "lost")
        progress.lost = true;
    progress.nextSeq = event.number;
}

std::string noteOf(const RunProgress& progress, Clock::time_point begin)
{
    const auto line = lastLine(progress.stdoutBytes);
    if (!line.empty())
        return printedNote(line);
    return "running for "
        + formatSeconds(std::chrono::duration<double>(Clock::now() - begin).count());
}

} // namespace

workspace::RunEnd waitForEnd(workspace::HostedRun& run, const ToolCall& call, Deadline deadline)
{
    if (call.onProgress)
        (void)outputSince(run, 0, deadline, call);
    return run.wait(deadline, call.stop);
}

workspace::RunEnd lastWord(workspace::HostedRun& run, const ToolCall& call)
{
    if (!call.ending.stop_requested())
        return nullptr;
    run.cancel();
    return run.wait(Clock::now() + kLastWord, {});
}

RunProgress
outputSince(workspace::HostedRun& run, std::uint64_t after, Deadline deadline, const ToolCall& call)
{
    RunProgress progress;
    progress.nextSeq = after;
    const auto begin = Clock::now();
    const auto reader = workspace::EventLog::read(run.log(), after);
    // Events that came before are given even when the deadline is over.
    do {
        const auto events
            = reader->next(std::min(deadline, Clock::now() + kBetweenNotes), call.stop);
        for (const auto& event : events)
            take(progress, event);
        if (call.onProgress)
            call.onProgress(noteOf(progress, begin));
        if (events.empty() && Clock::now() >= deadline)
            break;
    } while (!reader->isOver() && !call.stop.stop_requested());
    return progress;
}

} // namespace sandbench::mcp
