// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/pod_options.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"
#include "tests/unit/engines/kube_plans.h"

#include <QFloat16> // QCOMPARE asks whether Json converts to it
#include <QTest>

using namespace sandbench;
using namespace sandbench::kubernetes;
using namespace sandbench::kubernetes::test;
using namespace sandbench::test;
using std::string_literals::operator""s;

namespace {

Result<PodPlan> planWith(const std::string& manifest)
{
    auto spec = plainSpec();
    podOf(spec).manifest = manifest;
    return planOf(spec);
}

std::string refusedManifest(const std::string& manifest)
{
    auto spec = plainSpec();
    podOf(spec).manifest = manifest;
    return refusalOf(spec);
}

} // namespace

class KubeManifestMergeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFragmentIsPutOverOurs();
    void aWholePodFromAClusterIsTaken();
    void nullTakesAway();
    void theSandboxMayHaveAnotherName();
    void otherContainersGetTheSameRights();
    void anotherVolumeTakesThePlaceOfAScratchFolder();
    void whatIsOursStaysOurs();
    void theImageOfTheOptionsComesFirst();
    void whatWeakensIsARelaxation_data();
    void whatWeakensIsARelaxation();
    void refusesWhatIsNoPartOfAPod_data();
    void refusesWhatIsNoPartOfAPod();
    void variablesAreNotShown();
    void differencesAreBounded();
};

void KubeManifestMergeTest::aFragmentIsPutOverOurs()
{
    const auto plan = planWith(R"(
metadata:
  labels: {team: a, env: lab}
spec:
  nodeSelector: {disk: ssd}
  tolerations:
  - {key: gpu, operator: Exists}
  imagePullSecrets:
  - name: pull
  containers:
  - name: sandbox
    env:
    - {name: MODE, value: "1"}
    resources:
      limits: {memory: 2Gi}
)");
    QVERIFY2(plan, plan ? "" : plan.error().text().c_str());
    const auto& container = containerOf(*plan);
    QCOMPARE(container["env"], Json::array({{{"name", "MODE"}, {"value", "1"}}}));
    QCOMPARE(container["resources"]["limits"]["memory"], Json("2Gi"));
    QCOMPARE(container["securityContext"]["readOnlyRootFilesystem"], Json(true));
    QCOMPARE(plan->pod["metadata"]["labels"].size(), std::size_t(4));
    QCOMPARE(plan->pod["spec"]["tolerations"].size(), std::size_t(1));
    QVERIFY(plan->isolation.relaxations.empty());
    QCOMPARE(
        linesOf(plan->differences),
        linesOf(
            {R"(metadata.labels.env: "lab" is added)", R"(metadata.labels.team: "a" is added)",
             "spec.containers[sandbox].env[MODE] is added",
             R"(spec.containers[sandbox].resources.limits.memory: "2Gi" instead of "1073741824")",
             R"(spec.imagePullSecrets[pull]: {"name":"pull"} is added)",
             R"(spec.nodeSelector: {"disk":"ssd"} is added)",
             R"(spec.tolerations: [{"key":"gpu","operator":"Exists"}] is added)"}));
}

void KubeManifestMergeTest::aWholePodFromAClusterIsTaken()
{
    const auto plan = planWith(R"({"apiVersion": "v1", "kind": "Pod",
        "metadata": {"name": "theirs", "namespace": "other", "uid": "1", "resourceVersion": "9",
            "creationTimestamp": null, "ownerReferences": [{"uid": "2"}], "managedFields": []},
        "spec": {"restartPolicy": "Always", "containers": [{"name": "main", "image": "img:1",
            "command": ["sleep", "1"], "workingDir": "/srv", "stdin": true, "tty": true}]},
        "status": {"phase": "Running"}})");
    QVERIFY2(plan, plan ? "" : plan.error().text().c_str());
    QCOMPARE(plan->container, "main"s);
    QVERIFY(!plan->pod.contains("status"));
    const auto& metadata = plan->pod["metadata"];
    QCOMPARE(metadata["name"], Json("sandbench-s-1"));
    QCOMPARE(metadata["namespace"], Json("lab"));
    for (const char* field : {"uid", "resourceVersion", "ownerReferences", "managedFields"})
        QVERIFY2(!metadata.contains(field), field);
    QCOMPARE(plan->pod["spec"]["restartPolicy"], Json("Never"));
    const auto& container = containerOf(*plan);
    QCOMPARE(container["image"], Json("img:1"));
    QCOMPARE(container["command"][0], Json("/bin/sh"));
    QCOMPARE(container["tty"], Json(false));
    QCOMPARE(plan->setup.currentFolder, "/srv"s);
    QVERIFY(
        has(plan->differences, R"(spec.containers[main].image: "img:1" instead of "python:3.12")"));
    QVERIFY(
        has(plan->differences,
            R"(spec.restartPolicy: "Always" is not used: that stays the sandbox's own)"));
    QVERIFY(has(
        plan->differences,
        R"(spec.containers[main].command: ["sleep","1"] is not used: that stays the sandbox's own)"));
}

