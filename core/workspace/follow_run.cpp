// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/follow_run.h"

#include <cstddef>

namespace sandbench::workspace {

namespace {

/// An event of ours is small, but for a result's or a notice's text. Units: bytes.
constexpr std::size_t kMostEventBytes = 256U << 20;

class EventGiver
{
public:
    EventGiver(const HostedRun& run, RunSink& sink)
        : m_run(run)
        , m_sink(sink)
    {
    }

    void give(const RunEvent& event)
    {
        if (event.kind == "stdout")
            return m_sink.onOutput(StreamKind::Stdout, event.data);
        if (event.kind == "stderr")
            return m_sink.onOutput(StreamKind::Stderr, event.data);
        if (event.kind == "started")
            return m_sink.onStarted(m_run.id());
        if (event.kind == "artifact")
            return giveArtifact();
        if (event.kind == "ended")
            return;
        const auto data = parseJson(event.data, kMostEventBytes).value_or(Json::object());
        const auto text = jsonString(data, "text");
        if (event.kind == "result")
            m_sink.onResult(text);
        else if (event.kind == "notice")
            m_sink.onNotice(text);
        else if (event.kind == "phase")
            m_sink.onPhase(
                jsonString(data, "phase") == phaseName(RunPhase::Compile) ? RunPhase::Compile
                                                                          : RunPhase::Run,
                jsonString(data, "name"));
    }

private:
    /// Of its places in the run the event has but a view.
    void giveArtifact()
    {
        const auto artifacts = m_run.artifacts();
        if (m_artifacts < artifacts.size())
            m_sink.onArtifact(artifacts[m_artifacts++]);
    }

    const HostedRun& m_run;
    RunSink& m_sink;
    std::size_t m_artifacts = 0;
};

} // namespace

RunEnd followRun(FollowedRun followed, RunSink& sink, const std::stop_token& stop)
{
    constexpr auto kForever = std::chrono::steady_clock::time_point::max();
    EventGiver giver(*followed.run, sink);
    while (!followed.events->isOver() && !stop.stop_requested())
        for (const auto& event : followed.events->next(kForever, stop))
            giver.give(event);
    followed.events.reset();
    return followed.run->wait(kForever, stop);
}

} // namespace sandbench::workspace
