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

class KubePodPlanTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void deniesByDefault();
    void limitsEqualRequests();
    void aMissingLimitIsAMissingLayer();
    void scratchFoldersHaveTheSizesOfContainers();
    void oldClustersSizeNoFoldersInMemory();
    void newClustersGiveUsersOfTheirOwn();
    void theAgentComesFromAnImageOrThroughAShell();
    void theUserIsANumber_data();
    void theUserIsANumber();
    void everyRelaxationIsNamed();
    void labelsAreThoseOfTheSandboxAndTheUsers();
    void refusesWhatAPodCannotHave_data();
    void refusesWhatAPodCannotHave();
    void aPolicyOfOthersOpensWhatOursCloses_data();
    void aPolicyOfOthersOpensWhatOursCloses();
    void aNetworkPolicyRefusesEverything();
};

void KubePodPlanTest::deniesByDefault()
{
    const auto plan = planOf(plainSpec());
    QVERIFY(plan);
    const auto& spec = plan->pod["spec"];
    QCOMPARE(plan->pod["kind"], Json("Pod"));
    QCOMPARE(plan->pod["metadata"]["name"], Json("sandbench-s-1"));
    QCOMPARE(plan->pod["metadata"]["namespace"], Json("lab"));
    QCOMPARE(spec["automountServiceAccountToken"], Json(false));
    QCOMPARE(spec["enableServiceLinks"], Json(false));
    QCOMPARE(spec["restartPolicy"], Json("Never"));
    QCOMPARE(spec["activeDeadlineSeconds"], Json(86400));
    QCOMPARE(spec["terminationGracePeriodSeconds"], Json(1));
    QCOMPARE(spec["dnsPolicy"], Json("None"));
    QVERIFY(!spec["dnsConfig"]["nameservers"].empty());
    QCOMPARE(spec["securityContext"]["runAsNonRoot"], Json(true));
    QCOMPARE(spec["securityContext"]["runAsUser"], Json(61234));
    QCOMPARE(spec["securityContext"]["seccompProfile"]["type"], Json("RuntimeDefault"));
    const auto& rights = containerOf(*plan)["securityContext"];
    QCOMPARE(rights["privileged"], Json(false));
    QCOMPARE(rights["allowPrivilegeEscalation"], Json(false));
    QCOMPARE(rights["capabilities"], Json({{"drop", Json::array({"ALL"})}}));
    QCOMPARE(rights["readOnlyRootFilesystem"], Json(true));
    QVERIFY2(plan->isolation.relaxations.empty(), linesOf(plan->isolation.relaxations).c_str());
    QVERIFY(has(plan->isolation.layers, "user 61234 of the sandbox"));
    QVERIFY(misses(plan->isolation, "process limit per user of the sandbox"));
    QVERIFY(misses(plan->isolation, "pids cgroup"));
    QVERIFY(plan->setup.filterSystemCalls);
    QVERIFY(plan->setup.user.empty());
    QCOMPARE(plan->network, "none"s);
    QVERIFY(plan->differences.empty());
}

void KubePodPlanTest::limitsEqualRequests()
{
    auto spec = plainSpec();
    spec.limits.memoryBytes = 64U << 20;
    spec.limits.cpus = 0.5;
    const auto plan = planOf(spec);
    QVERIFY(plan);
    const auto& resources = containerOf(*plan)["resources"];
    QCOMPARE(resources["limits"], resources["requests"]);
    QCOMPARE(resources["limits"]["memory"], Json("67108864"));
    QCOMPARE(resources["limits"]["cpu"], Json("500m"));
    QVERIFY(resources["limits"].contains("ephemeral-storage"));
    QVERIFY(has(plan->isolation.layers, "memory limit"));
    QVERIFY(has(plan->isolation.layers, "cpu limit"));
}

void KubePodPlanTest::aMissingLimitIsAMissingLayer()
{
    auto spec = plainSpec();
    spec.limits.memoryBytes = 0;
    spec.limits.cpus = 0;
    const auto plan = planOf(spec);
    QVERIFY(plan);
    QVERIFY(!containerOf(*plan)["resources"]["limits"].contains("memory"));
    QVERIFY(misses(plan->isolation, "memory cgroup"));
    QVERIFY(misses(plan->isolation, "cpu cgroup"));
}

