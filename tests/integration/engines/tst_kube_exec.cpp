// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/exec_stream.h"
#include "tests/integration/engines/cluster_under_test.h"
#include "tests/support/connect_proxy.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <thread>

using namespace sandbench;
using namespace sandbench::kubernetes;
using namespace sandbench::test;
using namespace std::chrono_literals;

namespace {

struct Read
{
    std::string bytes;
    std::string end; ///< "." or the error's code.
};

Read readAll(ExecStream& stream, std::size_t limit = SIZE_MAX)
{
    Read read;
    std::string buffer(256U << 10, '\0');
    while (read.bytes.size() < limit) {
        const auto n = stream.read(buffer, 30s);
        if (!n || *n == 0) {
            read.end = n ? "." : std::string(errorCodeName(n.error().code()));
            return read;
        }
        read.bytes.append(buffer, 0, *n);
    }
    return read;
}

} // namespace

class KubeExecTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_cluster = ClusterUnderTest::find();
        if (!m_cluster)
            SKIP_WITHOUT("kubernetes", "no cluster: set KUBECONFIG, and install kubectl");
        m_pod = std::make_unique<SleepingPod>();
        QVERIFY(m_pod->isReady());
    }
    void cleanupTestCase() { m_pod.reset(); }

    void aProgramGetsItsInputAndItsOutputEndsWithItsCode()
    {
        const auto stream = exec({"sh", "-c", "read x; echo \"got $x\"; echo oh >&2; exit 3"});
        QVERIFY(stream->write("it\n"));
        const auto read = readAll(*stream);
        QCOMPARE(read.bytes, std::string("got it\n"));
        QCOMPARE(read.end, std::string("."));
        QVERIFY(stream->status());
        QCOMPARE(stream->status()->exitCode.value_or(-1), 3);
        QCOMPARE(stream->complaint(), std::string("oh\n"));
    }

    void aProgramThatIsNotThereIsTold()
    {
        const auto stream = exec({"/no/such/program"});
        const auto read = readAll(*stream);
        // Docker's own way into Kubernetes takes it for a program that ended with 126.
        const bool isRefused = read.end == "unavailable";
        const bool isEnded = read.end == "." && stream->status()->exitCode.value_or(0) >= 126;
        QVERIFY2(isRefused || isEnded, (read.end + read.bytes).c_str());
    }

    void whatIsNotThereIsARefusalWithAStatus()
    {
        auto target = m_pod->execTarget({"true"});
        target.replace(target.find(m_pod->name()), m_pod->name().size(), "no-such-pod");
        const auto opened = net::openWebSocket(
            net::HttpClient(m_cluster->endpoint), m_cluster->request(target), kProtocols, {});
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        QVERIFY(!opened->stream);
        QCOMPARE(opened->response.status, 404);
        QVERIFY(opened->response.body.find("no-such-pod") != std::string::npos);
    }

    void muchGoesInAndOutUnchanged()
    {
        // More than all buffers between us hold, both ways at once, and no byte like its neighbour.
        std::string sent(24U << 20, '\0');
        for (std::size_t i = 0; i < sent.size(); ++i)
            sent[i] = static_cast<char>(i * 2654435761U >> 13);
        const auto stream = exec({"cat"});
        std::thread writer([&] { (void)stream->write(sent).has_value(); });
        const auto read = readAll(*stream, sent.size());
        writer.join();
        QCOMPARE(read.bytes.size(), sent.size());
        QVERIFY(read.bytes == sent);
    }

    void aConnectionThatBreaksIsLostAndNoEnd()
    {
        ConnectProxy proxy;
        const auto stream = exec({"sh", "-c", "echo ready; sleep 100"}, proxy.url());
        QCOMPARE(readAll(*stream, 1).bytes, std::string("ready\n"));
        proxy.cutAll();
        QCOMPARE(readAll(*stream).end, std::string("connection_lost"));
        QVERIFY(!stream->status());
    }

    void aProxyThatCutsSilentConnectionsHearsUsInTime()
    {
        ConnectProxy::Habits habits;
        habits.idle = 2s;
        ConnectProxy proxy(habits);
        {
            // Many signs of life in two seconds, though neither side has anything to say.
            const auto quiet = exec({"sh", "-c", "read x; echo $x"}, proxy.url(), 100ms);
            char byte = 0;
            QCOMPARE(quiet->read({&byte, 1}, 3s).error().code(), ErrorCode::Timeout);
            QVERIFY(quiet->write("still here\n"));
            QCOMPARE(readAll(*quiet).bytes, std::string("still here\n"));
        }
        QCOMPARE(proxy.idleCuts(), 0);
        const auto mute = exec({"sh", "-c", "read x; echo $x"}, proxy.url(), 1h);
        QCOMPARE(readAll(*mute).end, std::string("connection_lost"));
        QCOMPARE(proxy.idleCuts(), 1);
    }

    void howFastInputIs()
    {
        QBENCHMARK_ONCE
        {
            const auto in = exec({"sh", "-c", "head -c 67108864 | wc -c"});
            QVERIFY(in->write(std::string(64U << 20, 'x')));
            QCOMPARE(readAll(*in).bytes, std::string("67108864\n"));
        }
    }

    void howFastOutputIs()
    {
        QBENCHMARK_ONCE
        {
            const auto out = exec({"head", "-c", "50000000", "/dev/zero"});
            QCOMPARE(readAll(*out).bytes.size(), std::size_t{50'000'000});
        }
    }

private:
    std::unique_ptr<ExecStream> exec(
        const std::vector<std::string>& command, const std::string& proxy = {},
        std::chrono::milliseconds silence = 30s)
    {
        auto endpoint = m_cluster->endpoint;
        endpoint.proxy = proxy;
        auto opened = net::openWebSocket(
            net::HttpClient(endpoint), m_cluster->request(m_pod->execTarget(command)), kProtocols,
            {});
        if (!opened || !opened->stream)
            qFatal("%s", opened ? opened->response.body.c_str() : opened.error().text().c_str());
        return std::make_unique<ExecStream>(std::move(opened->stream), silence);
    }

    const std::vector<std::string> kProtocols
        = {std::string(kChannelProtocol5), std::string(kChannelProtocol4)};
    std::optional<ClusterUnderTest> m_cluster;
    std::unique_ptr<SleepingPod> m_pod;
};

SANDBENCH_TEST(KubeExecTest);
#include "tst_kube_exec.moc"
