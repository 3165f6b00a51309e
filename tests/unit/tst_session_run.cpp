// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/run_plan.h"
#include "core/session/session.h"
#include "tests/support/agent_connection.h"
#include "tests/support/sandbox_under_test.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::chrono_literals;
using namespace std::string_literals;

namespace {

struct ScriptedState
{
    FakeGuest guest;
    std::atomic<std::uint64_t> oomKills = 0;
    std::atomic<std::uint64_t> memoryPeak = 0;
    std::atomic<bool> hasCounters = true;
    std::optional<Instance::EndCause> endCause;
    GuestSetup setup;
};

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

class ScriptedEngine : public Engine
{
public:
    explicit ScriptedEngine(ScriptedState& state)
        : m_state(state)
    {
    }
    std::string name() const override { return "scripted"; }
    EngineStatus probe(std::stop_token) override { return {}; }
    Result<std::unique_ptr<Instance>> open(const SandboxSpec&, std::stop_token) override
    {
        return std::unique_ptr<Instance>(std::make_unique<ScriptedInstance>(m_state));
    }

private:
    ScriptedState& m_state;
};

} // namespace

/// A session against a guest that does what no honest agent does.
class SessionRunTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void keepsThePartialOutputOfALostAgent();
    void callsALostAgentOutOfMemoryWhenTheKernelCountedIt();
    void asksTheEngineWhyTheSandboxEnded();
    void takesTheAgentsCountersWhereTheEngineHasNone();
    void opensNoSessionWhoseAgentCannotBeSetUp();
    void looksFromInsideWhetherTheNetworkIsGone();
    void tellsNoPeakOfAnEarlierRun();
    void endsTheSandboxOfAnAgentThatIgnoresTheWallClock();
    void returnsFromAStopThatTheAgentIgnores();
    void reportsARefusedUpload();
    void runsFromTheReserveWhenTheWorkingFolderIsFull();
    void emptiesAFullReserve();
    void saysHowToInstallAMissingLanguage();
    void fetchesNoFileThatAFoldersListingInvents();
    void warnsOnceAboutAGarbageDisplay();
    void letsACellWaitForItsTurn();
    void copiesNoMoreThanTheSandboxesDiskHolds();
    void keepsNoEntryLongerThanAPath();
    void goesOnCapturingAfterANoticeAndTellsAFewOfThem();

private:
    // The guest's side up to the run: answers every file, then returns the run's stream.
    std::uint32_t acceptRun(bool acceptFiles = true);
    // Refuses files in these folders, runs everything all the same; the request of the run whose
    // files it took.
    Json refuseFilesIn(std::vector<std::string> folders);
    void serve(std::function<void()> script) { m_guest = std::jthread(std::move(script)); }
    FakeGuest& guest() { return m_state->guest; }
    RunRecord run(std::stop_token stop = {}, RunSink* sink = nullptr);

    std::unique_ptr<ScriptedState> m_state;
    std::unique_ptr<ArtifactStore> m_store;
    std::unique_ptr<Session> m_session;
    std::jthread m_guest;
    std::optional<Error> m_error;
};

void SessionRunTest::init()
{
    m_state = std::make_unique<ScriptedState>();
    m_error.reset();
    guest().sendHello();
    const auto languages = LanguageCatalog::load();
    auto store = ArtifactStore::create();
    QVERIFY(languages && store);
    m_store = std::move(*store);
    ScriptedEngine engine(*m_state);
    auto session = Session::open(engine, {}, *languages, *m_store, {});
    QVERIFY(session);
    m_session = std::move(*session);
}

void SessionRunTest::cleanup()
{
    m_session.reset();
    m_guest = {};
    m_store.reset();
    m_state.reset();
}

std::uint32_t SessionRunTest::acceptRun(bool acceptFiles)
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

RunRecord SessionRunTest::run(std::stop_token stop, RunSink* sink)
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

void SessionRunTest::keepsThePartialOutputOfALostAgent()
{
    serve([this] {
        const auto stream = acceptRun();
        guest().sendData(stream, agent::Channel::Stdout, "partial");
        guest().hangUp();
    });
    const auto record = run();
    QVERIFY(!m_error);
    QCOMPARE(record.verdict, Verdict::AgentLost);
    QVERIFY(record.stdoutBytes == "partial");
    QVERIFY(!record.exitCode && !record.signal);
    QVERIFY(!m_session->isAlive());
}

void SessionRunTest::callsALostAgentOutOfMemoryWhenTheKernelCountedIt()
{
    serve([this] {
        acceptRun();
        m_state->oomKills = 1;
        guest().hangUp();
    });
    QCOMPARE(run().verdict, Verdict::OutOfMemory);
}

