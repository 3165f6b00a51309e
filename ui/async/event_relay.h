// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"

#include <QObject>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <variant>
#include <vector>

namespace sandbench::ui {

/// Hands the events of one run from its worker thread to the GUI thread, coalesced, at most
/// kMaxPending bytes ahead.
///
/// A full relay makes the worker wait, so that flow control pauses the program and nothing is lost;
/// after close() nothing waits any more. Events come out on the GUI thread through @p receiver, in
/// order. Thread: on…() the run's worker; the rest GUI.
class EventRelay : public QObject, public RunSink
{
    Q_OBJECT

public:
    struct Started
    {
        std::string runId;
    };
    struct Phase
    {
        RunPhase phase;
        std::string name;
    };
    struct Output
    {
        StreamKind stream;
        std::string bytes;
    };
    struct ResultText
    {
        std::string text;
    };
    struct Notice
    {
        std::string text;
    };
    struct ArtifactReady
    {
        Artifact artifact;
        std::string bytes; ///< Read on the worker, so that the GUI thread never waits for a disk.
    };
    using Event = std::variant<Started, Phase, Output, ArtifactReady, ResultText, Notice>;
    static constexpr std::size_t kMaxPending = 4U << 20;

    explicit EventRelay(std::function<void(const Event&)> receiver, QObject* parent = nullptr);

    /// Later events are dropped and a waiting worker goes on: for Stop, and before destruction.
    void close();
    /// Delivers what is pending right now; called once more when the run has ended.
    void flush();

    void onStarted(const std::string& runId) override { push(Started{runId}, 0); }
    void onPhase(RunPhase phase, std::string_view name) override
    {
        push(Phase{phase, std::string(name)}, name.size());
    }
    void onOutput(StreamKind stream, std::string_view bytes) override;
    void onArtifact(const Artifact& artifact) override;
    void onResult(std::string_view text) override
    {
        push(ResultText{std::string(text)}, text.size());
    }
    void onNotice(std::string_view text) override { push(Notice{std::string(text)}, text.size()); }

private:
    void push(Event event, std::size_t bytes);
    void scheduleFlush();

    std::function<void(const Event&)> m_receiver;
    std::mutex m_mutex;
    std::condition_variable m_space;
    std::vector<Event> m_pending; // guarded by m_mutex
    std::size_t m_pendingBytes = 0; // guarded by m_mutex
    bool m_flushScheduled = false; // guarded by m_mutex
    bool m_closed = false; // guarded by m_mutex
};

} // namespace sandbench::ui