void KubePodPlanTest::scratchFoldersHaveTheSizesOfContainers()
{
    auto spec = plainSpec();
    spec.limits.diskBytes = 400U << 20;
    auto settings = plainSettings();
    settings.minorVersion = 22;
    const auto plan = planPod(spec, settings);
    QVERIFY(plan);
    const auto& volumes = plan->pod["spec"]["volumes"];
    const std::map<std::string, std::pair<std::string, std::uint64_t>> wanted
        = {{"/work", {"Memory", 400U << 20}},         {"/tmp", {"Memory", 100U << 20}},
           {"/home/user", {"Memory", 100U << 20}},    {"/dev/shm", {"Memory", 100U << 20}},
           {"/run/sandbench", {"Memory", 20U << 20}}, {"/.sandbench", {"", 16U << 20}}};
    const auto& mounts = containerOf(*plan)["volumeMounts"];
    QCOMPARE(mounts.size(), wanted.size());
    for (const auto& [place, folder] : wanted) {
        const auto* mount = findItem(mounts, "mountPath", place);
        QVERIFY2(mount, place.c_str());
        const auto* volume = findItem(volumes, "name", jsonString(*mount, "name"));
        QVERIFY2(volume, place.c_str());
        QCOMPARE(jsonString((*volume)["emptyDir"], "medium"), folder.first);
        QCOMPARE(jsonString((*volume)["emptyDir"], "sizeLimit"), std::to_string(folder.second));
    }
    QVERIFY(has(plan->isolation.layers, "sized scratch folders"));
    QVERIFY(!misses(plan->isolation, "disk limit"));
}

void KubePodPlanTest::oldClustersSizeNoFoldersInMemory()
{
    const auto plan = planOf(plainSpec());
    QVERIFY(plan);
    QVERIFY(misses(plan->isolation, "disk limit"));
    QVERIFY(!has(plan->isolation.layers, "sized scratch folders"));
}

void KubePodPlanTest::newClustersGiveUsersOfTheirOwn()
{
    auto settings = plainSettings();
    settings.minorVersion = 32;
    const auto before = planPod(plainSpec(), settings);
    settings.minorVersion = 33;
    const auto after = planPod(plainSpec(), settings);
    QVERIFY(before && after);
    QVERIFY(!before->pod["spec"].contains("hostUsers"));
    QVERIFY(misses(before->isolation, "user namespace"));
    QCOMPARE(after->pod["spec"]["hostUsers"], Json(false));
    QVERIFY(has(after->isolation.layers, "user namespace"));
}

void KubePodPlanTest::theAgentComesFromAnImageOrThroughAShell()
{
    auto settings = plainSettings();
    const auto streamed = planPod(plainSpec(), settings);
    settings.agentImage = "registry.example/agent:1";
    const auto placed = planPod(plainSpec(), settings);
    QVERIFY(streamed && placed);
    QVERIFY(streamed->streamsAgent);
    QVERIFY(!streamed->pod["spec"].contains("initContainers"));
    QCOMPARE(containerOf(*streamed)["command"][0], Json("/bin/sh"));
    // Programs could put another one there, so what it would see to is not claimed.
    for (const char* layer : {"system-call filter", "process limit per user of the sandbox"}) {
        QVERIFY(misses(streamed->isolation, layer) && !has(streamed->isolation.layers, layer));
        auto guarded = *streamed;
        for (const bool isGuarded : {true, true}) {
            reportAgentsFile(guarded, isGuarded);
            QVERIFY(!misses(guarded.isolation, layer) && has(guarded.isolation.layers, layer));
        }
        QCOMPARE(has(guarded.isolation.layers, "the agent's file is closed to programs"), true);
        reportAgentsFile(guarded, false);
        QVERIFY(misses(guarded.isolation, layer) && !has(guarded.isolation.layers, layer));
    }
    QCOMPARE(streamed->setup.guardedFolder, std::string("/.sandbench"));

    QVERIFY(!placed->streamsAgent);
    QVERIFY(has(placed->isolation.layers, "system-call filter"));
    QVERIFY(placed->setup.guardedFolder.empty());
    QVERIFY(placed->isolation.relaxations.empty());
    const auto& container = containerOf(*placed);
    QCOMPARE(container["command"], Json({"/.sandbench/agent", "hold"}));
    QCOMPARE(
        (*findItem(container["volumeMounts"], "mountPath", "/.sandbench"))["readOnly"], Json(true));
    const auto& init = placed->pod["spec"]["initContainers"][0];
    QCOMPARE(init["command"], Json({"/sandbench-agent", "place", "/.sandbench/agent"}));
    QCOMPARE(init["securityContext"], container["securityContext"]);
    // A pod is charged the larger of the two.
    QCOMPARE(init["resources"], container["resources"]);
}

