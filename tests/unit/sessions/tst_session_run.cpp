// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/run_plan.h"
#include "tests/support/agent_connection.h"
#include "tests/support/sandbox_under_test.h"
#include "tests/support/test_program.h"
#include "tests/unit/sessions/session_fixture.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <semaphore>
#include <set>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::chrono_literals;
using namespace std::string_literals;

/// A session against a guest that does what no honest agent does.
class SessionRunTest : public SessionFixture
{
    Q_OBJECT

private Q_SLOTS:
    void keepsThePartialOutputOfALostAgent();
    void endsTheSandboxOfAnAgentThatIgnoresTheWallClock();
    void endsTheSandboxOfAnAgentThatSendsForEver();
    void waitsForAReaderThatIsSlow();
    void returnsFromAStopThatTheAgentIgnores();
    void reportsARefusedUpload();
    void runsFromTheReserveWhenTheWorkingFolderIsFull();
    void emptiesAFullReserve();
    void saysHowToInstallAMissingLanguage();
    void tellsWhichPhaseARunEndedIn();
    void saysWhatIsMissingBehindACompiler();
    void fetchesNoFileThatTheAgentInvents();
    void warnsOnceAboutAGarbageDisplay();
    void blamesNoInterpreterForAContextThatEnded();
    void letsACellWaitForItsTurn();
    void copiesNoMoreThanTheSandboxesDiskHolds();
    void keepsNoEntryLongerThanAPath();
    void goesOnCapturingAfterANoticeAndTellsAFewOfThem();

private:
    // Refuses files in these folders, runs everything all the same; the request of the run whose
    // files it took.
    Json refuseFilesIn(std::vector<std::string> folders);
    // Takes the files of a run, and refuses the run before it starts: no event.
    void findNothingToRun(const std::string& message);

    std::binary_semaphore m_readerIsBack{0};
    std::atomic<bool> m_isOver = false;
};

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

