// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/engines/acting_sink.h"
#include "tests/integration/engines/kube_lab.h"
#include "tests/support/cluster_proxy.h"
#include "tests/support/hostile_cluster.h"
#include "tests/support/needs.h"
#include "tests/support/test_engine.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <atomic>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::chrono_literals;

namespace {

std::unique_ptr<Engine> engineThrough(const ClusterProxy& proxy)
{
    return engineWith(proxy.connection());
}

bool isExec(const Conversation& peer)
{
    return peer.path().ends_with("/exec");
}

} // namespace

/// What the way to a real cluster may do to a sandbox that is open.
class KubeSpoiledRequestsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        TestEngine engine("kubernetes");
        if (!engine.open())
            SKIP_WITHOUT("kubernetes", qPrintable(QString::fromStdString(engine.problem())));
        auto cluster = testCluster();
        QVERIFY(cluster);
        m_cluster = *cluster;
    }

    void cleanup()
    {
        QTRY_VERIFY_WITH_TIMEOUT(containersOfThisProcess("kubernetes").empty(), 30'000);
    }

    void aSandboxWorksThroughAProxyOfRequests()
    {
        const ClusterProxy proxy(m_cluster);
        TestEngine engine(engineThrough(proxy));
        auto session = engine.open();
        QVERIFY2(session, engine.problem().c_str());
        QCOMPARE(runIn(*session, "bash", "echo fine").stdoutBytes, std::string("fine\n"));
        QVERIFY(session->close());
    }

    void aReconnectionThatFailsAtFirstIsTriedAgain_data()
    {
        QTest::addColumn<int>("status");
        QTest::newRow("cut") << 0;
        QTest::newRow("busy") << 429;
        QTest::newRow("a server that starts") << 503;
        QTest::newRow("a gateway without a server") << 502;
        QTest::newRow("no right for a moment") << 403;
        QTest::newRow("a token that is renewed") << 401;
    }

    void aReconnectionThatFailsAtFirstIsTriedAgain()
    {
        QFETCH(int, status);
        ClusterProxy proxy(m_cluster);
        TestEngine engine(engineThrough(proxy));
        auto session = engine.open();
        QVERIFY2(session, engine.problem().c_str());
        std::atomic<int> refused = 0;
        ActingSink sink([&] {
            proxy.setFault([&](Conversation& peer) {
                if (refused >= 3)
                    return false;
                ++refused;
                return status == 0 || peer.answer(status, statusText(status, "not now"));
            });
            proxy.cutAll();
        });
        RunRequest request;
        request.language = "bash";
        request.code = "echo one; sleep 0.5; echo two";
        const auto record = runRequest(*session, request, sink);
        QVERIFY2(record.verdict == Verdict::Exited, record.evidence.c_str());
        QCOMPARE(record.stdoutBytes, std::string("one\ntwo\n"));
        QVERIFY(refused >= 3);
        QVERIFY(session->close());
    }

    void aReconnectionThatIsRefusedForGoodIsToldWithWhatWasPrinted_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("an expired token") << 401 << QByteArray("token is expired or wrong");
        QTest::newRow("a right that was taken") << 403 << QByteArray("pods are closed");
        QTest::newRow("a broken server") << 500 << QByteArray("pods are closed");
    }

    void aReconnectionThatIsRefusedForGoodIsToldWithWhatWasPrinted()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, words);
        ClusterProxy proxy(m_cluster);
        TestEngine engine(engineThrough(proxy));
        SessionSpec spec;
        spec.sandbox.ttl = 3s;
        auto session = engine.open(spec);
        QVERIFY2(session, engine.problem().c_str());
        ActingSink sink([&] {
            proxy.setFault([status](Conversation& peer) {
                return isExec(peer) && peer.answer(status, statusText(status, "pods are closed"));
            });
            proxy.cutAll();
        });
        RunRequest request;
        request.language = "bash";
        request.code = "echo partly; sleep 100";
        const auto record = runRequest(*session, request, sink);
        QCOMPARE(record.verdict, Verdict::AgentLost);
        QCOMPARE(record.stdoutBytes, std::string("partly\n"));
        QVERIFY2(!record.exitCode, "an exit code that nobody saw");
        QVERIFY2(
            record.evidence.find(words.toStdString()) != std::string::npos,
            record.evidence.c_str());
        QVERIFY(session->close());
    }

    void nonsenseInTheMiddleIsAnErrorAndNoOutput_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char* name, const std::string& bytes) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes);
        };
        row("a broken frame", serverFrame(3, "x"));
        row("another program's bytes", channelFrame(1, std::string(100'000, 'x')));
        row("a status that is none", channelFrame(3, "upstream error"));
    }

    /// Whoever answers a reconnection is not the agent.
    void nonsenseInTheMiddleIsAnErrorAndNoOutput()
    {
        QFETCH(QByteArray, bytes);
        ClusterProxy proxy(m_cluster);
        TestEngine engine(engineThrough(proxy));
        SessionSpec spec;
        spec.sandbox.ttl = 3s;
        auto session = engine.open(spec);
        QVERIFY2(session, engine.problem().c_str());
        ActingSink sink([&] {
            proxy.setFault([bytes = bytes.toStdString()](Conversation& peer) {
                if (!isExec(peer))
                    return false;
                WebSocketPeer socket(peer);
                socket.accept("v4.channel.k8s.io");
                socket.send(bytes);
                return true;
            });
            proxy.cutAll();
        });
        RunRequest request;
        request.language = "bash";
        request.code = "echo partly; sleep 100";
        const auto record = runRequest(*session, request, sink);
        QCOMPARE(record.verdict, Verdict::AgentLost);
        QCOMPARE(record.stdoutBytes, std::string("partly\n"));
        QVERIFY2(record.evidence.size() > 40, record.evidence.c_str());
        QVERIFY2(record.evidence.size() < 1000, record.evidence.c_str());
        QVERIFY(record.evidence.find('\n') == std::string::npos);
        QVERIFY(session->close());
    }

private:
    kubernetes::KubeConnection m_cluster;
};

SANDBENCH_TEST(KubeSpoiledRequestsTest);
#include "tst_kube_spoiled_requests.moc"