void SessionRunTest::asksTheEngineWhyTheSandboxEnded()
{
    m_state->endCause = Instance::EndCause{"the kernel ended the container for its memory", true};
    serve([this] {
        guest().sendData(acceptRun(), agent::Channel::Stdout, "partial");
        guest().hangUp();
    });
    const auto record = run();
    QCOMPARE(record.verdict, Verdict::OutOfMemory);
    QCOMPARE(record.evidence, std::string("the kernel ended the container for its memory"));
    QCOMPARE(record.stdoutBytes, std::string("partial"));
    QCOMPARE(record.image, std::string("python:test"));
}

void SessionRunTest::takesTheAgentsCountersWhereTheEngineHasNone()
{
    m_state->hasCounters = false;
    serve([this] {
        const auto stream = acceptRun();
        guest().send(
            agent::FrameType::Reply, stream,
            Json{
                {"ok", true},
                {"signal", 9},
                {"max_rss_bytes", 7U << 20},
                {"oom_kills", 1},
                {"memory_peak_bytes", 64U << 20}});
        guest().hangUp();
    });
    const auto record = run();
    QCOMPARE(record.verdict, Verdict::OutOfMemory);
    QCOMPARE(record.peakMemoryBytes, std::uint64_t(64U << 20));
}

void SessionRunTest::opensNoSessionWhoseAgentCannotBeSetUp()
{
    ScriptedState state;
    state.setup.user = "no-such-user";
    state.guest.sendHello();
    std::string asked;
    std::jthread script([&] {
        const auto frame = state.guest.nextOf(agent::FrameType::Request);
        if (!frame)
            return;
        asked = frame->payload;
        state.guest.send(
            agent::FrameType::Reply, frame->stream,
            Json{{"ok", false}, {"code", "not_found"}, {"message", "no such user"}});
    });
    ScriptedEngine engine(state);
    const auto opened = Session::open(engine, {}, *LanguageCatalog::load(), *m_store, {});
    script.join();
    QVERIFY(!opened);
    QVERIFY(opened.error().code() == ErrorCode::NotFound);
    QCOMPARE(jsonString(*parseJson(asked), "verb"), std::string("setup"));
    QCOMPARE(jsonString(*parseJson(asked), "user"), std::string("no-such-user"));
}

void SessionRunTest::looksFromInsideWhetherTheNetworkIsGone()
{
    const std::string loopback = "    lo: 0 0\n";
    for (const bool isGone : {true, false}) {
        serve([&] {
            for (int reads = 0; reads < 3;) {
                const auto frame = guest().nextOf(agent::FrameType::Request);
                if (!frame)
                    return;
                const auto path = jsonString(*parseJson(frame->payload, 4U << 20), "path");
                if (path == "/proc/net/dev")
                    guest().sendData(
                        frame->stream, agent::Channel::File,
                        loopback + (isGone ? "" : "  eth0: 0 0\n"));
                reads += path.starts_with("/proc/net/") ? 1 : 0;
                guest().send(agent::FrameType::Reply, frame->stream, Json{{"ok", true}});
            }
        });
        const auto dropped = m_session->dropNetwork({});
        QCOMPARE(dropped.has_value(), isGone);
        m_guest = {};
    }
}

void SessionRunTest::tellsNoPeakOfAnEarlierRun()
{
    m_state->memoryPeak = 900U << 20;
    serve([this] {
        const auto stream = acceptRun();
        guest().send(
            agent::FrameType::Reply, stream,
            Json{{"ok", true}, {"exit_code", 0}, {"max_rss_bytes", 7U << 20}});
        guest().hangUp();
    });
    QCOMPARE(run().peakMemoryBytes, std::uint64_t(7U << 20));
}