void SessionRunTest::endsTheSandboxOfAnAgentThatIgnoresTheWallClock()
{
    serve([this] { acceptRun(); });
    const auto begin = Clock::now();
    const auto record = run();
    QCOMPARE(record.verdict, Verdict::WallTimeout);
    QVERIFY(millisSince(begin) < 15'000);
    QVERIFY(!m_session->isAlive());
}

void SessionRunTest::endsTheSandboxOfAnAgentThatSendsForEver()
{
    serve([this] {
        const auto stream = acceptRun();
        // Says again and again what costs nothing.
        while (!m_isOver)
            guest().send(agent::FrameType::Event, stream, Json{{"event", "step"}, {"index", 0}});
    });
    const auto record = run();
    m_isOver = true;
    QCOMPARE(record.verdict, Verdict::WallTimeout);
    QVERIFY(!m_session->isAlive());
}

void SessionRunTest::waitsForAReaderThatIsSlow()
{
    serve([this] {
        const auto stream = acceptRun();
        guest().sendData(stream, agent::Channel::Stdout, "first");
        guest().sendData(stream, agent::Channel::Stderr, "second");
        // Only now does this side read again, past all limits.
        QVERIFY(m_readerIsBack.try_acquire_for(10s));
        guest().send(agent::FrameType::Reply, stream, Json{{"ok", true}, {"exit_code", 7}});
        guest().hangUp();
    });
    struct SlowSink : RunSink
    {
        explicit SlowSink(std::binary_semaphore& back)
            : isBack(back)
        {
        }
        void onOutput(StreamKind kind, std::string_view) override
        {
            if (kind == StreamKind::Stderr)
                isBack.release();
            else // longer than limit and grace together
                std::this_thread::sleep_for(800ms);
        }
        std::binary_semaphore& isBack;
    } sink(m_readerIsBack);
    const auto record = run({}, &sink);
    QCOMPARE(record.verdict, Verdict::Exited);
    QCOMPARE(record.exitCode, std::optional(7));
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
    const auto took = millisSince(stopped);
    qInfo("stopped after %.0f ms", took); // below 100 where the machine has time
    QVERIFY(took < 10'000); // and it did not wait for the run's end, which never comes
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
        if (!honest.is_null())
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

void SessionRunTest::findNothingToRun(const std::string& message)
{
    const auto refusal = Json{{"ok", false}, {"code", "not_found"}, {"message", message}};
    while (const auto frame = guest().nextOf(agent::FrameType::Request)) {
        const bool isRun = frame->payload.find("\"run\"") != std::string::npos;
        guest().send(agent::FrameType::Reply, frame->stream, isRun ? refusal : kOk);
        if (isRun)
            return;
    }
}

void SessionRunTest::saysHowToInstallAMissingLanguage()
{
    serve([this] { findNothingToRun("bash: no such program"); });
    run();
    QVERIFY(m_error);
    QCOMPARE(m_error->code(), ErrorCode::Unavailable);
    QVERIFY(m_error->message().find("apt install bash") != std::string::npos);
}

void SessionRunTest::tellsWhichPhaseARunEndedIn()
{
    serve([this] {
        const auto stream = acceptRun();
        guest().send(
            agent::FrameType::Event, stream,
            Json{{"event", "step"}, {"index", 0}, {"name", "gcc"}});
        guest().send(agent::FrameType::Reply, stream, Json{{"ok", true}, {"exit_code", 1}});
    });
    RunRequest request;
    request.language = "c";
    RecordingSink sink;
    const auto record = m_session->run(request, sink, {});
    QVERIFY(record);
    QVERIFY(record->phase == RunPhase::Compile);
    QCOMPARE(record->exitCode, std::optional(1));
    QCOMPARE(sink.phases, std::vector<std::string>{"compile gcc"});
}

void SessionRunTest::saysWhatIsMissingBehindACompiler()
{
    serve([this] {
        const auto stream = acceptRun();
        guest().send(
            agent::FrameType::Event, stream,
            Json{{"event", "step"}, {"index", 0}, {"name", "javac"}});
        guest().send(
            agent::FrameType::Reply, stream,
            Json{{"ok", false}, {"code", "not_found"}, {"message", "java: no such program"}});
    });
    RunRequest request;
    request.language = "java";
    RunSink sink;
    const auto record = m_session->run(request, sink, {});
    QVERIFY(!record);
    QCOMPARE(record.error().code(), ErrorCode::Unavailable);
    QVERIFY(record.error().message().find("default-jdk-headless") != std::string::npos);
}

void SessionRunTest::fetchesNoFileThatTheAgentInvents()
{
    serve([this] {
        const auto stream = acceptRun();
        const Json files
            = {{{"path", "/work/output/../../etc/x"}, {"type", "file"}, {"size", 1}},
               {{"path", 7}},
               5,
               {{"path", "/work/output/l"}, {"type", "link"}}};
        guest().send(agent::FrameType::Event, stream, Json{{"event", "files"}, {"files", files}});
        guest().send(agent::FrameType::Reply, stream, Json{{"ok", true}, {"exit_code", 0}});
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
    });
    const auto record = run();
    QCOMPARE(record.verdict, Verdict::Exited);
    QVERIFY(record.stdoutBytes == "fine");
    QCOMPARE(record.warnings.size(), std::size_t(1));
}

void SessionRunTest::blamesNoInterpreterForAContextThatEnded()
{
    serve([this] { findNothingToRun("there is no context c"); });
    RunRequest request;
    request.code = "1";
    request.context = "c";
    RunSink sink;
    const auto record = m_session->run(request, sink, {});
    QVERIFY(!record);
    QCOMPARE(record.error().code(), ErrorCode::Unavailable);
    QVERIFY2(
        record.error().text().find("context 'c'") != std::string::npos
            && record.error().text().find("apt") == std::string::npos,
        record.error().text().c_str());
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
        const Json files = Json::array(
            {{{"path", std::string(100'000, 'p')}, {"type", "link"}},
             {{"path", "/work/output/l"}, {"type", "link"}}});
        guest().send(agent::FrameType::Event, stream, Json{{"event", "files"}, {"files", files}});
        guest().send(agent::FrameType::Reply, stream, Json{{"ok", true}, {"exit_code", 0}});
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
    });
    const auto record = run();
    QCOMPARE(record.artifacts.size(), std::size_t(1));
    QVERIFY(record.warnings.size() >= 1 && record.warnings.size() < 50);
    QCOMPARE(record.warnings.front(), std::string("no 0"));
}

SANDBENCH_TEST(SessionRunTest);
#include "tst_session_run.moc"
