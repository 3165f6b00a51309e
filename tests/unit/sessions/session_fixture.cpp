// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/sessions/session_fixture.h"

#include <QTest>

namespace sandbench::test {

namespace {

/// A sandbox whose guest is the test.
class ScriptedInstance : public Instance
{
public:
    explicit ScriptedInstance(ScriptedState& state)
        : m_state(state)
        , m_stream(state.guest.takeStream())
    {
    }
    ByteStream& stream() override { return *m_stream; }
    const IsolationReport& isolation() const override { return m_isolation; }
    ResourceCounters counters() const override
    {
        ResourceCounters counters;
        if (!m_state.hasCounters)
            return counters;
        counters.oomKills = m_state.oomKills.load();
        counters.memoryPeakBytes = m_state.memoryPeak.load();
        return counters;
    }
    void resetPeak() override { }
    std::string description() const override { return "scripted"; }
    GuestSetup guestSetup() const override { return m_state.setup; }
    std::string image() const override { return "python:test"; }
    std::optional<EndCause> endCause() override { return m_state.endCause; }
    Result<void> dropNetwork(std::stop_token) override { return {}; }
    Result<void> close() override { return {}; }

private:
    ScriptedState& m_state;
    std::unique_ptr<ByteStream> m_stream;
    IsolationReport m_isolation;
};

} // namespace

Result<std::unique_ptr<Instance>> ScriptedEngine::open(const SandboxSpec&, std::stop_token)
{
    return std::unique_ptr<Instance>(std::make_unique<ScriptedInstance>(m_state));
}

void SessionFixture::init()
{
    m_state = std::make_unique<ScriptedState>();
    m_error.reset();
    guest().takeMuch();
    guest().sendHello();
    const auto languages = LanguageCatalog::load();
    auto store = ArtifactStore::create();
    QVERIFY(languages && store);
    m_store = std::move(*store);
    ScriptedEngine engine(*m_state);
    SessionSpec spec;
    spec.agentGrace = std::chrono::milliseconds(500);
    auto session = Session::open(engine, spec, *languages, *m_store, {});
    QVERIFY(session);
    m_session = std::move(*session);
}

void SessionFixture::cleanup()
{
    m_session.reset();
    m_guest = {};
    m_store.reset();
    m_state.reset();
}

std::uint32_t SessionFixture::acceptRun(bool acceptFiles)
{
    while (const auto frame = guest().nextOf(agent::FrameType::Request)) {
        const auto request = parseJson(frame->payload, agent::kMaxPayload);
        if (!request)
            return 0;
        if (jsonString(*request, "verb") == "run") {
            if (acceptFiles)
                guest().send(
                    agent::FrameType::Event, frame->stream, Json{{"event", "started"}, {"pid", 2}});
            return frame->stream;
        }
        const bool isFile = jsonString(*request, "verb") == "write";
        guest().send(
            agent::FrameType::Reply, frame->stream,
            isFile && !acceptFiles
                ? Json{{"ok", false}, {"code", "resource_exhausted"}, {"message", "no space left"}}
                : Json{{"ok", true}});
    }
    return 0;
}

RunRecord SessionFixture::run(std::stop_token stop, RunSink* sink)
{
    RunSink ignoring;
    RunRequest request;
    request.language = "bash";
    request.limits.wallSeconds = 0.1;
    auto record = m_session->run(request, sink ? *sink : ignoring, std::move(stop));
    if (record)
        return std::move(*record);
    m_error = record.error();
    return {};
}

} // namespace sandbench::test