void KubeManifestMergeTest::nullTakesAway()
{
    const auto plan = planWith(
        "spec: {activeDeadlineSeconds: null, containers: [{name: sandbox, resources: null}]}");
    QVERIFY(plan);
    QVERIFY(!plan->pod["spec"].contains("activeDeadlineSeconds"));
    QVERIFY(!containerOf(*plan).contains("resources"));
    QCOMPARE(
        linesOf(plan->isolation.relaxations),
        linesOf({"no deadline", "no memory limit", "no ephemeral-storage limit"}));
    QVERIFY(misses(plan->isolation, "memory cgroup"));
    // What the agent needs comes back.
    const auto bare = planWith(
        "spec: {volumes: null, initContainers: null, containers: [{name: c, volumeMounts: null}]}");
    QVERIFY(bare);
    QVERIFY(findItem(bare->pod["spec"]["volumes"], "name", "sandbench-agent"));
    QVERIFY(findItem(containerOf(*bare)["volumeMounts"], "mountPath", "/.sandbench"));
}

void KubeManifestMergeTest::theSandboxMayHaveAnotherName()
{
    const std::string two = "spec: {containers: [{name: a, image: x}, {name: b, image: y}]}";
    auto spec = plainSpec();
    podOf(spec).manifest = two;
    QCOMPARE(planOf(spec)->container, "a"s);
    podOf(spec).container = "b";
    const auto plan = planOf(spec);
    QVERIFY(plan);
    QCOMPARE(plan->container, "b"s);
    QCOMPARE(containerOf(*plan)["image"], Json("y"));
    QCOMPARE(plan->pod["spec"]["containers"].size(), std::size_t(2));
    podOf(spec).container = "c";
    QVERIFY(contains(refusalOf(spec), "it has no container 'c'; it has a, b"));
    podOf(spec).manifest.clear();
    QCOMPARE(planOf(spec)->container, "c"s);
}

void KubeManifestMergeTest::otherContainersGetTheSameRights()
{
    auto spec = plainSpec();
    podOf(spec).manifest = R"(
spec:
  containers:
  - {name: main}
  - {name: proxy, image: p, securityContext: {readOnlyRootFilesystem: false, runAsUser: 0}}
  initContainers:
  - {name: fetch, image: f}
)";
    auto settings = plainSettings();
    settings.agentImage = "agent:1";
    const auto plan = planPod(spec, settings);
    QVERIFY2(plan, plan ? "" : plan.error().text().c_str());
    const auto& pod = plan->pod["spec"];
    const auto& proxy = (*findItem(pod["containers"], "name", "proxy"))["securityContext"];
    QCOMPARE(proxy["allowPrivilegeEscalation"], Json(false));
    QCOMPARE(proxy["readOnlyRootFilesystem"], Json(false));
    const auto& first = pod["initContainers"][0];
    QCOMPARE(first["name"], Json("sandbench-agent"));
    QCOMPARE(
        (*findItem(pod["initContainers"], "name", "fetch"))["securityContext"]["capabilities"],
        Json({{"drop", Json::array({"ALL"})}}));
    QCOMPARE(
        linesOf(plan->isolation.relaxations),
        linesOf(
            {"container proxy beside the sandbox", "user root in container proxy",
             "init container fetch beside the sandbox"}));
}

void KubeManifestMergeTest::anotherVolumeTakesThePlaceOfAScratchFolder()
{
    const auto plan = planWith(R"(
spec:
  volumes:
  - {name: sandbench-tmp, emptyDir: {sizeLimit: 9Gi}}
  - {name: sandbench-home, persistentVolumeClaim: {claimName: mine}}
  - {name: data, persistentVolumeClaim: {claimName: data}}
  containers:
  - name: sandbox
    volumeMounts:
    - {name: data, mountPath: /work}
    - {name: data, mountPath: /data, readOnly: true}
)");
    QVERIFY2(plan, plan ? "" : plan.error().text().c_str());
    const auto& volumes = plan->pod["spec"]["volumes"];
    QCOMPARE(
        *findItem(volumes, "name", "sandbench-tmp"),
        Json(
            {{"name", "sandbench-tmp"},
             {"emptyDir", {{"medium", "Memory"}, {"sizeLimit", "9Gi"}}}}));
    QVERIFY(!findItem(volumes, "name", "sandbench-home")->contains("emptyDir"));
    const auto& mounts = containerOf(*plan)["volumeMounts"];
    QCOMPARE(mounts.size(), std::size_t(7));
    QCOMPARE((*findItem(mounts, "mountPath", "/work"))["name"], Json("data"));
    QVERIFY(
        has(plan->isolation.relaxations,
            "volume sandbench-home (persistentVolumeClaim) at /home/user (writable)"));
    QVERIFY(has(
        plan->isolation.relaxations, "volume data (persistentVolumeClaim) at /work (writable)"));
}