void KubePodPlanTest::theUserIsANumber_data()
{
    QTest::addColumn<QByteArray>("asked");
    QTest::addColumn<int>("user");
    QTest::addColumn<int>("group");
    QTest::addColumn<QByteArray>("refusal");
    QTest::newRow("the session's own") << QByteArray() << 61234 << 61234 << QByteArray();
    QTest::newRow("a number") << QByteArray("1000") << 1000 << 1000 << QByteArray();
    QTest::newRow("with a group") << QByteArray("1000:5") << 1000 << 5 << QByteArray();
    QTest::newRow("root") << QByteArray("0") << 0 << 0 << QByteArray();
    QTest::newRow("a name") << QByteArray("node") << 0 << 0 << QByteArray("by number only");
    QTest::newRow("a group's name") << QByteArray("1:adm") << 0 << 0 << QByteArray("by number");
    QTest::newRow("no group") << QByteArray("1:") << 0 << 0 << QByteArray("by number");
    QTest::newRow("negative") << QByteArray("-1") << 0 << 0 << QByteArray("by number");
    QTest::newRow("too large") << QByteArray("4294967296") << 0 << 0 << QByteArray("by number");
}

void KubePodPlanTest::theUserIsANumber()
{
    QFETCH(QByteArray, asked);
    QFETCH(int, user);
    QFETCH(int, group);
    QFETCH(QByteArray, refusal);
    auto spec = plainSpec();
    containerOf(spec).user = asked.toStdString();
    const auto plan = planOf(spec);
    if (!refusal.isEmpty()) {
        QVERIFY(!plan && plan.error().code() == ErrorCode::InvalidArgument);
        QVERIFY2(
            plan.error().text().find(refusal.toStdString()) != std::string::npos,
            plan.error().text().c_str());
        return;
    }
    QVERIFY(plan);
    const auto& rights = plan->pod["spec"]["securityContext"];
    QCOMPARE(rights["runAsUser"], Json(user));
    QCOMPARE(rights["runAsGroup"], Json(group));
    // It would give folders a set-group-id bit that no other engine's have.
    QVERIFY(!rights.contains("fsGroup"));
    QCOMPARE(rights["runAsNonRoot"], Json(user != 0));
    QCOMPARE(has(plan->isolation.relaxations, "user root"), user == 0);
    // The limit of processes is one of a user, and root has none.
    QCOMPARE(misses(plan->isolation, "process limit per user of the sandbox"), user != 0);
}

void KubePodPlanTest::everyRelaxationIsNamed()
{
    auto spec = plainSpec();
    spec.network = {"bridge", true};
    containerOf(spec).writableRoot = true;
    containerOf(spec).extraHosts = {"db:10.0.0.5", "cache:10.0.0.5", "six:2001:db8::1"};
    containerOf(spec).gpus = "2";
    containerOf(spec).runtime = "gvisor";
    spec.workingFolder = "/srv";
    containerOf(spec).entrypoint = {"nice"};
    const auto plan = planOf(spec);
    QVERIFY(plan);
    QCOMPARE(
        linesOf(plan->isolation.relaxations),
        linesOf(
            {"gpus 2", "writable root file system", "host db:10.0.0.5", "host cache:10.0.0.5",
             "host six:2001:db8::1", "network pod until the packages are installed"}));
    QVERIFY(has(plan->isolation.layers, "runtime gvisor"));
    const auto& pod = plan->pod["spec"];
    QCOMPARE(pod["runtimeClassName"], Json("gvisor"));
    QCOMPARE(pod["dnsPolicy"], Json("Default"));
    QCOMPARE(pod["hostAliases"].size(), std::size_t(2));
    QCOMPARE(containerOf(*plan)["resources"]["limits"]["nvidia.com/gpu"], Json("2"));
    QCOMPARE(plan->network, "pod"s);
    QCOMPARE(plan->setup.currentFolder, "/srv"s);
    QCOMPARE(plan->setup.entrypoint, std::vector<std::string>{"nice"});
}

