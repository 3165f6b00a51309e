// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/engines/acting_sink.h"
#include "tests/integration/engines/kube_lab.h"
#include "tests/support/connect_proxy.h"
#include "tests/support/needs.h"
#include "tests/support/test_engine.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <atomic>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::chrono_literals;

namespace {

std::unique_ptr<Engine> engineThrough(const ConnectProxy& proxy)
{
    auto connection = testCluster();
    if (connection)
        connection->endpoint.proxy = proxy.url();
    return engineWith(connection);
}

/// Breaks every connection each time that so many bytes more came.
class CuttingSink : public RunSink
{
public:
    CuttingSink(ConnectProxy& proxy, std::size_t every)
        : m_proxy(proxy)
        , m_every(every)
    {
    }
    void onOutput(StreamKind, std::string_view bytes) override
    {
        m_seen += bytes.size();
        if (m_seen < m_every * (m_cuts + 1))
            return;
        ++m_cuts;
        m_proxy.cutAll();
    }
    std::size_t cuts() const { return m_cuts; }

private:
    ConnectProxy& m_proxy;
    const std::size_t m_every;
    std::size_t m_seen = 0, m_cuts = 0;
};

} // namespace

/// The way to a real cluster breaks, and the sandbox does not.
class KubeBrokenWaysTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        TestEngine engine("kubernetes");
        if (!engine.open())
            SKIP_WITHOUT("kubernetes", qPrintable(QString::fromStdString(engine.problem())));
    }

    void cleanup()
    {
        QTRY_VERIFY_WITH_TIMEOUT(containersOfThisProcess("kubernetes").empty(), 30'000);
    }

    void aConnectionThatIsCutAgainAndAgainLosesNoOutput()
    {
        ConnectProxy proxy;
        TestEngine engine(engineThrough(proxy));
        auto session = engine.open();
        QVERIFY2(session, engine.problem().c_str());
        RunRequest request;
        request.language = "bash";
        request.code = "seq 1 200000; sleep 0.2; seq 200001 400000";
        CuttingSink sink(proxy, 500'000);
        const auto record = runRequest(*session, request, sink);
        QVERIFY2(record.verdict == Verdict::Exited, record.evidence.c_str());
        std::string wanted;
        for (int i = 1; i <= 400'000; ++i)
            wanted += std::to_string(i) + "\n";
        QCOMPARE(record.stdoutBytes.size(), wanted.size());
        QVERIFY(record.stdoutBytes == wanted);
        QVERIFY(sink.cuts() >= 4);
        // Every one of them brought a new connection.
        QVERIFY(proxy.requests().size() > sink.cuts());
        QVERIFY(session->close());
    }

    void aProxyThatCutsIdleConnectionsIsNotNoticed()
    {
        ConnectProxy::Habits habits;
        habits.idle = 1500ms;
        ConnectProxy proxy(habits);
        TestEngine engine(engineThrough(proxy));
        auto session = engine.open();
        QVERIFY2(session, engine.problem().c_str());
        const auto before = proxy.idleCuts();
        const auto record = runIn(*session, "bash", "sleep 4; echo awake");
        QVERIFY2(record.verdict == Verdict::Exited, record.evidence.c_str());
        QCOMPARE(record.stdoutBytes, std::string("awake\n"));
        QVERIFY(proxy.idleCuts() > before);
        QCOMPARE(runIn(*session, "bash", "echo again").stdoutBytes, std::string("again\n"));
        QVERIFY(session->close());
    }

    void aCutWhileFilesComeAndGoChangesNoneOfThem()
    {
        ConnectProxy proxy;
        TestEngine engine(engineThrough(proxy));
        auto session = engine.open();
        QVERIFY2(session, engine.problem().c_str());
        // Input and output at once, and a cut in the middle of both.
        std::string sent(8U << 20, '\0');
        for (std::size_t i = 0; i < sent.size(); ++i)
            sent[i] = static_cast<char>('a' + i * 2654435761U % 23);
        RunRequest request;
        request.language = "bash";
        request.code = "cat";
        request.stdinBytes = sent;
        CuttingSink sink(proxy, 2'000'000);
        const auto record = runRequest(*session, request, sink);
        QVERIFY2(record.verdict == Verdict::Exited, record.evidence.c_str());
        QVERIFY(record.stdoutBytes == sent);
        QVERIFY(sink.cuts() >= 3);
        QVERIFY(session->close());
    }

    void aWayThatStaysBrokenIsToldWithWhatWasPrinted()
    {
        auto proxy = std::make_unique<ConnectProxy>();
        TestEngine engine(engineThrough(*proxy));
        SessionSpec spec;
        spec.sandbox.ttl = 3s;
        auto session = engine.open(spec);
        QVERIFY2(session, engine.problem().c_str());
        ActingSink sink([&proxy] { proxy.reset(); });
        RunRequest request;
        request.language = "bash";
        request.code = "echo partly; sleep 100";
        const auto record = runRequest(*session, request, sink);
        QCOMPARE(record.verdict, Verdict::AgentLost);
        QCOMPARE(record.stdoutBytes, std::string("partly\n"));
        QVERIFY(!record.evidence.empty());
        // Nobody can be told to remove the pod; it ends by itself.
        QVERIFY(!session->close());
        removeAll();
    }

private:
    /// What the way that is gone could not remove.
    static void removeAll()
    {
        const auto cluster = testCluster();
        const auto api = kubernetes::KubeApi::connect(*cluster, {});
        QVERIFY(api);
        for (const auto& found : containersOfThisProcess("kubernetes")) {
            const auto list = found.substr(0, found.find(' '));
            const auto name = found.substr(found.find(' ') + 1);
            const auto kind = list.substr(list.rfind('/') + 1);
            const auto path = list.substr(0, list.rfind('/')) + "/namespaces/"
                + cluster->namespaceName + "/" + kind + "/" + name;
            QVERIFY((*api)->remove(path, {{"gracePeriodSeconds", 0}}, {}));
        }
    }
};

SANDBENCH_TEST(KubeBrokenWaysTest);
#include "tst_kube_broken_ways.moc"
