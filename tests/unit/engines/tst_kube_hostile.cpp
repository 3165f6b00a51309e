// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/kube_engine.h"
#include "tests/support/hostile_cluster.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"
#include "tests/unit/engines/sandbox_plans.h"

#include <QTest>

#include <algorithm>
#include <atomic>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::chrono_literals;

namespace {

KubernetesEngine engineOf(const HostileCluster& cluster)
{
    return KubernetesEngine({[&cluster] { return cluster.connection(); }, "image:1", ""});
}

/// What a fault does to the request that it hits; true = the cluster never hears of it.
bool spoil(const std::string& kind, Conversation& peer, HostileCluster& cluster)
{
    const std::string ok = "HTTP/1.1 200 OK\r\n";
    if (kind == "an error page")
        return peer.answer(500, "<html>Internal error</html>", "Content-Type: text/html\r\n");
    if (kind == "an expired token")
        return peer.answer(401, statusText(401, "Unauthorized"));
    if (kind == "no right")
        return peer.answer(403, statusText(403, "pods is forbidden: User \"u\" cannot x"));
    if (kind == "a used up quota")
        return peer.answer(403, statusText(403, "pods is forbidden: exceeded quota: q"));
    if (kind == "a server that is busy")
        return peer.answer(429, statusText(429, "too many requests"));
    if (kind == "no HTTP")
        return peer.send("\x15\x03\x01\x02\x02\x46\n") || true;
    if (kind == "no JSON")
        return peer.answer(200, "{\"metadata\":") || true;
    if (kind == "JSON of another kind")
        return peer.answer(200, "[[[{\"metadata\":7}]]]") || true;
    if (kind == "deep JSON")
        return peer.answer(200, std::string(100'000, '[')) || true;
    if (kind == "an endless head")
        peer.sendForEver("HTTP/1.1 200 OK\r\nA: b\r\n");
    else if (kind == "an endless answer")
        (void)(peer.send(ok + "\r\n") && (peer.sendForEver(std::string(65536, 'x')), true));
    else if (kind == "an answer that is lost")
        cluster.loseAnswer(peer);
    else if (kind == "a cut answer")
        peer.send(ok + "Content-Length: 100\r\n\r\n{");
    else if (kind == "an event that is none")
        peer.send(ok + "\r\n{\"type\":7}\n");
    return true;
}

HostileCluster::Program says(std::string bytes)
{
    return [bytes = std::move(bytes)](WebSocketPeer& peer) { peer.send(bytes); };
}

} // namespace

/// A cluster that does everything wrong: a typed error, no hang, and nothing left there.
class KubeHostileTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSpoiledStepOfOpeningIsAnErrorAndLeavesNothingBehind_data()
    {
        QTest::addColumn<QByteArray>("step");
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<QByteArray>("codes");
        const std::vector<std::pair<const char*, const char*>> kinds
            = {{"an error page", "unavailable protocol"},
               {"an expired token", "permission_denied"},
               {"a server that is busy", "unavailable protocol"},
               {"no HTTP", "protocol"},
               {"closed at once", "connection_lost unavailable"},
               {"an endless head", "protocol"},
               {"an answer that is lost", "connection_lost unavailable"},
               {"a cut answer", "connection_lost"},
               {"no JSON", "protocol"},
               {"deep JSON", "protocol resource_exhausted"},
               {"JSON of another kind", "protocol connection_lost not_found"},
               {"an endless answer", "protocol"}};
        for (const char* step : {"GET /version", "POST /networkpolicies", "POST /pods"})
            for (const auto& [kind, codes] : kinds)
                QTest::addRow("%s: %s", step, kind)
                    << QByteArray(step) << QByteArray(kind) << QByteArray(codes);
        for (const char* step : {"POST /networkpolicies", "POST /pods"})
            QTest::addRow("%s: no right", step)
                << QByteArray(step) << QByteArray("no right") << QByteArray("permission_denied");
        QTest::addRow("POST /pods: quota")
            << QByteArray("POST /pods") << QByteArray("a used up quota")
            << QByteArray("resource_exhausted");
        const QByteArray watch = "GET /pods watch";
        QTest::addRow("watch: no right")
            << watch << QByteArray("no right") << QByteArray("permission_denied");
        QTest::addRow("watch: no JSON")
            << watch << QByteArray("an endless answer") << QByteArray("protocol");
        QTest::addRow("watch: no event")
            << watch << QByteArray("an event that is none") << QByteArray("protocol");
        QTest::addRow("watch: an error page")
            << watch << QByteArray("an error page") << QByteArray("unavailable");
        QTest::addRow("watch: no HTTP") << watch << QByteArray("no HTTP") << QByteArray("protocol");
    }

    void aSpoiledStepOfOpeningIsAnErrorAndLeavesNothingBehind()
    {
        QFETCH(QByteArray, step);
        QFETCH(QByteArray, kind);
        QFETCH(QByteArray, codes);
        HostileCluster cluster;
        std::atomic<int> hits = 0;
        cluster.setFault([&, words = step.split(' ')](Conversation& peer) {
            if (!peer.line.starts_with(words[0].toStdString())
                || !peer.path().ends_with(words[1].toStdString())
                || (words.size() > 2 && peer.line.find("watch=1") == std::string::npos))
                return false;
            ++hits;
            return spoil(kind.toStdString(), peer, cluster);
        });
        expectError(cluster, plainSpec(), codes);
        QVERIFY2(hits > 0, "the step was never reached");
    }

    void aProgramThatIsNoAgentIsAnErrorAndLeavesNothingBehind_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("codes");
        const auto row = [](const char* name, const std::string& bytes, const char* codes) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << QByteArray(codes);
        };
        const auto out = [](const std::string& text) { return channelFrame(1, text); };
        const std::string agentTaken = out("+x86_64\n") + out("!\n");
        row("closes at once", "", "connection_lost");
        row("says goodbye", serverFrame(8, closePayload(1011, "going down")), "connection_lost");
        row("cannot start", channelFrame(3, statusText(500, "no such container")), "unavailable");
        row("ends at once", channelFrame(3, "{\"status\":\"Success\"}"), "unavailable");
        row("has no shell",
            channelFrame(3, statusText(500, "exec: \"/bin/sh\": no such file or directory")),
            "unsupported unavailable");
        row("a status that is none", channelFrame(3, "{\"status\":"), "protocol");
        row("a huge status", channelFrame(3, std::string(3U << 20, 'x')), "protocol");
        row("a deep status", channelFrame(3, std::string(60'000, '[')), "protocol");
        row("text", serverFrame(1, "hello"), "protocol");
        row("an unknown channel", channelFrame(9, "hello"), "protocol");
        row("a reserved bit", serverFrame(2, "\1+", true, 0x40), "protocol");
        row("a masked frame", std::string("\x82\x81\1\2\3\4x"), "protocol");
        row("a frame of exabytes", std::string("\x82\x7f\x7f\xff\xff\xff\xff\xff\xff\xff\1", 11),
            "protocol");
        row("a bad close code", serverFrame(8, closePayload(1006)), "protocol");
        row("no greeting", out(std::string(100'000, 'x')), "unavailable");
        row("another greeting", out("hello\n"), "unsupported");
        row("an unknown machine", out("+pdp11\n"), "unsupported unavailable");
        row("a shell that ends", out("+x86_64\n") + channelFrame(3, "{\"status\":\"Success\"}"),
            "unavailable");
        row("an agent that is none", agentTaken + out(std::string(100'000, 'x')),
            "protocol connection_lost");
        row("an agent that ends", agentTaken + channelFrame(3, "{\"status\":\"Success\"}"),
            "unavailable connection_lost");
        row("an agent that is cut", agentTaken, "connection_lost");
    }

    void aProgramThatIsNoAgentIsAnErrorAndLeavesNothingBehind()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, codes);
        HostileCluster cluster;
        cluster.setProgram(says(bytes.toStdString()));
        expectError(cluster, plainSpec(), codes);
    }

    void anExecThatIsRefusedIsAnError_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("codes");
        QTest::newRow("no right") << 403 << QByteArray("permission_denied");
        QTest::newRow("gone") << 404 << QByteArray("not_found");
        QTest::newRow("wrong") << 400 << QByteArray("invalid_argument");
        QTest::newRow("broken") << 500 << QByteArray("unavailable");
        QTest::newRow("an ordinary answer") << 200 << QByteArray("protocol");
        QTest::newRow("a redirect") << 302 << QByteArray("io protocol unavailable");
    }

    void anExecThatIsRefusedIsAnError()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, codes);
        HostileCluster cluster;
        cluster.setFault([status](Conversation& peer) {
            return peer.path().ends_with("/exec") && peer.answer(status, statusText(status, "no"));
        });
        expectError(cluster, plainSpec(), codes);
    }

    void aStopEndsEveryStepThatGetsNoAnswer_data()
    {
        QTest::addColumn<QByteArray>("step");
        for (const char* step :
             {"GET /version", "POST /networkpolicies", "POST /pods", "GET /pods", "GET /exec"})
            QTest::newRow(step) << QByteArray(step);
        QTest::newRow("a program that is silent") << QByteArray();
    }

    void aStopEndsEveryStepThatGetsNoAnswer()
    {
        QFETCH(QByteArray, step);
        // Outlives the cluster, whose threads ask it.
        std::stop_source stop;
        HostileCluster cluster;
        cluster.setProgram([&](WebSocketPeer& peer) {
            stop.request_stop();
            while (peer.receive()) { }
        });
        cluster.setFault([&, words = step.split(' ')](Conversation& peer) {
            if (stop.stop_requested() || words.size() < 2
                || !peer.line.starts_with(words[0].toStdString())
                || !peer.path().ends_with(words[1].toStdString()))
                return false;
            stop.request_stop();
            (void)peer.awaitEnd();
            // A slow cluster does it though nobody waits any more.
            if (peer.line.starts_with("POST"))
                cluster.loseAnswer(peer);
            return true;
        });
        auto engine = engineOf(cluster);
        const auto opened = engine.open(plainSpec(), stop.get_token());
        QVERIFY(!opened);
        QCOMPARE(opened.error().code(), ErrorCode::Cancelled);
        QTRY_COMPARE(joined(cluster.objects()), std::string());
    }

    void pingsThatNeverEndAreNoSignOfAnAgent()
    {
        std::stop_source stop;
        HostileCluster cluster;
        cluster.setProgram([&](WebSocketPeer& peer) {
            for (int sent = 0; peer.send(serverFrame(9, "x"));)
                if (++sent == 100'000)
                    stop.request_stop();
        });
        auto engine = engineOf(cluster);
        const auto opened = engine.open(plainSpec(), stop.get_token());
        QVERIFY(!opened);
        QCOMPARE(opened.error().code(), ErrorCode::Cancelled);
        QCOMPARE(joined(cluster.objects()), std::string());
    }

    void aWatchThatIsTooOldIsBegunAnew()
    {
        // The pod runs, but only who asks for it, and does not watch, hears of it.
        HostileCluster cluster;
        std::atomic<int> watches = 0;
        cluster.setFault([&](Conversation& peer) {
            if (!watchesPods(peer) || watches++ > 2)
                return false;
            const auto code = watches == 1 ? 410 : 200;
            const auto body = watches == 2
                ? "{\"type\":\"ERROR\",\"object\":" + statusText(410, "too old") + "}\n"
                : std::string();
            return peer.answer(code, body);
        });
        cluster.setProgram(says(channelFrame(1, "hello\n")));
        expectError(cluster, plainSpec(), "unsupported");
        QVERIFY(watches > 3);
    }

    void aWatchThatNeverLivesIsNotAskedForWithoutEnd()
    {
        HostileCluster cluster;
        std::atomic<int> watches = 0;
        const auto begin = std::chrono::steady_clock::now();
        cluster.setFault([&](Conversation& peer) {
            if (!watchesPods(peer))
                return false;
            ++watches;
            // Something on the way ends every watch at once, until the pod runs.
            return std::chrono::steady_clock::now() - begin < 1s && peer.answer(200, "");
        });
        cluster.setProgram(says(channelFrame(1, "hello\n")));
        expectError(cluster, plainSpec(), "unsupported");
        QVERIFY2(watches < 20, std::to_string(watches).c_str());
    }

    void aRemovalThatFailsIsTriedAgain_data()
    {
        QTest::addColumn<QByteArray>("kind");
        for (const char* kind :
             {"an error page", "a server that is busy", "closed at once", "a cut answer",
              "an answer that is lost"})
            QTest::newRow(kind) << QByteArray(kind);
    }

    void aRemovalThatFailsIsTriedAgain()
    {
        QFETCH(QByteArray, kind);
        HostileCluster cluster;
        cluster.setProgram(says(channelFrame(1, "hello\n")));
        std::map<std::string, int> tries;
        std::mutex mutex;
        cluster.setFault([&](Conversation& peer) {
            const std::lock_guard lock(mutex);
            return peer.line.starts_with("DELETE") && ++tries[peer.path()] <= 2
                && spoil(kind.toStdString(), peer, cluster);
        });
        expectError(cluster, plainSpec(), "unsupported");
        const std::lock_guard lock(mutex);
        QCOMPARE(tries.size(), std::size_t{2}); // a pod and its network policy
    }

    void aPodThatIsRemovedMeanwhileIsToldAndNotWaitedFor()
    {
        HostileCluster cluster;
        cluster.setFault([&](Conversation& peer) {
            if (!watchesPods(peer))
                return false;
            return peer.send("HTTP/1.1 200 OK\r\n\r\n"
                             "{\"type\":\"DELETED\",\"object\":{\"metadata\":{\"name\":\"x\"}}}\n");
        });
        expectError(cluster, plainSpec(), "not_found");
    }

    void whoLooksGetsAStatusAndNoSurprise_data()
    {
        QTest::addColumn<QByteArray>("kind");
        for (const char* kind :
             {"an error page", "an expired token", "no HTTP", "closed at once", "an endless head",
              "a cut answer", "no JSON", "JSON of another kind", "an endless answer"})
            QTest::newRow(kind) << QByteArray(kind);
    }

    void whoLooksGetsAStatusAndNoSurprise()
    {
        QFETCH(QByteArray, kind);
        for (const char* step : {"/version", "/selfsubjectaccessreviews"}) {
            HostileCluster cluster;
            cluster.setFault([&](Conversation& peer) {
                return peer.path().ends_with(step) && spoil(kind.toStdString(), peer, cluster);
            });
            auto engine = engineOf(cluster);
            const auto status = engine.look({});
            QVERIFY(!status.usable);
            QVERIFY(!status.problem.empty());
            QVERIFY2(status.problem.size() < 1000, status.problem.c_str());
            QVERIFY(joined(cluster.requests()).find("secret") == std::string::npos);
        }
    }

    void aListWithoutAnEndIsAnError()
    {
        HostileCluster cluster;
        Json pods = Json::array();
        for (int i = 0; i < 1000; ++i)
            pods.push_back(
                {{"metadata",
                  {{"namespace", "n"},
                   {"name", "pod-" + std::to_string(i)},
                   {"labels",
                    {{"app.kubernetes.io/managed-by", "sandbench"},
                     {"org.sandbench.session", "s"}}}}}});
        const auto page
            = writeJson(Json{{"metadata", {{"continue", "more"}}}, {"items", std::move(pods)}});
        cluster.setFault([&page](Conversation& peer) {
            return peer.line.starts_with("GET ") && peer.path().ends_with("/pods")
                && (peer.answer(200, page), true);
        });
        auto engine = engineOf(cluster);
        const auto listed = engine.sandboxes({});
        QVERIFY(!listed);
        QCOMPARE(listed.error().code(), ErrorCode::ResourceExhausted);
        QVERIFY(cluster.requests().size() < 30);
        // Nothing of it is removed for what nobody knows.
        QCOMPARE(engine.removeSandbox("pod-1", {}).error().code(), ErrorCode::ResourceExhausted);
    }

private:
    static void
    expectError(HostileCluster& cluster, const SandboxSpec& spec, const QByteArray& codes)
    {
        auto engine = engineOf(cluster);
        const auto opened = engine.open(spec, {});
        QVERIFY2(!opened, "a sandbox in a cluster that has none");
        const auto text = opened.error().text();
        const auto code = QByteArray(errorCodeName(opened.error().code()).data());
        QVERIFY2(codes.split(' ').contains(code), (code + ": " + text.c_str()).constData());
        QVERIFY2(text.find('\n') == std::string::npos, text.c_str());
        QVERIFY2(text.size() < 1000, text.c_str());
        QVERIFY2(text.find("secret") == std::string::npos, text.c_str());
        QCOMPARE(joined(cluster.objects()), std::string());
    }
};

SANDBENCH_TEST(KubeHostileTest);
#include "tst_kube_hostile.moc"
