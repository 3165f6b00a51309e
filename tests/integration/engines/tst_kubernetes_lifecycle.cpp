// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/protocol.h"
#include "core/engine/kubernetes/kube_engine.h"
#include "core/engine/kubernetes/pod_calls.h"
#include "core/engine/kubernetes/pod_options.h"
#include "tests/integration/engines/cluster_under_test.h"
#include "tests/support/needs.h"
#include "tests/support/sandbox_under_test.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <thread>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::chrono_literals;
using std::string_literals::operator""s;

namespace {

bool lacks(const IsolationReport& report, std::string_view layer)
{
    return std::any_of(report.missing.begin(), report.missing.end(), [layer](const auto& one) {
        return one.layer == layer;
    });
}

bool has(const std::vector<std::string>& texts, std::string_view text)
{
    return std::any_of(texts.begin(), texts.end(), [text](const std::string& one) {
        return one.find(text) != std::string::npos;
    });
}

/// Ends every process of the sandbox that it may, but itself: the relay as well.
constexpr const char* kKillAll = "import os, signal\n"
                                 "for pid in map(int, filter(str.isdigit, os.listdir('/proc'))):\n"
                                 "    if pid not in (1, os.getpid(), os.getppid()):\n"
                                 "        try: os.kill(pid, signal.SIGKILL)\n"
                                 "        except OSError: pass\n";

} // namespace

class KubernetesLifecycleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();

    void saysWhyItWaits();
    void hasAUserOfItsOwn();
    void losesNothingWhenAProgramKillsItsConnection();
    void endsWhatAProgramDidWhenItKillsAllOthers();
    void aNetworkThatIsNotKeptAwayIsSaidAndRefused();
    void aNetworkThatIsAskedForIsThere();
    void aNetworkForInstallationsIsTakenAway();
    void aStopAtAnyStepLeavesNothing();
    void endsByItselfWhenItsHostFallsSilent();
    void worksInAPodOfSomebodyElseAndLeavesIt();
    void comesBackToAPodOfSomebodyElse();
    void saysWhenThereIsNoSuchPod();
    void mergesAManifest();
    void opensManyAtOnce();

private:
    std::unique_ptr<Session> open(const SessionSpec& spec)
    {
        auto session = m_engine->open(spec);
        if (!session)
            qWarning("%s", m_engine->problem().c_str());
        return session;
    }
    static std::string output(Session& session, const std::string& code)
    {
        return runIn(session, "python", code).stdoutBytes;
    }
    /// A pod that does nothing, of somebody else. Its name.
    std::string makePod(const Json& more = Json::object());
    Json podNow(const std::string& name) const;

    std::unique_ptr<TestEngine> m_engine;
    std::shared_ptr<kubernetes::KubeApi> m_api;
    std::string m_namespace;
    std::vector<std::string> m_pods;
    int m_count = 0;
};

void KubernetesLifecycleTest::initTestCase()
{
    const auto cluster = testCluster();
    if (!cluster)
        SKIP_WITHOUT("kubernetes", cluster.error().text().c_str());
    m_namespace = cluster->namespaceName;
    auto api = kubernetes::KubeApi::connect(*cluster, {});
    QVERIFY2(api, api ? "" : api.error().text().c_str());
    m_api = std::move(*api);
    m_engine = std::make_unique<TestEngine>("kubernetes");
}

void KubernetesLifecycleTest::cleanup()
{
    for (const auto& pod : std::exchange(m_pods, {}))
        (void)kubernetes::removePod(*m_api, {m_namespace, pod, "main"}, true).has_value();
    if (m_api)
        QCOMPARE(containersOfThisProcess("kubernetes"), std::vector<std::string>());
}

Json KubernetesLifecycleTest::podNow(const std::string& name) const
{
    auto pod = m_api->get(kubernetes::podPath({m_namespace, name, {}}), {}, {});
    return pod ? std::move(*pod) : Json();
}

std::string KubernetesLifecycleTest::makePod(const Json& more)
{
    const auto name = "somebody-" + std::to_string(::getpid()) + "-" + std::to_string(++m_count);
    Json container
        = {{"name", "main"},
           {"image", testImage()},
           {"imagePullPolicy", "IfNotPresent"},
           {"command", {"sleep", "600"}},
           {"securityContext", {{"runAsUser", 4711}}}};
    container.update(more);
    const Json pod
        = {{"apiVersion", "v1"},
           {"kind", "Pod"},
           {"metadata", {{"name", name}}},
           {"spec",
            {{"restartPolicy", "Never"},
             {"automountServiceAccountToken", false},
             {"terminationGracePeriodSeconds", 0},
             {"containers", Json::array({container})}}}};
    m_pods.push_back(name);
    const auto made = m_api->post(kubernetes::podsPath(m_namespace), pod, {});
    if (!made)
        return made.error().text();
    const auto running = kubernetes::awaitPod(
        *m_api, {m_namespace, name, "main"}, *made, kubernetes::Until::Running, {}, {});
    return running ? name : running.error().text();
}