void KubePodPlanTest::labelsAreThoseOfTheSandboxAndTheUsers()
{
    auto spec = plainSpec();
    containerOf(spec).labels = {{"team", "a"}, {"example.org/part", ""}};
    spec.ttl = std::chrono::seconds(90);
    const auto plan = planOf(spec);
    QVERIFY(plan);
    const auto& metadata = plan->pod["metadata"];
    QCOMPARE(metadata["labels"]["app.kubernetes.io/managed-by"], Json("sandbench"));
    QCOMPARE(metadata["labels"]["org.sandbench.session"], Json("s-1"));
    QCOMPARE(metadata["labels"]["team"], Json("a"));
    QCOMPARE(metadata["labels"].size(), std::size_t(4));
    QCOMPARE(metadata["annotations"]["org.sandbench.owner"], Json("1000@here:b:1:2:3"));
    QCOMPARE(metadata["annotations"]["org.sandbench.lease"], Json("90"));
    QCOMPARE(metadata["annotations"]["org.sandbench.image"], Json("python:3.12"));
    QVERIFY(!metadata["annotations"].contains("org.sandbench.pool"));
    // As "kubectl get pods -l org.sandbench.pool=lessons" finds those of a pool.
    spec.pool = "lessons";
    QCOMPARE(planOf(spec)->pod["metadata"]["labels"]["org.sandbench.pool"], Json("lessons"));
    spec.pool = "lessons-"; // a name of ours, but no label's value
    const auto unlabelled = planOf(spec)->pod["metadata"];
    QVERIFY(!unlabelled["labels"].contains("org.sandbench.pool"));
    QCOMPARE(unlabelled["annotations"]["org.sandbench.pool"], Json("lessons-"));
}

void KubePodPlanTest::refusesWhatAPodCannotHave_data()
{
    QTest::addColumn<SandboxSpec>("spec");
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, const char* text, auto change) {
        auto spec = plainSpec();
        change(spec);
        QTest::newRow(name) << spec << QByteArray(text);
    };
    row("mount", "unsupported: --mount", [](auto& s) {
        containerOf(s).mounts = {{"/d", "/d", false}};
    });
    row("commit", "unsupported: --commit", [](auto& s) { containerOf(s).commitTag = "x"; });
    row("platform", "unsupported: --platform",
        [](auto& s) { containerOf(s).platform = "linux/arm64"; });
    row("template", "unsupported: --no-keep-template",
        [](auto& s) { containerOf(s).keepTemplate = false; });
    row("all gpus", "unsupported: --gpus all", [](auto& s) { containerOf(s).gpus = "all"; });
    row("some gpus", "unsupported: --gpus 0,1", [](auto& s) { containerOf(s).gpus = "0,1"; });
    row("no gpu", "unsupported: --gpus 0", [](auto& s) { containerOf(s).gpus = "0"; });
    row("network", "there are none, and pod", [](auto& s) { s.network.name = "host"; });
    row("host", "no host for a pod",
        [](auto& s) { containerOf(s).extraHosts = {"db:host-gateway"}; });
    row("host's name", "no host for a pod",
        [](auto& s) { containerOf(s).extraHosts = {"a b:1.2.3.4"}; });
    row("our label", "cannot be set", [](auto& s) {
        containerOf(s).labels = {{"org.sandbench.owner", "me"}};
    });
    row("our manager", "cannot be set", [](auto& s) {
        containerOf(s).labels = {{"app.kubernetes.io/managed-by", "me"}};
    });
    row("label key", "no label of Kubernetes", [](auto& s) {
        containerOf(s).labels = {{"a b", "c"}};
    });
    row("label value", "no label of Kubernetes", [](auto& s) {
        containerOf(s).labels = {{"a", "-c"}};
    });
    row("runtime", "no RuntimeClass", [](auto& s) { containerOf(s).runtime = "Kata Containers"; });
    row("working folder", "no working folder", [](auto& s) { s.workingFolder = "../x"; });
    row("entry point", "entry point", [](auto& s) { containerOf(s).entrypoint = {""}; });
    row("session", "session id", [](auto& s) { s.sessionId = "s-"; });
    row("container", "no name of a container", [](auto& s) { podOf(s).container = "A/B"; });
}

void KubePodPlanTest::refusesWhatAPodCannotHave()
{
    QFETCH(SandboxSpec, spec);
    QFETCH(QByteArray, text);
    const auto said = refusalOf(spec);
    QVERIFY2(said.find(text.toStdString()) != std::string::npos, said.c_str());
}

