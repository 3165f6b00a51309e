// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/pod_calls.h"
#include "core/engine/kubernetes/pod_options.h"
#include "core/engine/kubernetes/pod_plan.h"
#include "tests/integration/engines/kube_lab.h"
#include "tests/support/docker_fixture.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QStandardPaths>
#include <QTest>

#include <algorithm>
#include <set>

using namespace sandbench;
using namespace sandbench::kubernetes;
using namespace sandbench::test;
using std::string_literals::operator""s;

namespace {

constexpr const char* kAgentImage = "sandbench-agent:test";

/// What sandboxes need of this cluster, and what they would like.
std::vector<Right> allRights(const KubeApi& api)
{
    auto rights = rightsOfSandboxes();
    rights.insert(rights.end(), furtherRights().begin(), furtherRights().end());
    std::erase_if(
        rights, [&](const Right& right) { return right.sinceMinor > api.minorVersion(); });
    return rights;
}

std::vector<std::string> textsOf(const Result<std::vector<Right>>& rights)
{
    if (!rights)
        return {rights.error().text()};
    std::vector<std::string> texts;
    for (const auto& right : *rights)
        texts.push_back(right.text());
    return texts;
}

/// Why the pod's network may be open in spite of its policy, or empty.
std::string whyOpen(const Instance& instance)
{
    for (const auto& one : instance.isolation().missing)
        if (one.layer == "sole network policy")
            return one.reason;
    return {};
}

} // namespace

/// packaging/kubernetes on a real cluster.
class KubernetesManifestsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void cleanupTestCase();
    void theManifestsAreTaken();
    void theServerHasAVolumeAndNoSandboxMayCallIt();
    void theRoleHasWhatIsAskedForAndNoMore();
    void aSandboxNeedsNoMoreThanTheRole();
    void everyRightIsNeeded_data();
    void everyRightIsNeeded();
    void aPolicyThatOpensTheNetworkIsTold();
    void theAgentsImageBringsTheAgent();

private:
    /// Everything in the folder but the namespace, which the lab has.
    QByteArray applyAll() const;

    std::unique_ptr<KubeLab> m_lab;
    bool m_hasAgentImage = false;
};

void KubernetesManifestsTest::init()
{
    static const auto why = KubeLab::whyNot();
    if (!why.empty())
        SKIP_WITHOUT("kubernetes", why.c_str());
    m_lab = std::make_unique<KubeLab>();
}

void KubernetesManifestsTest::cleanup()
{
    if (!m_lab)
        return;
    const auto left = m_lab->left();
    m_lab.reset();
    QCOMPARE(left, std::vector<std::string>());
}

void KubernetesManifestsTest::cleanupTestCase()
{
    if (m_hasAgentImage)
        outputOf("docker", {"image", "rm", "--force", kAgentImage});
}

QByteArray KubernetesManifestsTest::applyAll() const
{
    QByteArray said;
    for (const char* file : {"role.yaml", "quota.yaml", "network-policy.yaml"})
        said += m_lab->apply(file) + "\n";
    return said;
}

void KubernetesManifestsTest::theManifestsAreTaken()
{
    const auto first = applyAll();
    for (const char* kind :
         {"serviceaccount/sandbench", "role.rbac.authorization.k8s.io/sandbench",
          "rolebinding.rbac.authorization.k8s.io/sandbench", "resourcequota/sandbench",
          "limitrange/sandbench", "networkpolicy.networking.k8s.io/sandbench-deny"})
        QVERIFY2(first.contains(QByteArray(kind) + " created"), first.constData());
    const auto again = m_lab->apply("namespace.yaml") + applyAll();
    QVERIFY2(!again.contains("created") && !again.contains('!'), again.constData());
    const auto labels = m_lab->kubectl(
        {"get", "namespace", QString::fromStdString(m_lab->name()), "--output",
         "jsonpath={.metadata.labels}"});
    QVERIFY2(labels.contains("\"pod-security.kubernetes.io/enforce\":\"restricted\""), labels);
}

