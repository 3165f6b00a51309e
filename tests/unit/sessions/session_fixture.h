// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/session.h"
#include "tests/support/fake_guest.h"

#include <QObject>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

namespace sandbench::test {

/// What a scripted sandbox says of itself.
struct ScriptedState
{
    FakeGuest guest;
    std::atomic<std::uint64_t> oomKills = 0;
    std::atomic<std::uint64_t> memoryPeak = 0;
    std::atomic<bool> hasCounters = true;
    std::optional<Instance::EndCause> endCause;
    GuestSetup setup;
};

/// Its sandboxes' guest is the test.
class ScriptedEngine : public Engine
{
public:
    explicit ScriptedEngine(ScriptedState& state)
        : m_state(state)
    {
    }
    std::string name() const override { return "scripted"; }
    EngineStatus probe(std::stop_token) override { return {}; }
    Result<std::unique_ptr<Instance>> open(const SandboxSpec&, std::stop_token) override;

private:
    ScriptedState& m_state;
};

/// Base of the tests of a session against a guest that the test plays.
class SessionFixture : public QObject
{
    Q_OBJECT

protected:
    /// The guest's side up to the run: answers every file, then returns the run's stream.
    std::uint32_t acceptRun(bool acceptFiles = true);
    void serve(std::function<void()> script) { m_guest = std::jthread(std::move(script)); }
    FakeGuest& guest() { return m_state->guest; }
    /// A short run; its error, if it has one, is in m_error.
    RunRecord run(std::stop_token stop = {}, RunSink* sink = nullptr);

    std::unique_ptr<ScriptedState> m_state;
    std::unique_ptr<ArtifactStore> m_store;
    std::unique_ptr<Session> m_session;
    std::jthread m_guest;
    std::optional<Error> m_error;

private Q_SLOTS:
    void init();
    void cleanup();
};

} // namespace sandbench::test
