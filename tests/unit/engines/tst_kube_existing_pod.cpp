// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/pod_options.h"
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

SandboxSpec specOf(const std::string& pod)
{
    auto spec = plainSpec();
    containerOf(spec).existing = pod;
    return spec;
}

/// A pod as people make them, with @p container's fields besides its name.
Json foreignPod(Json container = Json::object())
{
    container["name"] = "main";
    return {
        {"metadata", {{"name", "theirs"}, {"uid", "u-1"}}},
        {"spec", {{"containers", Json::array({std::move(container)})}}},
        {"status",
         {{"phase", "Running"},
          {"containerStatuses",
           Json::array({{{"name", "main"}, {"state", {{"running", Json::object()}}}}})}}}};
}

std::string podRefusal(const SandboxSpec& spec, const Json& pod)
{
    const auto plan = planExistingPod(spec, pod);
    return plan ? std::string()
                : std::string(errorCodeName(plan.error().code())) + ": " + plan.error().text();
}

} // namespace

class KubeExistingPodTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPlainPodIsReportedAsItIs();
    void aRestrictedPodHasItsLayers();
    void aSandboxHasTheAgentAlready();
    void programsBelongToTheContainersUser_data();
    void programsBelongToTheContainersUser();
    void oneOfSeveralContainersIsNamed();
    void whatDoesNotRunIsRefusedWithItsReason();
    void refusesWhatOnlyANewPodCanHave_data();
    void refusesWhatOnlyANewPodCanHave();
    void anAnswerThatSaysNothingIsRefused();
};

void KubeExistingPodTest::aPlainPodIsReportedAsItIs()
{
    const auto plan = planExistingPod(specOf("theirs"), foreignPod());
    QVERIFY2(plan, plan ? "" : plan.error().text().c_str());
    QCOMPARE(plan->container, "main"s);
    QVERIFY(plan->streamsAgent && plan->setup.removeAgentFile);
    QVERIFY(plan->setup.filterSystemCalls);
    QCOMPARE(plan->setup.temporaryFolder, "/tmp/sandbench-s-1"s);
    QCOMPARE(plan->setup.workFolder, "/tmp/sandbench-s-1/work"s);
    for (const char* missing : {"memory cgroup", "cpu cgroup", "pids cgroup", "user namespace"})
        QVERIFY2(misses(plan->isolation, missing), missing);
    QCOMPARE(
        linesOf(plan->isolation.relaxations),
        linesOf(
            {"existing pod theirs", "user of the image, which may be root", "no deadline",
             "writable root file system", "service account token",
             "addresses of services in the environment", "programs may gain privileges",
             "capabilities of the engine's default", "no system-call filter of the engine"}));
}

void KubeExistingPodTest::aRestrictedPodHasItsLayers()
{
    const auto ours = planOf(plainSpec());
    QVERIFY(ours);
    auto pod = foreignPod(containerOf(*ours));
    auto spec = ours->pod["spec"];
    spec["containers"] = pod["spec"]["containers"];
    pod["spec"] = std::move(spec);
    const auto plan = planExistingPod(specOf("theirs"), pod);
    QVERIFY2(plan, plan ? "" : plan.error().text().c_str());
    QCOMPARE(linesOf(plan->isolation.relaxations), "existing pod theirs\n"s);
    for (const char* layer :
         {"memory limit", "read-only file system", "no service account token",
          "system-call filter of the engine", "user 61234 of the sandbox"})
        QVERIFY2(has(plan->isolation.layers, layer), linesOf(plan->isolation.layers).c_str());
}

void KubeExistingPodTest::aSandboxHasTheAgentAlready()
{
    auto settings = plainSettings();
    for (const char* agentImage : {"", "agent:1"}) {
        settings.agentImage = agentImage;
        auto pod = planPod(plainSpec(), settings)->pod;
        pod["metadata"]["uid"] = "u-1";
        pod["status"] = foreignPod()["status"];
        pod["status"]["containerStatuses"][0]["name"] = "sandbox";
        const auto plan = planExistingPod(specOf("sandbench-s-1"), pod);
        QVERIFY2(plan, plan ? "" : plan.error().text().c_str());
        QVERIFY(!plan->streamsAgent && !plan->setup.removeAgentFile);
        // A label alone does not put an agent there.
        pod["spec"]["containers"][0]["command"] = {"sleep", "1", "2"};
        QVERIFY(planExistingPod(specOf("sandbench-s-1"), pod)->streamsAgent);
    }
}