void KubernetesManifestsTest::theServerHasAVolumeAndNoSandboxMayCallIt()
{
    QVERIFY(!applyAll().contains('!'));
    const auto said = m_lab->apply("server/server.yaml");
    for (const char* kind :
         {"persistentvolumeclaim", "deployment.apps", "service", "networkpolicy.networking.k8s.io"})
        QVERIFY2(said.contains(QByteArray(kind) + "/sandbench-server created"), said.constData());
    // The quota and the limits of each container let it through.
    QTRY_VERIFY_WITH_TIMEOUT(
        !m_lab->kubectl({"get", "pods", "--selector", "app=sandbench-server", "--output", "name"})
             .isEmpty(),
        60'000);
    const auto policy
        = m_lab->admin().get(networkPoliciesPath(m_lab->name()) + "/sandbench-server", {}, {});
    QVERIFY(policy);
    const auto& callers = (*policy)["spec"]["ingress"][0]["from"];
    QCOMPARE(callers.size(), std::size_t(2));
    const auto plan = planPod(boxSpec(), {});
    QVERIFY(plan);
    for (const auto& caller : callers) {
        const auto& rule = caller["podSelector"]["matchExpressions"][0];
        QCOMPARE(jsonString(rule, "operator"), "DoesNotExist"s);
        QVERIFY(plan->pod["metadata"]["labels"].contains(jsonString(rule, "key")));
    }
}

void KubernetesManifestsTest::theRoleHasWhatIsAskedForAndNoMore()
{
    QVERIFY(!m_lab->apply("role.yaml").contains('!'));
    const auto role = m_lab->admin().get(m_lab->roles() + "/sandbench", {}, {});
    QVERIFY(role);
    std::set<std::string> given, asked;
    for (const auto& rule : (*role)["rules"])
        for (const auto& resource : rule["resources"])
            for (const auto& verb : rule["verbs"])
                given.insert(Right{
                    verb.get<std::string>(),
                    rule["apiGroups"][0].get<std::string>(),
                    resource.get<std::string>(),
                    {}}.text());
    // Whatever the cluster's version: also rights that only newer ones ask for.
    for (const auto* rights : {&rightsOfSandboxes(), &furtherRights(), &rightsOfJobs(), &rightsOfClaims()})
        for (const auto& right : *rights)
            asked.insert(right.text());
    QCOMPARE(std::vector(given.begin(), given.end()), std::vector(asked.begin(), asked.end()));
}

void KubernetesManifestsTest::aSandboxNeedsNoMoreThanTheRole()
{
    QVERIFY(!applyAll().contains('!'));
    const auto account = m_lab->serviceAccount();
    QVERIFY2(account, account ? "" : account.error().text().c_str());
    const auto api = KubeApi::connect(*account, {});
    QVERIFY2(api, api ? "" : api.error().text().c_str());
    QTRY_COMPARE(
        textsOf((*api)->missingRights(allRights(**api), m_lab->name(), {})),
        std::vector<std::string>());
    const auto engine = engineWith(account);
    const auto status = engine->look({});
    QVERIFY2(status.usable, status.problem.c_str());
    auto box = openBox(*engine, boxSpec());
    QVERIFY2(box.problem.empty(), box.problem.c_str());
    QCOMPARE(box.python("print(6 * 7)"), "42\n"s);
    QCOMPARE(box.instance->network(), "none"s);
    QCOMPARE(whyOpen(*box.instance), std::string()); // sandbench-deny opens nothing
    const auto listed = engine->sandboxes({});
    QVERIFY2(listed, listed ? "" : listed.error().text().c_str());
    QCOMPARE(listed->size(), std::size_t(1));
    const auto closed = box.instance->close();
    QVERIFY2(closed, closed ? "" : closed.error().text().c_str());
}

void KubernetesManifestsTest::everyRightIsNeeded_data()
{
    QTest::addColumn<int>("index");
    const auto cluster = testCluster();
    const auto api = cluster ? KubeApi::connect(*cluster, {}) : cluster.error();
    if (!api)
        return void(QTest::newRow("no cluster") << -1);
    const auto rights = allRights(**api);
    for (std::size_t i = 0; i < rights.size(); ++i)
        QTest::newRow(rights[i].text().c_str()) << static_cast<int>(i);
}

void KubernetesManifestsTest::everyRightIsNeeded()
{
    QFETCH(int, index);
    QVERIFY(!m_lab->apply("role.yaml").contains('!'));
    auto rights = allRights(m_lab->admin());
    const auto taken = rights.at(static_cast<std::size_t>(index));
    rights.erase(rights.begin() + index);
    const auto changed = m_lab->setRights(rights);
    QVERIFY2(changed, changed ? "" : changed.error().text().c_str());
    const auto account = m_lab->serviceAccount();
    QVERIFY2(account, account ? "" : account.error().text().c_str());
    const auto api = KubeApi::connect(*account, {});
    QVERIFY2(api, api ? "" : api.error().text().c_str());
    QTRY_COMPARE(
        textsOf((*api)->missingRights(allRights(**api), m_lab->name(), {})),
        std::vector{taken.text()});

    const auto engine = engineWith(account);
    const auto status = engine->look({});
    const auto& must = rightsOfSandboxes();
    const bool isMust = std::any_of(
        must.begin(), must.end(), [&](const Right& right) { return right.text() == taken.text(); });
    QCOMPARE(status.usable, !isMust);
    if (isMust)
        QVERIFY2(contains(status.problem, "you may not " + taken.text()), status.problem.c_str());
    // What is done without asking before is refused with the same words.
    const auto words = taken.verb + " " + taken.resource.substr(0, taken.resource.find('/'));
    auto box = openBox(*engine, boxSpec());
    if (const std::set<std::string> atOpen
        = {"create pods", "watch pods", "get pods/exec",
           "create networkpolicies.networking.k8s.io"};
        atOpen.contains(taken.text())) {
        QCOMPARE(box.errorCode, ErrorCode::PermissionDenied);
        QVERIFY2(contains(box.problem, words), box.problem.c_str());
    } else {
        QVERIFY2(box.problem.empty(), box.problem.c_str());
        const auto closed = box.instance->close();
        if (taken.verb == "delete") {
            QVERIFY(!closed);
            QCOMPARE(closed.error().code(), ErrorCode::PermissionDenied);
            QVERIFY2(contains(closed.error().text(), words), closed.error().text().c_str());
        }
    }
    box = Box();
    // What this user may not remove, another one has to.
    m_lab->kubectl({"delete", "pods,networkpolicies", "--all", "--grace-period=1"});
}

void KubernetesManifestsTest::aPolicyThatOpensTheNetworkIsTold()
{
    // To the Internet, and not into the cluster: what is tried from inside would not answer.
    const Json policy
        = {{"apiVersion", "networking.k8s.io/v1"},
           {"kind", "NetworkPolicy"},
           {"metadata", {{"name", "to-the-internet"}}},
           {"spec",
            {{"podSelector", Json::object()},
             {"policyTypes", {"Egress"}},
             {"egress",
              Json::array(
                  {{{"to",
                     Json::array(
                         {{{"ipBlock",
                            {{"cidr", "0.0.0.0/0"},
                             {"except", {"10.0.0.0/8", "172.16.0.0/12"}}}}}})}}})}}}};
    const auto& lab = *m_lab;
    const auto made = lab.admin().post(networkPoliciesPath(lab.name()), policy, {});
    QVERIFY2(made, made ? "" : made.error().text().c_str());
    const auto engine = engineWith(lab.administrator());
    auto box = openBox(*engine, boxSpec());
    QVERIFY2(box.problem.empty(), box.problem.c_str());
    const auto why = whyOpen(*box.instance);
    QVERIFY2(contains(why, "to-the-internet lets the pod through as well"), why.c_str());
    QVERIFY(box.instance->close());
}

void KubernetesManifestsTest::theAgentsImageBringsTheAgent()
{
    if (!testConnection("docker") || QStandardPaths::findExecutable("docker").isEmpty())
        SKIP_WITHOUT("docker", "the cluster's node is a Docker that is not there");
    qputenv("SANDBENCH_BIN", QCoreApplication::applicationDirPath().toUtf8() + "/..");
    const auto built = outputOf(KubeLab::folder() + "/agent-image/build", {"docker", kAgentImage});
    QVERIFY2(!built.contains('!'), built.constData());
    m_hasAgentImage = true;

    QVERIFY(!applyAll().contains('!'));
    const auto engine = engineWith(m_lab->serviceAccount());
    auto spec = boxSpec();
    podOf(spec).agentImage = kAgentImage;
    auto box = openBox(*engine, spec);
    QVERIFY2(box.problem.empty(), box.problem.c_str());
    QCOMPARE(box.python("print(6 * 7)"), "42\n"s);
    for (const auto& missing : box.instance->isolation().missing)
        QVERIFY(missing.layer != "system-call filter");
    const auto written = box.python("open('/.sandbench/other', 'ab')");
    QVERIFY2(contains(written, "Read-only file system"), written.c_str());
    QVERIFY(box.instance->close());

    // An image without a shell, or anything else: that of the agent itself.
    spec.image = kAgentImage;
    spec.sessionId = "no-shell";
    box = openBox(*engine, spec);
    QVERIFY2(box.problem.empty(), box.problem.c_str());
    QCOMPARE(box.run({"/sandbench-agent", "place", "/work/copy"}), ""s);
    QVERIFY(box.instance->close());
    podOf(spec).agentImage.clear();
    const auto refused = openBox(*engine, spec);
    QVERIFY2(contains(refused.problem, "--agent-image"), refused.problem.c_str());
}

SANDBENCH_TEST(KubernetesManifestsTest);
#include "tst_kubernetes_manifests.moc"
