// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/kept_pod.h"
#include "core/engine/ownership.h"
#include "tests/support/test_program.h"
#include "tests/unit/engines/kube_plans.h"

#include <QFloat16> // QCOMPARE asks whether Json converts to it
#include <QTest>

using namespace sandbench;
using namespace sandbench::kubernetes;
using namespace sandbench::kubernetes::test;
using namespace sandbench::test;
using std::string_literals::operator""s;

namespace {

SandboxSpec keptSpec(const std::string& network = "")
{
    auto spec = plainSpec();
    spec.keepFor = std::chrono::hours(1);
    spec.network.name = network;
    return spec;
}

/// As a cluster says it of what planPod() made.
Json runningPod(const SandboxSpec& spec)
{
    auto pod = planOf(spec)->pod;
    pod["metadata"]["uid"] = "u-1";
    pod["status"]
        = {{"phase", "Running"},
           {"containerStatuses",
            Json::array({{{"name", "sandbox"}, {"state", {{"running", Json::object()}}}}})}};
    return pod;
}

} // namespace

class KubeKeptPodTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itsLifetimeBoundsIt()
    {
        const auto plan = planOf(keptSpec());
        QVERIFY(plan);
        QCOMPARE(plan->pod["spec"]["activeDeadlineSeconds"], Json(3600));
        QCOMPARE(plan->pod["metadata"]["annotations"][std::string(label::kLease)], Json("3600"));
        QVERIFY(has(plan->isolation.layers, "ends 3600 s after its start, whoever is there"));
    }

    void itsKeyComesBackAsItWas()
    {
        KeptPodKey key{"lab", "sandbench-s-1", {}};
        for (std::size_t i = 0; i < key.token.size(); ++i)
            key.token[i] = static_cast<char>(i * 37);
        const auto read = parseKeptPodKey(key.text());
        QVERIFY(read);
        QCOMPARE(read->namespaceName, key.namespaceName);
        QCOMPARE(read->pod, key.pod);
        QVERIFY(read->token == key.token);
    }

    void whatIsNoKeyIsRefused()
    {
        const std::string token(64, 'a');
        QVERIFY(parseKeptPodKey("lab/pod/" + token));
        for (const auto& text :
             {""s, "lab"s, "lab/pod"s, "//"s, "lab/" + token, "/pod/" + token, "lab//" + token,
              "lab/a/b/" + token, "lab/../" + token.substr(1), "lab/pod?x=1/" + token,
              "lab/pod/" + token + "a", "lab/pod/" + token.substr(1) + "g", "LAB/pod/" + token})
            QVERIFY2(!parseKeptPodKey(text), text.c_str());
    }

    void aSessionGoesOnAsItWas()
    {
        for (const auto& network : {""s, "pod"s}) {
            const auto spec = keptSpec(network);
            const auto made = planOf(spec);
            const auto plan = planKeptPod(spec, plainSettings(), runningPod(spec), false);
            QVERIFY2(plan, plan ? "" : plan.error().text().c_str());
            QCOMPARE(plan->container, made->container);
            QCOMPARE(plan->streamsAgent, made->streamsAgent);
            QCOMPARE(plan->isAlone, true);
            QCOMPARE(plan->network, made->network);
            QCOMPARE(linesOf(plan->isolation.layers), linesOf(made->isolation.layers));
            QCOMPARE(linesOf(plan->isolation.relaxations), linesOf(made->isolation.relaxations));
            QVERIFY(plan->setup.filterSystemCalls && plan->setup.temporaryFolder.empty());
        }
        const auto dropped
            = planKeptPod(keptSpec(), plainSettings(), runningPod(keptSpec("pod")), true);
        QVERIFY(
            has(dropped->isolation.relaxations, "network pod until the packages are installed"));
    }

    void whatItsNodeHasNotToldYetIsNotGone()
    {
        auto pod = runningPod(keptSpec());
        pod["status"]["phase"] = "Pending";
        pod["status"]["containerStatuses"][0]["state"]
            = {{"waiting", {{"reason", "ContainerCreating"}}}};
        const auto plan = planKeptPod(keptSpec(), plainSettings(), pod, false);
        QVERIFY2(plan, plan ? "" : plan.error().text().c_str());
    }

    void whatIsNotTheSessionsIsGone()
    {
        const auto refusal = [](const Json& pod) {
            const auto plan = planKeptPod(keptSpec(), plainSettings(), pod, false);
            return plan ? ErrorCode::Internal : plan.error().code();
        };
        const auto pod = runningPod(keptSpec());
        QCOMPARE(refusal(Json()), ErrorCode::NotFound);
        auto other = pod;
        other["metadata"]["labels"][std::string(label::kSession)] = "s-2";
        QCOMPARE(refusal(other), ErrorCode::NotFound);
        auto theirs = pod;
        theirs["metadata"]["labels"]["app.kubernetes.io/managed-by"] = "helm";
        QCOMPARE(refusal(theirs), ErrorCode::NotFound);
        auto ended = pod;
        ended["status"]["phase"] = "Failed";
        ended["status"]["containerStatuses"][0]["state"]
            = {{"terminated", {{"exitCode", 137}, {"reason", "DeadlineExceeded"}}}};
        QCOMPARE(refusal(ended), ErrorCode::NotFound);
        auto going = pod;
        going["metadata"]["deletionTimestamp"] = "2026-11-22T15:22:37Z";
        QCOMPARE(refusal(going), ErrorCode::NotFound);
    }
};

SANDBENCH_TEST(KubeKeptPodTest);
#include "tst_kube_kept_pod.moc"
