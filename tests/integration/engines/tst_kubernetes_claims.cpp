// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// Pods of a cluster's warm pools. The cluster is real; who makes pods for claims is this test, as
// kubernetes-sigs/agent-sandbox documents it: its own controller cannot be had here.
#include "core/engine/container_options.h"
#include "core/engine/kubernetes/claim.h"
#include "core/engine/kubernetes/kube_sandboxes.h"
#include "core/engine/kubernetes/pod_calls.h"
#include "core/engine/ownership.h"
#include "tests/integration/engines/kube_lab.h"
#include "tests/integration/engines/owners.h"
#include "tests/support/docker_fixture.h"
#include "tests/support/needs.h"
#include "tests/support/test_engine.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <thread>

using namespace sandbench;
using namespace sandbench::kubernetes;
using namespace sandbench::test;
using std::string_literals::operator""s;

namespace {

using namespace std::chrono_literals;

struct Kind
{
    const char *group, *kind, *plural, *singular;
};
constexpr Kind kKinds[]
    = {{"extensions.agents.x-k8s.io", "SandboxClaim", "sandboxclaims", "sandboxclaim"},
       {"agents.x-k8s.io", "Sandbox", "sandboxes", "sandbox"}};
constexpr const char* kDefinitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

Json definitionOf(const Kind& kind)
{
    const Json any = {{"type", "object"}, {"x-kubernetes-preserve-unknown-fields", true}};
    const Json version
        = {{"name", "v1beta1"},
           {"served", true},
           {"storage", true},
           {"subresources", {{"status", Json::object()}}},
           {"schema", {{"openAPIV3Schema", any}}}};
    return {
        {"apiVersion", "apiextensions.k8s.io/v1"},
        {"kind", "CustomResourceDefinition"},
        {"metadata", {{"name", kind.plural + "."s + kind.group}}},
        {"spec",
         {{"group", kind.group},
          {"names", {{"kind", kind.kind}, {"plural", kind.plural}, {"singular", kind.singular}}},
          {"scope", "Namespaced"},
          {"versions", Json::array({version})}}}};
}

SandboxSpec poolSpec(const std::string& pool)
{
    auto spec = boxSpec();
    containerOf(spec).existing = "sandboxwarmpool/" + pool;
    return spec;
}

/// Gives each claim of the pool "python" a pod, and tells others that there is no such pool.
class PoolController
{
public:
    explicit PoolController(const KubeLab& lab)
        : m_lab(lab)
        , m_thread([this](const std::stop_token& stop) { work(stop); })
    {
    }

private:
    void work(const std::stop_token& stop)
    {
        while (!stop.stop_requested())
            (void)m_lab.admin()
                .watch(
                    claimsPath(m_lab.name()), {},
                    [&](const Json& event) -> Result<bool> {
                        if (jsonString(event, "type") == "ADDED")
                            answer(jsonField(event, "object"), stop);
                        return true;
                    },
                    stop)
                .has_value();
    }

    void answer(const Json& claim, const std::stop_token& stop)
    {
        const auto& metadata = jsonField(claim, "metadata");
        const auto name = jsonString(metadata, "name");
        const auto pool = jsonString(jsonField(jsonField(claim, "spec"), "warmPoolRef"), "name");
        Json ready = {{"type", "Ready"}, {"status", "False"}, {"reason", "WarmPoolNotFound"}};
        Json status = Json::object();
        if (pool == "python") {
            makePod(name, jsonString(metadata, "uid"), stop);
            ready = {{"type", "Ready"}, {"status", "True"}, {"reason", "Ready"}};
            status["sandbox"] = {{"name", name + "-box"}};
        }
        status["conditions"] = Json::array({ready});
        (void)m_lab.admin()
            .patch(
                claimPath(m_lab.name(), name) + "/status",
                {{"apiVersion", "extensions.agents.x-k8s.io/v1beta1"},
                 {"kind", "SandboxClaim"},
                 {"status", status}},
                stop)
            .has_value();
    }

    /// It and the sandbox go with the claim: the cluster collects them.
    void makePod(const std::string& claim, const std::string& uid, const std::stop_token& stop)
    {
        const Json owner
            = {{"apiVersion", "extensions.agents.x-k8s.io/v1beta1"},
               {"kind", "SandboxClaim"},
               {"name", claim},
               {"uid", uid},
               {"controller", true}};
        const auto pod = "warm-" + claim;
        const Json container
            = {{"name", "main"},
               {"image", testImage()},
               {"imagePullPolicy", "IfNotPresent"},
               {"command", {"sleep", "1000"}}};
        (void)m_lab.admin()
            .post(
                m_lab.pods(),
                {{"apiVersion", "v1"},
                 {"kind", "Pod"},
                 {"metadata", {{"name", pod}, {"ownerReferences", Json::array({owner})}}},
                 {"spec",
                  {{"terminationGracePeriodSeconds", 0},
                   {"containers", Json::array({container})}}}},
                stop)
            .has_value();
        m_lab.kubectl({"wait", "--for=condition=Ready", "pod/" + QString::fromStdString(pod)});
        const Json annotations = {{"agents.x-k8s.io/pod-name", pod}};
        (void)m_lab.admin()
            .post(
                "/apis/agents.x-k8s.io/v1beta1/namespaces/" + m_lab.name() + "/sandboxes",
                {{"apiVersion", "agents.x-k8s.io/v1beta1"},
                 {"kind", "Sandbox"},
                 {"metadata",
                  {{"name", claim + "-box"},
                   {"annotations", annotations},
                   {"ownerReferences", Json::array({owner})}}}},
                stop)
            .has_value();
    }

    const KubeLab& m_lab;
    std::jthread m_thread; ///< Last: it uses the others.
};

} // namespace

class KubernetesClaimsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        static const auto why = KubeLab::whyNot();
        if (!why.empty())
            SKIP_WITHOUT("kubernetes", why.c_str());
        m_lab = std::make_unique<KubeLab>();
        QVERIFY(!m_lab->apply("role.yaml").contains('!'));
    }

    void cleanup()
    {
        if (!m_lab)
            return;
        const auto left = m_lab->left();
        QTRY_COMPARE(m_lab->kubectl({"get", "pods", "--output", "name"}), QByteArray());
        m_lab.reset();
        QCOMPARE(left, std::vector<std::string>());
    }

    void cleanupTestCase()
    {
        if (!m_isDefined)
            return;
        const KubeLab lab;
        for (const auto& kind : kKinds)
            (void)lab.admin()
                .remove(kDefinitions + "/"s + kind.plural + "." + kind.group, Json::object(), {})
                .has_value();
    }

    void aClusterWithoutWarmPoolsIsSaid()
    {
        const auto box = openBox(*engineWith(m_lab->serviceAccount()), poolSpec("python"));
        QCOMPARE(errorCodeName(box.errorCode), errorCodeName(ErrorCode::Unsupported));
        QVERIFY2(contains(box.problem, "serves no SandboxClaims"), box.problem.c_str());
    }

    /// With the rights of packaging/kubernetes/role.yaml and no more.
    void aClaimedPodIsUsedAndGoesWithItsSession()
    {
        define();
        const PoolController controller(*m_lab);
        const auto engine = engineWith(m_lab->serviceAccount());
        auto box = openBox(*engine, poolSpec("python"));
        QVERIFY2(box.problem.empty(), box.problem.c_str());
        QCOMPARE(box.python("print(6 * 7)"), "42\n"s);
        const auto& relaxations = box.instance->isolation().relaxations;
        QVERIFY(std::any_of(relaxations.begin(), relaxations.end(), [](const auto& text) {
            return text.starts_with("existing pod sandboxwarmpool/python");
        }));
        const auto listed = engine->sandboxes({});
        QVERIFY2(listed, listed ? "" : listed.error().text().c_str());
        QCOMPARE(listed->size(), std::size_t(1));
        QCOMPARE(listed->front().id, box.instance->id());
        QCOMPARE(listed->front().state, "running"s);
        const auto closed = box.instance->close();
        QVERIFY2(closed, closed ? "" : closed.error().text().c_str());
        QCOMPARE(claims(), QByteArray());
    }

    void aPoolThatIsNotThereIsSaidAtOnce()
    {
        define();
        const PoolController controller(*m_lab);
        const auto box = openBox(*engineWith(m_lab->serviceAccount()), poolSpec("no-such"));
        QCOMPARE(errorCodeName(box.errorCode), errorCodeName(ErrorCode::NotFound));
        QVERIFY2(contains(box.problem, "no warm pool no-such"), box.problem.c_str());
        QCOMPARE(claims(), QByteArray());
    }

    /// Nobody answers: there is no controller.
    void aStopWhileItWaitsLeavesNoClaim()
    {
        define();
        const auto engine = engineWith(m_lab->serviceAccount());
        std::stop_source stop;
        ErrorCode code = ErrorCode::Internal;
        std::jthread opening([&] {
            const auto box = openBox(*engine, poolSpec("python"), stop.get_token());
            code = box.errorCode;
        });
        QTRY_VERIFY(claims().startsWith("sandbench-lifecycle-"));
        const auto listed = engine->sandboxes({});
        QVERIFY(listed && listed->size() == 1);
        QCOMPARE(listed->front().state, "pending"s);
        stop.request_stop();
        opening.join();
        QCOMPARE(errorCodeName(code), errorCodeName(ErrorCode::Cancelled));
        QCOMPARE(claims(), QByteArray());
    }

    void aClaimThatADeadProgramLeftIsRemoved()
    {
        define();
        for (const auto& [session, owner] :
             {std::pair("left"s, deadOwner()), std::pair("elsewhere"s, ownerElsewhere())}) {
            auto spec = poolSpec("python");
            spec.sessionId = session;
            spec.ttl = 0s;
            PodSettings settings;
            settings.name = "sandbench-test-" + session;
            settings.namespaceName = m_lab->name();
            settings.owner = owner;
            QVERIFY(m_lab->admin().post(
                claimsPath(m_lab->name()), claimOf(spec, settings, "python"), {}));
        }
        QVERIFY(removeStale(m_lab->admin(), {}));
        QCOMPARE(claims(), QByteArray("sandbench-test-elsewhere"));
        QVERIFY(removeSandbox(m_lab->admin(), m_lab->name() + "/sandbench-test-elsewhere", {}));
        QCOMPARE(claims(), QByteArray());
    }

private:
    void define()
    {
        if (std::exchange(m_isDefined, true))
            return;
        for (const auto& kind : kKinds) {
            const auto made = m_lab->admin().post(kDefinitions, definitionOf(kind), {});
            // One that a killed test left does as well.
            QVERIFY2(
                made || made.failedAs(ErrorCode::AlreadyExists),
                made ? "" : made.error().text().c_str());
        }
        // The cluster serves them a moment later.
        QTRY_VERIFY(m_lab->admin().get(claimsPath(m_lab->name()), {}, {}));
    }

    QByteArray claims() const
    {
        return m_lab->kubectl(
            {"get", "sandboxclaims", "--output", "jsonpath={.items[*].metadata.name}"});
    }

    std::unique_ptr<KubeLab> m_lab;
    bool m_isDefined = false;
};

SANDBENCH_TEST(KubernetesClaimsTest);
#include "tst_kubernetes_claims.moc"