void KubernetesLifecycleTest::saysWhyItWaits()
{
    std::vector<std::string> reasons;
    SessionSpec spec;
    spec.sandbox.onWaiting = [&](std::string_view reason) { reasons.emplace_back(reason); };
    const auto session = open(spec);
    QVERIFY(session);
    QVERIFY(!reasons.empty());
    QVERIFY2(
        session->description().find("pod " + m_namespace + "/sandbench-") != std::string::npos,
        session->description().c_str());
}

void KubernetesLifecycleTest::hasAUserOfItsOwn()
{
    const auto one = open({}), other = open({});
    QVERIFY(one && other);
    const auto code = "import os; print(os.getuid())"s;
    const auto first = output(*one, code), second = output(*other, code);
    QVERIFY(std::stol(first) >= 1'000'000);
    QVERIFY(first != second);
    QVERIFY(has(one->isolation().layers, "process limit"));
}

void KubernetesLifecycleTest::losesNothingWhenAProgramKillsItsConnection()
{
    const auto session = open({});
    QVERIFY(session);
    RunRequest request;
    request.language = "python";
    request.code = "import sys\nfor i in range(300000): print(i)\nsys.stdout.flush()\n"s + kKillAll
        + "for i in range(300000, 600000): print(i)\n";
    RecordingSink sink;
    const auto record = runRequest(*session, request, sink);
    QCOMPARE(endingOf(record), "exited 0"s);
    std::string wanted;
    for (int i = 0; i < 600'000; ++i)
        wanted += std::to_string(i) + "\n";
    QVERIFY(record.stdoutBytes == wanted);
}

void KubernetesLifecycleTest::endsWhatAProgramDidWhenItKillsAllOthers()
{
    const auto session = open({});
    QVERIFY(session);
    // Its own fork server and the relay go with it; the sandbox does not.
    (void)runIn(*session, "python", "import os; os.kill(-1, 9)");
    QCOMPARE(output(*session, "print('next')"), "next\n"s);
}

void KubernetesLifecycleTest::aNetworkThatIsNotKeptAwayIsSaidAndRefused()
{
    const auto session = open({});
    QVERIFY(session);
    QCOMPARE(session->network(), "none"s);
    const auto& report = session->isolation();
    if (!lacks(report, "network policy")) {
        QVERIFY(has(report.layers, "network policy, tried from inside"));
        return;
    }
    QVERIFY(has(report.layers, "no sockets but Unix ones"));
    QCOMPARE(
        output(
            *session,
            "import socket\nfor family in (socket.AF_INET, socket.AF_INET6):\n"
            "    try: socket.socket(family); print('made')\n"
            "    except PermissionError: print('refused')\n"
            "socket.socket(socket.AF_UNIX); print('unix')"),
        "refused\nrefused\nunix\n"s);
}

void KubernetesLifecycleTest::aNetworkThatIsAskedForIsThere()
{
    SessionSpec spec;
    spec.sandbox.network.name = "pod";
    const auto session = open(spec);
    QVERIFY(session);
    QCOMPARE(session->network(), "pod"s);
    QVERIFY(has(session->isolation().relaxations, "network pod"));
    QCOMPARE(output(*session, "import socket; socket.socket(); print('made')"), "made\n"s);
}

void KubernetesLifecycleTest::aNetworkForInstallationsIsTakenAway()
{
    SessionSpec spec;
    spec.sandbox.network = {"pod", true};
    const auto session = open(spec);
    QVERIFY(session);
    const auto code = "import socket\ntry: socket.socket(); print('made')\n"
                      "except PermissionError: print('refused')"s;
    QCOMPARE(output(*session, code), "made\n"s);
    const auto dropped = session->dropNetwork({});
    QVERIFY2(dropped, dropped ? "" : dropped.error().text().c_str());
    QCOMPARE(session->network(), "pod (dropped)"s);
    if (lacks(session->isolation(), "network policy"))
        QCOMPARE(output(*session, code), "refused\n"s);
    else
        QVERIFY(has(session->isolation().layers, "network policy"));
}

void KubernetesLifecycleTest::aStopAtAnyStepLeavesNothing()
{
    // At each step that a pod is seen to wait for; the last one is never reached.
    for (int last = 0; last < 5; ++last) {
        std::stop_source stop;
        SandboxSpec spec;
        spec.sessionId = "stopped";
        int seen = 0;
        spec.onWaiting = [&](std::string_view) {
            if (seen++ == last)
                stop.request_stop();
        };
        auto opened = m_engine->engine().open(spec, stop.get_token());
        QCOMPARE(bool(opened), seen <= last);
        if (!opened)
            QCOMPARE(opened.error().code(), ErrorCode::Cancelled);
        opened = Error(ErrorCode::Cancelled, "");
        QCOMPARE(containersOfThisProcess("kubernetes"), std::vector<std::string>());
    }
}

void KubernetesLifecycleTest::endsByItselfWhenItsHostFallsSilent()
{
    SandboxSpec spec;
    spec.sessionId = "silent";
    spec.ttl = 2s;
    auto instance = m_engine->engine().open(spec, {});
    QVERIFY2(instance, instance ? "" : instance.error().text().c_str());
    // A greeting, and then never a word again.
    std::string hello;
    agent::appendFrame(
        hello, agent::FrameType::Hello, 0, writeJson({{"protocol", 1}, {"ttl_seconds", 2}}));
    QVERIFY((*instance)->stream().write(hello));
    const auto description = (*instance)->description();
    const auto begin = description.find("/sandbench-") + 1;
    const auto name = description.substr(begin, description.find(' ', begin) - begin);
    QTRY_VERIFY_WITH_TIMEOUT(
        kubernetes::readPodState(podNow(name), "sandbox").phase
            == kubernetes::PodState::Phase::Ended,
        20'000);
    QVERIFY((*instance)->close());
}

void KubernetesLifecycleTest::worksInAPodOfSomebodyElseAndLeavesIt()
{
    const auto pod = makePod();
    SessionSpec spec;
    containerOf(spec.sandbox).existing = pod;
    {
        const auto session = open(spec);
        QVERIFY(session);
        QCOMPARE(output(*session, "import os; print(os.getuid())"), "4711\n"s);
        QVERIFY(has(session->isolation().relaxations, pod));
        QVERIFY(session->close());
    }
    QCOMPARE(
        kubernetes::readPodState(podNow(pod), "main").phase, kubernetes::PodState::Phase::Running);
    const auto again = open(spec);
    QVERIFY(again);
    QCOMPARE(output(*again, "import glob; print(len(glob.glob('/tmp/.sandbench*')))"), "0\n"s);
}

void KubernetesLifecycleTest::comesBackToAPodOfSomebodyElse()
{
    const auto pod = makePod();
    SessionSpec spec;
    containerOf(spec.sandbox).existing = pod;
    const auto session = open(spec);
    QVERIFY(session);
    // Only what carries the connection: the agent is no first process here. By one of the pod's own
    // processes: a program of ours cannot signal others.
    const QStringList cut
        = {"exec",
           "--namespace",
           QString::fromStdString(m_namespace),
           QString::fromStdString(pod),
           "--",
           "sh",
           "-c",
           "for p in /proc/[0-9]*; do tr '\\0' ' ' < $p/cmdline | grep -q ' [a]ttach ' && "
           "kill -9 ${p#/proc/} && echo cut; done; true"};
    for (int i = 0; i < 2; ++i) {
        QCOMPARE(kubectl(cut), std::optional("cut"s));
        QCOMPARE(output(*session, "print('next')"), "next\n"s);
    }
}

void KubernetesLifecycleTest::saysWhenThereIsNoSuchPod()
{
    SessionSpec spec;
    containerOf(spec.sandbox).existing = "nobody-made-it";
    QVERIFY(!m_engine->open(spec));
    QVERIFY2(
        m_engine->problem().find("has no pod nobody-made-it") != std::string::npos,
        m_engine->problem().c_str());
}

void KubernetesLifecycleTest::mergesAManifest()
{
    SessionSpec spec;
    podOf(spec.sandbox).manifest = "spec:\n  containers:\n  - name: mine\n    env:\n"
                                   "    - {name: GREETING, value: hello}\n";
    podOf(spec.sandbox).container = "mine";
    const auto session = open(spec);
    QVERIFY(session);
    QCOMPARE(output(*session, "import os; print(os.environ.get('GREETING'))"), "hello\n"s);
}

void KubernetesLifecycleTest::opensManyAtOnce()
{
    constexpr int kMany = 8;
    std::atomic<int> opened = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < kMany; ++i)
            threads.emplace_back([&] {
                SandboxSpec spec;
                spec.sessionId = "many";
                if (auto instance = m_engine->engine().open(spec, {}); instance)
                    opened += (*instance)->close() ? 1 : 0;
                else
                    qWarning("%s", instance.error().text().c_str());
            });
    }
    QCOMPARE(opened.load(), kMany);
}

SANDBENCH_TEST(KubernetesLifecycleTest);
#include "tst_kubernetes_lifecycle.moc"