void KubePodPlanTest::aPolicyOfOthersOpensWhatOursCloses_data()
{
    QTest::addColumn<QByteArray>("spec");
    QTest::addColumn<bool>("isOpen");
    const auto row = [](const char* name, const char* spec, bool isOpen) {
        QTest::newRow(name) << QByteArray(spec) << isOpen;
    };
    row("everybody out", R"({"podSelector": {}, "policyTypes": ["Egress"], "egress": [{}]})", true);
    row("to the Internet", R"({"podSelector": {}, "egress": [{"to": [{"ipBlock": {"cidr":
        "0.0.0.0/0", "except": ["10.0.0.0/8"]}}]}]})",
        true);
    row("in only", R"({"podSelector": {}, "ingress": [{}]})", true);
    row("refuses", R"({"podSelector": {}, "policyTypes": ["Ingress", "Egress"]})", false);
    row("no rules", R"({"podSelector": {}, "egress": []})", false);
    row("other direction", R"({"podSelector": {}, "policyTypes": ["Ingress"], "egress": [{}]})",
        false);
    row("our label", R"({"podSelector": {"matchLabels": {"a": "b"}}, "egress": [{}]})", true);
    row("other value", R"({"podSelector": {"matchLabels": {"a": "c"}}, "egress": [{}]})", false);
    row("other label", R"({"podSelector": {"matchLabels": {"x": "b"}}, "egress": [{}]})", false);
    const auto rule = [&row](const char* name, const std::string& text, bool isOpen) {
        row(name,
            (R"({"podSelector": {"matchExpressions": [)" + text + R"(]}, "egress": [{}]})").c_str(),
            isOpen);
    };
    rule("in", R"({"key": "a", "operator": "In", "values": ["z", "b"]})", true);
    rule("not of them", R"({"key": "a", "operator": "In", "values": ["z"]})", false);
    rule("not in", R"({"key": "a", "operator": "NotIn", "values": ["b"]})", false);
    rule("has none, not in", R"({"key": "x", "operator": "NotIn", "values": ["b"]})", true);
    rule("exists", R"({"key": "a", "operator": "Exists"})", true);
    rule("does not", R"({"key": "a", "operator": "DoesNotExist"})", false);
    rule("unknown", R"({"key": "a", "operator": "Resembles"})", true);
    row("rubbish", R"({"podSelector": [1], "policyTypes": "x", "egress": "all"})", false);
    row("nothing", "null", false);
}

void KubePodPlanTest::aPolicyOfOthersOpensWhatOursCloses()
{
    QFETCH(QByteArray, spec);
    QFETCH(bool, isOpen);
    const Json policy
        = {{"metadata", {{"name", "theirs\x1b[1m"}}}, {"spec", Json::parse(spec.toStdString())}};
    Json own = policy;
    own["metadata"]["name"] = "ours";
    const Json list = {{"items", Json::array({own, policy, Json("x"), Json()})}};
    const auto found = policiesThatOpen(list, {{"a", "b"}}, "ours");
    QCOMPARE(found.size(), std::size_t(isOpen ? 1 : 0));
    if (isOpen)
        QVERIFY(found.front().find('\x1b') == std::string::npos);
    QVERIFY(policiesThatOpen(Json("x"), Json(), "ours").empty());
}

void KubePodPlanTest::aNetworkPolicyRefusesEverything()
{
    const auto policy = networkPolicyFor(plainSettings(), "s-1", "uid-1");
    QCOMPARE(policy["kind"], Json("NetworkPolicy"));
    QCOMPARE(policy["spec"]["policyTypes"], Json({"Ingress", "Egress"}));
    QVERIFY(!policy["spec"].contains("ingress") && !policy["spec"].contains("egress"));
    QCOMPARE(
        policy["spec"]["podSelector"]["matchLabels"], Json({{"org.sandbench.session", "s-1"}}));
    QCOMPARE(policy["metadata"]["labels"]["app.kubernetes.io/managed-by"], Json("sandbench"));
    QCOMPARE(policy["metadata"]["ownerReferences"][0]["uid"], Json("uid-1"));
    QVERIFY(!networkPolicyFor(plainSettings(), "s-1", "")["metadata"].contains("ownerReferences"));
}

SANDBENCH_TEST(KubePodPlanTest);
#include "tst_kube_pod_plan.moc"
