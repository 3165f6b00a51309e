// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/docker_engine.h"
#include "core/engine/ownership.h"
#include "tests/integration/engines/acting_sink.h"
#include "tests/support/engine_proxy.h"
#include "tests/support/needs.h"
#include "tests/support/test_engine.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <atomic>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::chrono_literals;

namespace {

std::string realSocket()
{
    const auto endpoint = net::parseEndpoint(qEnvironmentVariable("DOCKER_HOST").toStdString());
    return endpoint && endpoint->kind == net::Endpoint::Kind::Unix ? endpoint->path : "";
}

std::unique_ptr<Engine>
engineAt(const net::Endpoint& endpoint, const std::string& image = testImage())
{
    DockerEngine::Options options;
    options.name = "docker";
    options.choose = [endpoint] { return docker::Connection{"docker", "test", endpoint, "test"}; };
    options.defaultImage = image;
    return std::make_unique<DockerEngine>(std::move(options));
}

/// Containers of this process that the engine itself, without the proxy, still knows.
int containersLeft()
{
    net::Endpoint endpoint;
    endpoint.path = realSocket();
    const auto api = docker::DockerApi::connect({"docker", "test", endpoint, "test"}, {});
    const Json filters = {{"label", {std::string(label::kOwner) + "=" + ownerOfThisProcess()}}};
    if (!api)
        return -1;
    const auto list
        = (*api)->get("/containers/json", {{"all", "1"}, {"filters", writeJson(filters)}}, {});
    return list ? static_cast<int>(list->size()) : -1;
}

/// What a fault does to the request that it hits; true = the engine never hears of it.
bool spoil(const std::string& kind, Conversation& peer, const EngineProxy& proxy)
{
    const std::string ok = "HTTP/1.1 200 OK\r\n";
    if (kind == "an error page")
        return peer.answer(500, "<html>Internal error</html>", "Content-Type: text/html\r\n");
    if (kind == "no HTTP")
        return peer.send("\x15\x03\x01\x00\x02\x02\x46\n") || true;
    if (kind == "no JSON")
        return peer.answer(200, "{\"Id\":") || true;
    if (kind == "JSON of another kind")
        return peer.answer(200, "[[[{\"Id\":7}]]]") || true;
    if (kind == "an endless head")
        peer.sendForEver("HTTP/1.1 200 OK\r\nA: b\r\n");
    else if (kind == "an endless answer")
        (void)(peer.send(ok + "\r\n") && (peer.sendForEver(std::string(65536, 'x')), true));
    else if (kind == "an answer that is lost")
        proxy.loseAnswer(peer);
    else if (kind == "a cut answer")
        peer.send(ok + "Content-Length: 100\r\n\r\n{");
    else if (kind == "a stream of garbage")
        peer.send("HTTP/1.1 101 UPGRADED\r\n\r\n" + std::string(100'000, '\x7f'));
    return true;
}

} // namespace

class DockerFaultsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (realSocket().empty())
            SKIP_WITHOUT("docker", "needs a Docker engine on a Unix socket: set DOCKER_HOST");
        TestEngine engine("docker");
        if (!engine.open())
            SKIP_WITHOUT("docker", qPrintable(QString::fromStdString(engine.problem())));
    }