void SessionRunTest::endsTheSandboxOfAnAgentThatIgnoresTheWallClock()
{
    serve([this] { acceptRun(); });
    const auto begin = Clock::now();
    const auto record = run();
    QCOMPARE(record.verdict, Verdict::WallTimeout);
    QVERIFY(millisSince(begin) < 15'000);
    QVERIFY(!m_session->isAlive());
}

void SessionRunTest::returnsFromAStopThatTheAgentIgnores()
{
    std::stop_source stop;
    serve([this] { acceptRun(); });
    RecordingSink sink;
    Clock::time_point stopped;
    sink.whenStarted = [&](const std::string&) {
        stopped = Clock::now();
        stop.request_stop();
    };
    const auto record = run(stop.get_token(), &sink);
    QCOMPARE(record.verdict, Verdict::Cancelled);
    QVERIFY2(millisSince(stopped) < 100, qPrintable(QString::number(millisSince(stopped))));
    m_guest.join();
    const auto kill = guest().nextOf(agent::FrameType::Request);
    QVERIFY(kill && kill->payload.find("\"kill\"") != std::string::npos);
}

void SessionRunTest::reportsARefusedUpload()
{
    serve([this] {
        // In the working folder, in the reserve, and there again when it is empty.
        for (int i = 0; i < 3; ++i)
            guest().send(agent::FrameType::Event, acceptRun(false), Json{{"event", "started"}});
    });
    run();
    QVERIFY(m_error);
    QCOMPARE(m_error->code(), ErrorCode::ResourceExhausted);
    QVERIFY(m_session->isAlive());
}

Json SessionRunTest::refuseFilesIn(std::vector<std::string> folders)
{
    const Json refusal
        = {{"ok", false}, {"code", "resource_exhausted"}, {"message", "no space left"}};
    std::set<std::uint32_t> refused;
    Json honest;
    while (const auto frame = guest().nextOf(agent::FrameType::Request)) {
        const auto request = parseJson(frame->payload, agent::kMaxPayload).value_or(Json());
        const auto verb = jsonString(request, "verb");
        const auto path = jsonString(request, "path");
        const bool isFull = std::any_of(folders.begin(), folders.end(), [&](const auto& folder) {
            return path.starts_with(folder + "/");
        });
        if (verb == "remove")
            std::erase(folders, path);
        if (verb == "write" && isFull)
            refused.insert(frame->stream);
        if (verb == "run") {
            const bool isLie = refused.contains(jsonField(request, "after").back());
            honest = isLie ? Json() : request;
            guest().send(agent::FrameType::Event, frame->stream, Json{{"event", "started"}});
            guest().sendData(frame->stream, agent::Channel::Stdout, isLie ? "old" : "new");
        }
        guest().send(
            agent::FrameType::Reply, frame->stream,
            refused.contains(frame->stream) ? refusal : Json{{"ok", true}, {"exit_code", 0}});
        if (verb == "list")
            return honest;
    }
    return {};
}

void SessionRunTest::runsFromTheReserveWhenTheWorkingFolderIsFull()
{
    Json request;
    serve([&] { request = refuseFilesIn({"/work"}); });
    const auto record = run();
    m_guest.join();
    QVERIFY(!m_error);
    // Whatever a guest sends of a program that must not have started is not the run's.
    QCOMPARE(record.stdoutBytes, "new"s);
    QCOMPARE(record.verdict, Verdict::Exited);
    QCOMPARE(record.warnings.size(), std::size_t(1));
    QVERIFY(record.warnings[0].find("The working folder is full") != std::string::npos);
    QCOMPARE(jsonString(request, "cwd"), "/work"s);
    QCOMPARE(jsonString(request, "path"), "/run/sandbench/main.sh"s);
    QCOMPARE(jsonField(request, "argv").back().get<std::string>(), "/run/sandbench/main.sh"s);
    QCOMPARE(jsonField(request, "after").size(), std::size_t(1));
}

void SessionRunTest::emptiesAFullReserve()
{
    serve([&] { refuseFilesIn({"/work", "/run/sandbench"}); });
    const auto record = run();
    QVERIFY(!m_error);
    QCOMPARE(record.stdoutBytes, "new"s);
}

void SessionRunTest::saysHowToInstallAMissingLanguage()
{
    serve([this] {
        const auto refusal
            = Json{{"ok", false}, {"code", "not_found"}, {"message", "bash: no such program"}};
        // Refused before it started: no event.
        while (const auto frame = guest().nextOf(agent::FrameType::Request)) {
            const bool isRun = frame->payload.find("\"run\"") != std::string::npos;
            guest().send(agent::FrameType::Reply, frame->stream, isRun ? refusal : kOk);
            if (isRun)
                return;
        }
    });
    run();
    QVERIFY(m_error);
    QCOMPARE(m_error->code(), ErrorCode::Unavailable);
    QVERIFY(m_error->message().find("apt install bash") != std::string::npos);
}

void SessionRunTest::fetchesNoFileThatAFoldersListingInvents()
{
    serve([this] {
        const auto stream = acceptRun();
        guest().send(agent::FrameType::Reply, stream, Json{{"ok", true}, {"exit_code", 0}});
        const auto list = guest().nextOf(agent::FrameType::Request);
        const Json entries
            = {{{"path", "/work/output/../../etc/x"}, {"type", "file"}, {"size", 1}},
               {{"path", 7}},
               5,
               {{"path", "/work/output/l"}, {"type", "link"}}};
        guest().send(
            agent::FrameType::Event, list->stream,
            Json{{"event", "entries"}, {"entries", entries}});
        guest().send(agent::FrameType::Reply, list->stream, kOk);
        while (const auto frame = guest().nextOf(agent::FrameType::Request, 200ms))
            guest().send(
                agent::FrameType::Reply, frame->stream,
                Json{{"ok", false}, {"code", "not_found"}, {"message", "gone"}});
    });
    const auto record = run();
    QCOMPARE(record.verdict, Verdict::Exited);
    for (const auto& artifact : record.artifacts) {
        QVERIFY(artifact.storedPath.empty());
        QVERIFY(artifact.name.find('/') == std::string::npos);
    }
}

void SessionRunTest::warnsOnceAboutAGarbageDisplay()
{
    serve([this] {
        const auto stream = acceptRun();
        for (int i = 0; i < 3; ++i)
            guest().sendData(stream, agent::Channel::Display, std::string(100, '\xff'));
        guest().sendData(stream, agent::Channel::Stdout, "fine");
        guest().send(agent::FrameType::Reply, stream, Json{{"ok", true}, {"exit_code", 0}});
        if (const auto list = guest().nextOf(agent::FrameType::Request))
            guest().send(agent::FrameType::Reply, list->stream, kOk);
    });
    const auto record = run();
    QCOMPARE(record.verdict, Verdict::Exited);
    QVERIFY(record.stdoutBytes == "fine");
    QCOMPARE(record.warnings.size(), std::size_t(1));
}

void SessionRunTest::letsACellWaitForItsTurn()
{
    RunRequest request;
    QVERIFY(startPatience(request));
    request.context = "c";
    QVERIFY(!startPatience(request));
}

void SessionRunTest::copiesNoMoreThanTheSandboxesDiskHolds()
{
    std::atomic<std::int64_t> asked = 0;
    serve([&] {
        while (const auto frame = guest().nextOf(agent::FrameType::Request)) {
            const auto request = parseJson(frame->payload, agent::kMaxPayload);
            if (!request || jsonString(*request, "verb") != "read")
                continue;
            asked = jsonInt(*request, "limit");
            guest().sendData(frame->stream, agent::Channel::File, "the first hole");
            guest().send(
                agent::FrameType::Reply, frame->stream, Json{{"ok", true}, {"truncated", true}});
            return;
        }
    });
    QTemporaryDir folder;
    const auto copied = m_session->copyOut("sparse", folder.filePath("sparse").toStdString(), {});
    QCOMPARE(copied.error().code(), ErrorCode::ResourceExhausted);
    QCOMPARE(asked.load(), static_cast<std::int64_t>(SandboxLimits().diskBytes));
    QVERIFY(QDir(folder.path()).isEmpty(QDir::Files | QDir::Hidden));
}

void SessionRunTest::keepsNoEntryLongerThanAPath()
{
    serve([&] {
        const auto stream = acceptRun();
        guest().send(agent::FrameType::Reply, stream, Json{{"ok", true}, {"exit_code", 0}});
        const auto list = guest().nextOf(agent::FrameType::Request);
        if (!list)
            return;
        const Json entries = Json::array(
            {{{"path", std::string(100'000, 'p')}, {"type", "link"}},
             {{"path", "/work/output/l"}, {"type", "link"}}});
        guest().send(
            agent::FrameType::Event, list->stream,
            Json{{"event", "entries"}, {"entries", entries}});
        guest().send(agent::FrameType::Reply, list->stream, kOk);
    });
    const auto record = run();
    QCOMPARE(record.artifacts.size(), std::size_t(1));
    QCOMPARE(record.artifacts.front().name, std::string("l"));
}

void SessionRunTest::goesOnCapturingAfterANoticeAndTellsAFewOfThem()
{
    const auto recordOf = [](const Json& header, std::string_view body) {
        const auto head = writeJson(header);
        std::string bytes;
        for (const auto size : {head.size(), body.size()})
            for (int shift = 0; shift < 32; shift += 8)
                bytes += static_cast<char>(size >> shift & 0xff);
        return bytes + head + std::string(body);
    };
    serve([&] {
        const auto stream = acceptRun();
        for (int i = 0; i < 1000; ++i)
            guest().sendData(
                stream, agent::Channel::Display,
                recordOf({{"kind", "notice"}, {"text", "no " + std::to_string(i)}}, {}));
        const Json parts = Json::array({{{"mime", "text/html"}, {"size", 6}}});
        guest().sendData(
            stream, agent::Channel::Display,
            recordOf({{"kind", "display"}, {"name", "f"}, {"parts", parts}}, "<html>"));
        guest().send(agent::FrameType::Reply, stream, Json{{"ok", true}, {"exit_code", 0}});
        if (const auto list = guest().nextOf(agent::FrameType::Request))
            guest().send(agent::FrameType::Reply, list->stream, kOk);
    });
    const auto record = run();
    QCOMPARE(record.artifacts.size(), std::size_t(1));
    QVERIFY(record.warnings.size() >= 1 && record.warnings.size() < 50);
    QCOMPARE(record.warnings.front(), std::string("no 0"));
}

QTEST_GUILESS_MAIN(SessionRunTest)
#include "tst_session_run.moc"