void KubeManifestMergeTest::whatIsOursStaysOurs()
{
    const auto plan = planWith(R"(
metadata:
  labels: {org.sandbench.session: other, app.kubernetes.io/managed-by: helm}
  annotations: {org.sandbench.owner: other, note: x}
)");
    QVERIFY(plan);
    const auto& metadata = plan->pod["metadata"];
    QCOMPARE(metadata["labels"]["org.sandbench.session"], Json("s-1"));
    QCOMPARE(metadata["labels"]["app.kubernetes.io/managed-by"], Json("sandbench"));
    QCOMPARE(metadata["annotations"]["org.sandbench.owner"], Json("1000@here:b:1:2:3"));
    QCOMPARE(metadata["annotations"]["note"], Json("x"));
    QVERIFY(
        planWith("metadata: {labels: null, annotations: null}")->pod["metadata"]["labels"].size()
        == 2);
}

void KubeManifestMergeTest::theImageOfTheOptionsComesFirst()
{
    auto spec = plainSpec();
    spec.image = "python:3.12";
    podOf(spec).manifest = "spec: {containers: [{name: sandbox, image: other}]}";
    const auto plan = planOf(spec);
    QVERIFY(plan);
    QCOMPARE(containerOf(*plan)["image"], Json("python:3.12"));
    QVERIFY(has(
        plan->differences,
        R"(spec.containers[sandbox].image: "other" is not used: that stays the sandbox's own)"));
}

void KubeManifestMergeTest::whatWeakensIsARelaxation_data()
{
    QTest::addColumn<QByteArray>("manifest");
    QTest::addColumn<QByteArray>("relaxation");
    const auto pod = [](const char* fragment, const char* relaxation) {
        QTest::newRow(relaxation) << "spec: {" + QByteArray(fragment) + "}"
                                  << QByteArray(relaxation);
    };
    const auto container = [](const char* fragment, const char* relaxation) {
        QTest::newRow(relaxation) << "spec: {containers: [{name: c, " + QByteArray(fragment) + "}]}"
                                  << QByteArray(relaxation);
    };
    pod("hostNetwork: true", "network of the node");
    pod("hostPID: true", "processes of the node");
    pod("hostIPC: true", "shared memory of the node");
    pod("shareProcessNamespace: true", "processes of the pod's other containers");
    pod("automountServiceAccountToken: true", "service account token");
    pod("automountServiceAccountToken: null", "service account token");
    pod("enableServiceLinks: true", "addresses of services in the environment");
    pod("securityContext: {runAsUser: 0, runAsNonRoot: false}", "user root");
    pod("securityContext: {runAsUser: null, runAsNonRoot: null}",
        "user of the image, which may be root");
    pod("securityContext: {seccompProfile: {type: Unconfined}}",
        "no system-call filter of the engine");
    pod("securityContext: {sysctls: [{name: net.x, value: '1'}]}", "sysctl net.x");
    pod("volumes: [{name: h, hostPath: {path: /etc}}]", "folder of the node /etc");
    pod("volumes: [{name: e, emptyDir: {}}]", "volume e without a size");
    pod("volumes: [{name: s, secret: {secretName: x}}]", "volume s (secret)");
    pod("volumes: [{name: t, projected: {sources: [{serviceAccountToken: {path: t}}]}}]",
        "service account token");
    pod("hostAliases: [{ip: 1.2.3.4, hostnames: [a]}]", "host a:1.2.3.4");
    container("securityContext: {privileged: true}", "privileged container");
    container("securityContext: {allowPrivilegeEscalation: true}", "programs may gain privileges");
    container("securityContext: null", "programs may gain privileges");
    container("securityContext: {runAsUser: 0}", "user root");
    container("securityContext: {readOnlyRootFilesystem: false}", "writable root file system");
    container("securityContext: {capabilities: {add: [NET_ADMIN]}}", "capability NET_ADMIN");
    container(
        "securityContext: {capabilities: {drop: [KILL]}}", "capabilities of the engine's default");
    container(
        "securityContext: {seccompProfile: {type: Unconfined}}",
        "no system-call filter of the engine");
    container("securityContext: {procMount: Unmasked}", "all of /proc");
    container("securityContext: {appArmorProfile: {type: Unconfined}}", "no AppArmor");
    container("ports: [{containerPort: 80, hostPort: 8080}]", "port 8080 of the node");
    container("resources: {limits: {memory: null}}", "no memory limit");
    container("resources: {limits: {vendor.example/fpga: 1}}", "device vendor.example/fpga 1");
}