void KubeExistingPodTest::programsBelongToTheContainersUser_data()
{
    QTest::addColumn<QByteArray>("rights");
    QTest::addColumn<QByteArray>("asked");
    QTest::addColumn<QByteArray>("user");
    QTest::addColumn<bool>("isRefused");
    const auto row = [](const char* name, const char* rights, const char* asked, const char* user,
                        bool isRefused = false) {
        QTest::newRow(name) << QByteArray(rights) << QByteArray(asked) << QByteArray(user)
                            << isRefused;
    };
    row("a number", R"({"runAsUser":1000})", "", "");
    row("the same", R"({"runAsUser":1000})", "1000:5", "");
    row("another", R"({"runAsUser":1000})", "1001", "", true);
    row("root for another", R"({"runAsUser":1000})", "0", "", true);
    row("root", R"({"runAsUser":0})", "", "65534:65534");
    row("root for somebody", R"({"runAsUser":0})", "1000", "1000");
    row("root on request", R"({"runAsUser":0})", "0", "0");
    row("root without rights", R"({"runAsUser":0,"capabilities":{"drop":["ALL"]}})", "", "");
    row("root without rights for somebody", R"({"runAsUser":0,"capabilities":{"drop":["ALL"]}})",
        "1000", "", true);
    row("the image's", "{}", "", "");
    row("the image's for somebody", "{}", "1000", "1000");
    row("not root", R"({"runAsNonRoot":true})", "1000", "", true);
}

void KubeExistingPodTest::programsBelongToTheContainersUser()
{
    QFETCH(QByteArray, rights);
    QFETCH(QByteArray, asked);
    QFETCH(QByteArray, user);
    QFETCH(bool, isRefused);
    auto spec = specOf("theirs");
    containerOf(spec).user = asked.toStdString();
    const auto pod = foreignPod({{"securityContext", *parseJson(rights.toStdString())}});
    const auto plan = planExistingPod(spec, pod);
    QCOMPARE(!plan, isRefused);
    if (isRefused)
        QVERIFY2(plan.error().text().starts_with("--user"), plan.error().text().c_str());
    else
        QCOMPARE(plan->setup.user, user.toStdString());
}

void KubeExistingPodTest::oneOfSeveralContainersIsNamed()
{
    auto pod = foreignPod();
    pod["spec"]["containers"].push_back({{"name", "proxy"}});
    auto spec = specOf("theirs");
    const auto said = podRefusal(spec, pod);
    QVERIFY2(said.find("choose one of main, proxy") != std::string::npos, said.c_str());
    podOf(spec).container = "main";
    const auto plan = planExistingPod(spec, pod);
    QVERIFY(plan);
    QVERIFY(has(plan->isolation.relaxations, "container proxy beside the sandbox"));
    podOf(spec).container = "none";
    QVERIFY(podRefusal(spec, pod).find("no container 'none'") != std::string::npos);
}

void KubeExistingPodTest::whatDoesNotRunIsRefusedWithItsReason()
{
    auto pod = foreignPod();
    pod["status"]["containerStatuses"][0]["state"]
        = {{"waiting", {{"reason", "ImagePullBackOff"}, {"message", "Back-off"}}}};
    QCOMPARE(
        podRefusal(specOf("theirs"), pod),
        "unavailable: the pod theirs does not run: ImagePullBackOff: Back-off"s);
    pod = foreignPod();
    pod["metadata"]["deletionTimestamp"] = "2026-11-22T15:23:11Z";
    QCOMPARE(
        podRefusal(specOf("theirs"), pod),
        "unavailable: the pod theirs does not run: the pod is being deleted"s);
}

void KubeExistingPodTest::refusesWhatOnlyANewPodCanHave_data()
{
    QTest::addColumn<SandboxSpec>("spec");
    const auto row = [](const char* name, auto change) {
        auto spec = specOf("theirs");
        change(spec);
        QTest::newRow(name) << spec;
    };
    row("image", [](auto& spec) { spec.image = "a"; });
    row("network", [](auto& spec) { spec.network.name = "none"; });
    row("manifest", [](auto& spec) { podOf(spec).manifest = "{}"; });
    row("agent image", [](auto& spec) { podOf(spec).agentImage = "a"; });
    row("labels", [](auto& spec) { containerOf(spec).labels = {{"a", "b"}}; });
    row("name", [](auto& spec) { containerOf(spec).existing = "../pods"; });
}

void KubeExistingPodTest::refusesWhatOnlyANewPodCanHave()
{
    QFETCH(SandboxSpec, spec);
    const auto said = podRefusal(spec, foreignPod());
    QVERIFY2(said.starts_with("invalid_argument: "), said.c_str());
}

void KubeExistingPodTest::anAnswerThatSaysNothingIsRefused()
{
    for (const char* text :
         {"null", "[]", "{}", R"({"metadata":{"uid":"u"}})",
          R"({"metadata":{"uid":"u"},"spec":{"containers":{}}})"}) {
        const auto said = podRefusal(specOf("theirs"), *parseJson(text));
        QVERIFY2(said.starts_with("protocol: "), said.c_str());
    }
}

SANDBENCH_TEST(KubeExistingPodTest);
#include "tst_kube_existing_pod.moc"