    void cleanup() { QTRY_COMPARE_WITH_TIMEOUT(containersLeft(), 0, 30'000); }

    void aSpoiledStepOfOpeningIsAnErrorAndLeavesNothingBehind_data()
    {
        QTest::addColumn<QByteArray>("step");
        QTest::addColumn<QByteArray>("kind");
        for (const char* step :
             {"/_ping", "/info", "/images/", "/containers/create", "/attach", "/start"})
            for (const char* kind :
                 {"an error page", "no HTTP", "closed at once", "an endless head",
                  "an answer that is lost"})
                // See tst_docker_stopped_open for an attachment without an answer.
                if (QByteArray(step) != "/attach" || QByteArray(kind) != "an answer that is lost")
                    QTest::addRow("%s: %s", step, kind) << QByteArray(step) << QByteArray(kind);
        for (const char* step : {"/version", "/images/", "/containers/create"})
            for (const char* kind :
                 {"no JSON", "JSON of another kind", "a cut answer", "an endless answer"})
                QTest::addRow("%s: %s", step, kind) << QByteArray(step) << QByteArray(kind);
        QTest::addRow("/attach: no stream") << QByteArray("/attach") << QByteArray("no JSON");
        QTest::addRow("/attach: garbage")
            << QByteArray("/attach") << QByteArray("a stream of garbage");
    }

    void aSpoiledStepOfOpeningIsAnErrorAndLeavesNothingBehind()
    {
        QFETCH(QByteArray, step);
        QFETCH(QByteArray, kind);
        EngineProxy proxy(realSocket());
        TestEngine engine(engineAt(proxy.endpoint()));
        std::atomic<int> hits = 0;
        proxy.setFault([&](Conversation& peer) {
            if (peer.path().find(step.toStdString()) == std::string::npos)
                return false;
            ++hits;
            return spoil(kind.toStdString(), peer, proxy);
        });
        const auto spoiled = engine.open();
        QVERIFY2(hits > 0, "the step was never reached");
        QVERIFY2(!spoiled, "a session over a spoiled step");
        QVERIFY(!engine.problem().empty());
        QVERIFY2(engine.problem().find('\n') == std::string::npos, engine.problem().c_str());
        QVERIFY2(engine.problem().size() < 1000, engine.problem().c_str());

        // The engine object is as good as before.
        proxy.setFault({});
        auto session = engine.open();
        QVERIFY2(session, engine.problem().c_str());
        QCOMPARE(runIn(*session, "bash", "echo fine").stdoutBytes, std::string("fine\n"));
        QVERIFY(session->close());
    }

    void aStopEndsEveryStepThatGetsNoAnswer_data()
    {
        QTest::addColumn<QByteArray>("step");
        for (const char* step :
             {"/_ping", "/version", "/info", "/images/", "/containers/create", "/attach", "/start"})
            QTest::addRow("%s", step) << QByteArray(step);
    }

    void aStopEndsEveryStepThatGetsNoAnswer()
    {
        QFETCH(QByteArray, step);
        // Outlives the proxy, whose threads ask it.
        std::stop_source stop;
        EngineProxy proxy(realSocket());
        const auto engine = engineAt(proxy.endpoint());
        proxy.setFault([&](Conversation& peer) {
            if (stop.stop_requested() || peer.path().find(step.toStdString()) == std::string::npos)
                return false;
            stop.request_stop();
            (void)peer.awaitEnd();
            return true;
        });
        SandboxSpec spec;
        spec.sessionId = "stopped";
        const auto opened = engine->open(spec, stop.get_token());
        QVERIFY(stop.stop_requested());
        QVERIFY(!opened);
        QCOMPARE(opened.error().code(), ErrorCode::Cancelled);
    }

    void aConnectionThatIsCutInMidRunIsRecordedWithWhatWasPrinted()
    {
        EngineProxy proxy(realSocket());
        TestEngine engine(engineAt(proxy.endpoint()));
        auto session = engine.open();
        QVERIFY2(session, engine.problem().c_str());
        RunRequest request;
        request.language = "bash";
        request.code = "echo partly; sleep 100";
        ActingSink sink([&proxy] { proxy.cutAll(); });
        const auto record = runRequest(*session, request, sink);
        QCOMPARE(record.verdict, Verdict::AgentLost);
        QCOMPARE(record.stdoutBytes, std::string("partly\n"));
        QVERIFY(!record.exitCode);
        QVERIFY(!record.evidence.empty());
        // Whoever lost its connection is not believed any more; what it left goes by itself.
        QTRY_COMPARE_WITH_TIMEOUT(containersLeft(), 0, 30'000);
        (void)session->close();
    }

    void aContainerGoesAlsoWhenItsRemovalIsRefused()
    {
        EngineProxy proxy(realSocket());
        TestEngine engine(engineAt(proxy.endpoint()));
        auto session = engine.open();
        QVERIFY2(session, engine.problem().c_str());
        proxy.setFault([](Conversation& peer) {
            return peer.line.starts_with("DELETE ") && peer.answer(500, "<html>no</html>");
        });
        (void)session->close();
    }

    void aProbeTellsAnEngineWithoutItsImageFromOneThatDoesNotAnswer()
    {
        EngineProxy proxy(realSocket());
        const auto engine = engineAt(proxy.endpoint(), "sandbench-no-such-image:1");
        const auto lacking = engine->probe({});
        QVERIFY(!lacking.usable);
        QVERIFY(lacking.reachable);
        QVERIFY2(
            lacking.problem.find("sandbench-no-such-image:1") != std::string::npos,
            lacking.problem.c_str());
        proxy.setFault([](Conversation&) { return true; });
        proxy.cutAll();
        const auto silent = engine->probe({});
        QVERIFY(!silent.usable);
        QVERIFY(!silent.reachable);
    }

    void anEngineThatComesBackIsUsedAgain()
    {
        EngineProxy proxy(realSocket());
        TestEngine engine(engineAt(proxy.endpoint()));
        auto first = engine.open();
        QVERIFY2(first, engine.problem().c_str());
        proxy.cutAll();
        proxy.setFault([](Conversation&) { return true; });
        QVERIFY(!engine.open());
        QVERIFY2(
            engine.problem().find(proxy.endpoint().text()) != std::string::npos,
            engine.problem().c_str());
        proxy.setFault({});
        auto second = engine.open();
        QVERIFY2(second, engine.problem().c_str());
        QCOMPARE(runIn(*second, "bash", "echo again").stdoutBytes, std::string("again\n"));
        (void)first->close();
        QVERIFY(second->close());
    }
};

SANDBENCH_TEST(DockerFaultsTest);
#include "tst_docker_faults.moc"
