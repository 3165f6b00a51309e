// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/kube_engine.h"
#include "core/engine/kubernetes/pod_calls.h"
#include "tests/support/hostile_cluster.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <atomic>

using namespace sandbench;
using namespace sandbench::test;

namespace {

/// Answers a watch with @p change alone, and lets it live.
bool tell(const Conversation& peer, const char* change)
{
    peer.send(std::string("HTTP/1.1 200 OK\r\n\r\n") + change + "\n");
    (void)peer.awaitEnd();
    return true;
}

} // namespace

/// What a node says of a pod, and what is made of it.
class KubeNodeWordTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPodIsEnteredAtItsNodesWord_data()
    {
        QTest::addColumn<bool>("isTooSoon");
        QTest::newRow("in time") << false;
        QTest::newRow("too soon") << true; // Then the pod's state decides.
    }

    void aPodIsEnteredAtItsNodesWord()
    {
        QFETCH(bool, isTooSoon);
        std::stop_source stop;
        std::atomic<bool> isRefused = false, isEntered = false;
        HostileCluster cluster;
        cluster.setProgram([&](WebSocketPeer& peer) {
            isEntered = true;
            stop.request_stop();
            while (peer.receive()) { }
        });
        cluster.setFault([&](Conversation& peer) {
            if (peer.path().ends_with("/events"))
                return tell(
                    peer,
                    R"({"type": "ADDED", "object": {"reason": "Started", "involvedObject":)"
                    R"( {"fieldPath": "spec.containers{sandbox}"}}})");
            if (watchesPods(peer) && !isRefused)
                return tell(
                    peer,
                    R"({"type": "MODIFIED", "object": {"metadata": {"resourceVersion": "7"},)"
                    R"( "status": {"phase": "Pending", "hostIP": "10.0.0.1"}}})");
            return isTooSoon && peer.path().ends_with("/exec") && !isRefused.exchange(true)
                && peer.answer(500, statusText(500, "container not found"));
        });
        KubernetesEngine engine({[&cluster] { return cluster.connection(); }, "image:1", ""});
        SandboxSpec spec;
        spec.sessionId = "word";
        const auto opened = engine.open(spec, stop.get_token());
        QVERIFY(!opened);
        QCOMPARE(opened.error().code(), ErrorCode::Cancelled);
        QVERIFY(isEntered);
        QCOMPARE(isRefused.load(), isTooSoon);
        QTRY_COMPARE(cluster.objects(), std::vector<std::string>());
    }

    void aPodThatEndedIsRemovedByForceAndNoneThatStillRuns_data()
    {
        QTest::addColumn<QByteArray>("state");
        QTest::addColumn<bool>("hasEnded");
        // What nodes of 1.20 keep for a minute.
        QTest::newRow("ended") << QByteArray(R"({"waiting": {}})") << true;
        QTest::newRow("running") << QByteArray(R"({"running": {}})") << false;
    }

    void aPodThatEndedIsRemovedByForceAndNoneThatStillRuns()
    {
        QFETCH(QByteArray, state);
        QFETCH(bool, hasEnded);
        const auto path = kubernetes::podPath({"n", "p", "c"});
        const auto pod = R"({"metadata": {"uid": "u"}, "status": {"phase": "Failed",)"
                         R"("containerStatuses": [{"state": )"
            + state.toStdString() + "}]}}";
        std::atomic<bool> isForced = false;
        HostileCluster cluster;
        cluster.setFault([&](Conversation& peer) {
            if (peer.path() != path)
                return false;
            if (peer.line.starts_with("DELETE"))
                isForced = peer.body.find("\"gracePeriodSeconds\":0") != std::string::npos;
            return peer.answer(200, pod);
        });
        const auto api = kubernetes::KubeApi::connect(cluster.connection(), {});
        QVERIFY(api);
        // The cluster's watch says at once that a pod that it does not know is gone.
        QVERIFY(kubernetes::removePod(**api, {"n", "p", "c"}));
        QCOMPARE(isForced.load(), hasEnded);
    }
};

SANDBENCH_TEST(KubeNodeWordTest);
#include "tst_kube_node_word.moc"