void KubeManifestMergeTest::whatWeakensIsARelaxation()
{
    QFETCH(QByteArray, manifest);
    QFETCH(QByteArray, relaxation);
    const auto plan = planWith(manifest.toStdString());
    QVERIFY2(plan, plan ? "" : plan.error().text().c_str());
    QVERIFY2(
        has(plan->isolation.relaxations, relaxation.toStdString()),
        linesOf(plan->isolation.relaxations).c_str());
    QVERIFY(!plan->differences.empty());
}

void KubeManifestMergeTest::refusesWhatIsNoPartOfAPod_data()
{
    QTest::addColumn<QByteArray>("manifest");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* manifest, const char* says) {
        QTest::newRow(QByteArray(manifest).simplified())
            << QByteArray(manifest) << QByteArray(says);
    };
    row("kind: Deployment", "a Pod is needed, and this is a Deployment");
    row("kind: List\nitems: []", "take one Pod out of it");
    row("{kind: {a: b}}", "a Pod is needed");
    row("apiVersion: v2", "apiVersion of a Pod is v1");
    row("hello", "no object with fields");
    row("[1, 2]", "no object with fields");
    row("nodeSelector: {a: b}", "a Pod has no field 'nodeSelector'");
    row("spec: []", "spec has to be an object");
    row("metadata: x", "metadata has to be an object");
    row("metadata: {finalizers: [a]}", "could not be removed");
    row("spec: {containers: {name: a}}", "spec.containers has to be a list");
    row("spec: {containers: null}", "spec.containers cannot be removed");
    row("spec: {containers: [a]}", "an item without a name");
    row("spec: {containers: [{image: a}]}", "an item without a name");
    row("spec: {containers: [{name: a}, {name: a}]}", "two items are called a");
    row("spec: {containers: [{name: sandbench-agent}]}", "choose another");
    row("spec: {volumes: [{name: sandbench-agent}]}", "choose another");
    row("spec: {volumes: {a: b}}", "spec.volumes: a list is needed");
    row("spec: {securityContext: yes}", "spec.securityContext: an object is needed");
    row("spec: {containers: [{name: a, resources: [1]}]}", "resources: an object is needed");
    row("spec: {containers: [{name: a, env: [{value: b}]}]}", "an item without name");
    row("spec: {containers: [{name: a, $patch: delete}]}", "directives are not read");
    for (const char* place :
         {"/", "/.sandbench", "/.sandbench/", "/.sandbench/agent", "/run", "/proc/1", "x",
          "/a/../.sandbench", "//.sandbench"})
        QTest::newRow(place)
            << QByteArray("spec: {containers: [{name: a, volumeMounts: [{name: v, mountPath: '")
                + place + "'}]}]}"
            << QByteArray("cannot mount at");
}

void KubeManifestMergeTest::refusesWhatIsNoPartOfAPod()
{
    QFETCH(QByteArray, manifest);
    QFETCH(QByteArray, says);
    const auto said = refusedManifest(manifest.toStdString());
    QVERIFY2(
        said.starts_with("invalid_argument: ") && contains(said, says.toStdString()), said.c_str());
}

void KubeManifestMergeTest::variablesAreNotShown()
{
    const auto plan = planWith(R"(
spec:
  containers:
  - {name: c, env: [{name: KEY, value: topsecret}]}
  - {name: d, env: [{name: KEY, value: topsecret}]}
)");
    QVERIFY(plan);
    QVERIFY(!contains(linesOf(plan->differences), "topsecret"));
    QVERIFY(has(plan->differences, "spec.containers[c].env[KEY] is added"));
}

void KubeManifestMergeTest::differencesAreBounded()
{
    std::string manifest = "metadata:\n  annotations:\n";
    for (int i = 0; i < 1000; ++i)
        manifest += "    a" + std::to_string(i) + ": " + std::string(500, 'x') + "\n";
    const auto plan = planWith(manifest);
    QVERIFY(plan);
    QCOMPARE(plan->differences.size(), std::size_t(201));
    QCOMPARE(plan->differences.back(), "and 800 more"s);
    for (const auto& line : plan->differences)
        QVERIFY(line.size() < 300);
}

SANDBENCH_TEST(KubeManifestMergeTest);
#include "tst_kube_manifest_merge.moc"
