// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/kube_api.h"
#include "core/engine/kubernetes/maker_state.h"
#include "core/engine/kubernetes/pod_state.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"
#include "tests/unit/engines/kube_pods.h"

#include <QFloat16> // QCOMPARE asks whether Json converts to it
#include <QTest>

using namespace sandbench;
using namespace sandbench::kubernetes;
using namespace sandbench::kubernetes::test;
using namespace sandbench::test;
using std::string_literals::operator""s;

namespace {

Json pod(const char* text)
{
    return *parseJson(text);
}

PodState stateOf(const char* text)
{
    return readPodState(pod(text), "sandbox");
}

std::optional<Instance::EndCause> endSince(const PodState& opened, const Json& now)
{
    return endOfPod(now, "sandbox", opened);
}

} // namespace

class KubePodStateTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRunningPodIsReady();
    void whatWaitsSaysWhy();
    void whatCannotRunIsHopelessWithTheNextStep_data();
    void whatCannotRunIsHopelessWithTheNextStep();
    void aFirstFailedPullMayBeTriedAgain();
    void aPasswordThatIsMissingIsTold();
    void theInitContainersAreToldOf();
    void eventsTellWhatTheStatusDoesNot_data();
    void eventsTellWhatTheStatusDoesNot();
    void onlyANodesWordOnTheSandboxTellsItsStart();
    void anAutoscalersEventPromisesANode();
    void theEndHasItsCause_data();
    void theEndHasItsCause();
    void onlyAContainersOwnStatusProvesMemory();
    void aRestartEndsTheSandbox();
    void anotherPodOfTheSameNameIsNotOurs();
    void aClustersRulesForPodsAreExplained_data();
    void aClustersRulesForPodsAreExplained();
    void nonsenseIsNeverMoreThanWaiting_data();
    void nonsenseIsNeverMoreThanWaiting();
    void aJobTellsWhetherItWaitsOrFailed();
    void aClaimIsReadyOnlyWithItsSandbox();
};

void KubePodStateTest::aRunningPodIsReady()
{
    const auto state = stateOf(kRunning);
    QCOMPARE(state.phase, PodState::Phase::Running);
    QVERIFY(state.isReady && !state.isBeingRemoved && !state.hopeless && state.reason.empty());
    QCOMPARE(state.node, "node1"s);
    QCOMPARE(state.hostAddress, "192.0.2.2"s);
    QVERIFY(!state.uid.empty() && !state.resourceVersion.empty());
    QCOMPARE(state.restarts, 0);
    QVERIFY(!endSince(state, pod(kRunning)));

    const auto going = stateOf(kBeingDeleted);
    QVERIFY(going.isBeingRemoved && going.hopeless);
}

void KubePodStateTest::whatWaitsSaysWhy()
{
    const auto unplaced = stateOf(kUnschedulable);
    QCOMPARE(unplaced.phase, PodState::Phase::Waiting);
    QVERIFY(unplaced.needsCluster && !unplaced.hopeless);
    QCOMPARE(unplaced.reason, "Unschedulable: 0/1 nodes are available: 1 Insufficient cpu."s);

    const auto making = stateOf(kMissingVolume);
    QCOMPARE(making.reason, "creating the container"s);
    QVERIFY(!making.hopeless && !making.needsCluster);

    const auto fresh = readPodState({{"status", {{"phase", "Pending"}}}}, "sandbox");
    QCOMPARE(fresh.reason, "waiting for a node"s);
}

void KubePodStateTest::whatCannotRunIsHopelessWithTheNextStep_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("says");
    QTest::addColumn<QByteArray>("advice");
    const auto row = [](const char* name, const char* text, ErrorCode code, const char* says,
                        const char* advice) {
        QTest::newRow(name) << QByteArray(text) << static_cast<int>(code) << QByteArray(says)
                            << QByteArray(advice);
    };
    row("never pulled", kNeverPull, ErrorCode::NotFound, "\"missing:1\" is not present",
        "IfNotPresent");
    row("no such image", kPullFirst, ErrorCode::NotFound, "manifest unknown", "push the image");
    row("pull given up", kPullBackOff, ErrorCode::Unavailable, "ImagePullBackOff: Back-off",
        "reach the image's registry");
    row("bad name", kBadImageName, ErrorCode::InvalidArgument, "must be lowercase",
        "registry/name:tag");
    row("bad command", kBadCommand, ErrorCode::Unavailable, "could not be started: failed to",
        "kubectl logs");
    row("no config map", kMissingConfigMap, ErrorCode::InvalidArgument, "\"none\" not found",
        "--manifest");
    row("root's image", kRootImage, ErrorCode::InvalidArgument, "image will run as root",
        "--manifest");
    row("crashed", kCrashed, ErrorCode::Unavailable, "ended with exit code 3", "kubectl logs");
    row("out of memory", kOutOfMemory, ErrorCode::Unavailable, "beyond its memory limit", "");
    row("deadline", kDeadline, ErrorCode::Unavailable, "DeadlineExceeded", "");
    row("no agent image", kInitMissing, ErrorCode::NotFound,
        "the init container sandbench-agent: ErrImageNeverPull", "bring the image");
    row("agent failed", kInitCrashed, ErrorCode::Unavailable,
        "the init container sandbench-agent ended with exit code 5", "kubectl logs");
    row("being deleted", kBeingDeleted, ErrorCode::Unavailable, "is being deleted", "");
}

void KubePodStateTest::whatCannotRunIsHopelessWithTheNextStep()
{
    QFETCH(QByteArray, text);
    QFETCH(int, code);
    QFETCH(QByteArray, says);
    QFETCH(QByteArray, advice);
    const auto state = stateOf(text.constData());
    QVERIFY(state.hopeless);
    QVERIFY2(contains(state.hopeless->text(), says.toStdString()), state.hopeless->text().c_str());
    QVERIFY2(
        contains(state.hopeless->text(), advice.toStdString()), state.hopeless->text().c_str());
    QCOMPARE(static_cast<int>(state.hopeless->code()), code);
    QVERIFY(!state.reason.empty());
    QVERIFY(!state.needsCluster);
}

void KubePodStateTest::aFirstFailedPullMayBeTriedAgain()
{
    auto changed = pod(kPullFirst);
    auto& waiting = changed["status"]["containerStatuses"][0]["state"]["waiting"];
    waiting["message"] = "dial tcp: i/o timeout";
    const auto state = readPodState(changed, "sandbox");
    QVERIFY(!state.hopeless);
    QCOMPARE(state.reason, "ErrImagePull: dial tcp: i/o timeout"s);
}

void KubePodStateTest::aPasswordThatIsMissingIsTold()
{
    auto changed = pod(kPullFirst);
    auto& waiting = changed["status"]["containerStatuses"][0]["state"]["waiting"];
    waiting["message"] = "pull access denied for x, repository does not exist";
    const auto state = readPodState(changed, "sandbox");
    QVERIFY(state.hopeless);
    QCOMPARE(state.hopeless->code(), ErrorCode::PermissionDenied);
    QVERIFY(contains(state.hopeless->text(), "imagePullSecrets"));

    changed = pod(kBadCommand);
    auto& ended = changed["status"]["containerStatuses"][0]["state"]["terminated"];
    ended["message"] = "exec: \"/bin/sh\": stat /bin/sh: no such file or directory";
    QVERIFY(contains(readPodState(changed, "sandbox").hopeless->text(), "give --agent-image"));
}

void KubePodStateTest::theInitContainersAreToldOf()
{
    auto changed = pod(kInitMissing);
    auto& init = changed["status"]["initContainerStatuses"][0];
    init["state"] = {{"running", Json::object()}};
    QCOMPARE(readPodState(changed, "sandbox").reason, "bringing the agent"s);
    init["name"] = "fetch";
    QCOMPARE(readPodState(changed, "sandbox").reason, "the init container fetch is at work"s);
    init["state"] = {{"terminated", {{"exitCode", 0}}}};
    QCOMPARE(readPodState(changed, "sandbox").reason, "preparing the pod"s);
}

void KubePodStateTest::eventsTellWhatTheStatusDoesNot_data()
{
    QTest::addColumn<QByteArray>("event");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* event, const char* says) {
        QTest::newRow(event) << QByteArray(event) << QByteArray(says);
    };
    row(R"({"type":"Warning","reason":"FailedMount","message":"configmap \"none\"\n not found"})",
        "FailedMount: configmap \"none\" not found");
    row(R"({"type":"Normal","reason":"Pulling","message":"Pulling image \"a\""})",
        "Pulling: Pulling image \"a\"");
    row(R"({"type":"Warning","reason":"FailedScheduling","note":"0/1 nodes"})",
        "FailedScheduling: 0/1 nodes");
    row(R"({"type":"Normal","reason":"BackOff","message":"Back-off pulling image"})",
        "BackOff: Back-off pulling image");
    row(R"({"type":"Warning","reason":"Failed","message":"Error: ErrImagePull"})", "");
    row(R"({"type":"Warning","reason":"MissingClusterDNS","message":"x"})", "");
    row(R"({"type":"Normal","reason":"Scheduled","message":"x"})", "");
    row(R"({"type":"Normal","reason":"Started"})", "");
    row(R"([1])", "");
    row(R"({"type":1,"reason":{},"message":[]})", "");
}

void KubePodStateTest::eventsTellWhatTheStatusDoesNot()
{
    QFETCH(QByteArray, event);
    QFETCH(QByteArray, says);
    bool addsNode = false;
    QCOMPARE(tellingEvent(*parseJson(event.toStdString()), addsNode), says.toStdString());
    QVERIFY(!addsNode);
}

void KubePodStateTest::onlyANodesWordOnTheSandboxTellsItsStart()
{
    const auto event = [](const char* reason, const char* path) {
        return Json{{"reason", reason}, {"involvedObject", {{"fieldPath", path}}}};
    };
    QVERIFY(tellsStart(event("Started", "spec.containers{sandbox}"), "sandbox"));
    QVERIFY(!tellsStart(event("Created", "spec.containers{sandbox}"), "sandbox"));
    QVERIFY(!tellsStart(event("Started", "spec.containers{helper}"), "sandbox"));
    QVERIFY(!tellsStart(event("Started", "spec.initContainers{sandbox}"), "sandbox"));
    QVERIFY(!tellsStart({{"reason", "Started"}, {"involvedObject", "sandbox"}}, "sandbox"));
    QVERIFY(!tellsStart(Json(), ""));
}

void KubePodStateTest::anAutoscalersEventPromisesANode()
{
    bool addsNode = false;
    const Json event
        = {{"type", "Normal"},
           {"reason", "TriggeredScaleUp"},
           {"message", "pod triggered scale-up: [{group 1->2 (max: 4)}]"}};
    QVERIFY(contains(tellingEvent(event, addsNode), "TriggeredScaleUp: pod triggered"));
    QVERIFY(addsNode);
}

void KubePodStateTest::theEndHasItsCause_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("sentence");
    QTest::addColumn<bool>("outOfMemory");
    const auto row = [](const char* name, const QByteArray& text, const char* sentence,
                        bool outOfMemory = false) {
        QTest::newRow(name) << text << QByteArray(sentence) << outOfMemory;
    };
    row("gone", "null", "the pod was deleted");
    row("going", kBeingDeleted, "the pod is being deleted");
    row("out of memory", kOutOfMemory, "the container was killed for going beyond its memory limit",
        true);
    row("killed", kKilled, "the container was killed from outside (exit code 137)");
    row("ended", kCrashed, "the container ended with exit code 3");
    row("deadline", kDeadline, "the pod reached its deadline (activeDeadlineSeconds)");
    // Source: pkg/kubelet/eviction of Kubernetes; a node under pressure writes it.
    row("evicted",
        R"({"metadata":{},"status":{"phase":"Failed","reason":"Evicted",
            "message":"The node was low on resource: ephemeral-storage. "}})",
        "the pod was evicted: The node was low on resource: ephemeral-storage.");
    row("by the API",
        R"({"metadata":{"deletionTimestamp":"2026-11-22T15:23:11Z"},"status":{"phase":"Running",
            "conditions":[{"type":"DisruptionTarget","status":"True",
            "reason":"EvictionByEvictionAPI","message":"Eviction API: evicting"}]}})",
        "the pod was evicted: EvictionByEvictionAPI: Eviction API: evicting");
    row("node lost", R"({"metadata":{},"status":{"phase":"Unknown","reason":"NodeLost"}})",
        "the cluster has lost the pod's node");
    row("node unheard of",
        R"({"metadata":{},"status":{"phase":"Running",
            "conditions":[{"type":"Ready","status":"Unknown"}],
            "containerStatuses":[{"name":"sandbox","state":{"running":{}}}]}})",
        "the cluster has lost the pod's node");
    row("node shut down",
        R"({"metadata":{},"status":{"phase":"Failed","reason":"Terminated",
            "message":"Pod was terminated in response to imminent node shutdown."}})",
        "the pod was ended: Terminated: Pod was terminated in response to imminent node "
        "shutdown.");
}

void KubePodStateTest::theEndHasItsCause()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, sentence);
    QFETCH(bool, outOfMemory);
    const auto end = endSince({}, *parseJson(text.toStdString()));
    QVERIFY(end);
    QCOMPARE(end->sentence, sentence.toStdString());
    QCOMPARE(end->outOfMemory, outOfMemory);
}

void KubePodStateTest::onlyAContainersOwnStatusProvesMemory()
{
    auto other = pod(kKilled);
    other["status"]["containerStatuses"].push_back(
        {{"name", "proxy"}, {"state", {{"terminated", {{"reason", "OOMKilled"}}}}}});
    QVERIFY(!endSince({}, other)->outOfMemory);
}

void KubePodStateTest::aRestartEndsTheSandbox()
{
    auto restarted = pod(kRunning);
    auto& own = restarted["status"]["containerStatuses"][0];
    own["restartCount"] = 2;
    own["lastState"] = {{"terminated", {{"reason", "OOMKilled"}, {"exitCode", 137}}}};
    PodState opened = readPodState(restarted, "sandbox");
    QVERIFY(!endSince(opened, restarted));
    opened.restarts = 1;
    const auto end = endSince(opened, restarted);
    QVERIFY(end && end->outOfMemory);
    QCOMPARE(
        end->sentence,
        "the container was restarted after it was killed for going beyond its memory limit"s);
}

void KubePodStateTest::anotherPodOfTheSameNameIsNotOurs()
{
    auto opened = stateOf(kRunning);
    opened.uid = "another";
    const auto end = endSince(opened, pod(kRunning));
    QVERIFY(end);
    QCOMPARE(end->sentence, "the pod was replaced by another of the same name"s);
}

void KubePodStateTest::aClustersRulesForPodsAreExplained_data()
{
    QTest::addColumn<QByteArray>("says");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("advice");
    const auto row = [](const char* says, ErrorCode code, const char* advice) {
        QTest::newRow(says) << QByteArray(says) << static_cast<int>(code) << QByteArray(advice);
    };
    row("maximum memory usage per Container is 16Gi, but limit is 100Gi",
        ErrorCode::InvalidArgument, "--memory");
    row("pod rejected: RuntimeClass \"nope\" not found", ErrorCode::NotFound, "--runtime");
    row("no PriorityClass with name nope was found", ErrorCode::NotFound, "--manifest");
    row("error looking up service account lab/x: serviceaccount \"x\" not found",
        ErrorCode::NotFound, "service account");
    // Source: k8s.io/pod-security-admission of Kubernetes 1.25.
    row("violates PodSecurity \"restricted:latest\": runAsNonRoot != true (pod or container "
        "\"sandbox\" must set securityContext.runAsNonRoot=true)",
        ErrorCode::PermissionDenied, "a root --user");
    row("some plug-in's own words", ErrorCode::PermissionDenied, "own words");
}

void KubePodStateTest::aClustersRulesForPodsAreExplained()
{
    QFETCH(QByteArray, says);
    QFETCH(int, code);
    QFETCH(QByteArray, advice);
    const Json status
        = {{"kind", "Status"},
           {"reason", "Forbidden"},
           {"message", "pods \"sandbench-s-1\" is forbidden: " + says.toStdString()}};
    const auto error = explainRefusal(errorOfStatus(403, writeJson(status), {}));
    QCOMPARE(errorCodeName(error.code()), errorCodeName(static_cast<ErrorCode>(code)));
    QVERIFY2(contains(error.text(), says.toStdString()), error.text().c_str());
    QVERIFY2(contains(error.text(), advice.toStdString()), error.text().c_str());

    const Error other(ErrorCode::Timeout, "usage per x is forbidden: y");
    QCOMPARE(explainRefusal(other).text(), other.text());
}

void KubePodStateTest::nonsenseIsNeverMoreThanWaiting_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text :
         {"null", "[]", "1", "{}", R"({"status":[]})", R"({"status":{"phase":7}})",
          R"({"status":{"conditions":{},"containerStatuses":{}}})",
          R"({"status":{"containerStatuses":[1,null,{"name":2}]}})",
          R"({"status":{"containerStatuses":[{"name":"sandbox","state":"running"}]}})",
          R"({"status":{"containerStatuses":[{"name":"sandbox","state":{"running":1}}]}})",
          R"({"status":{"containerStatuses":[{"name":"other","state":{"running":{}}}]}})",
          R"({"status":{"containerStatuses":[{"name":"sandbox","restartCount":-5}]}})",
          R"({"metadata":{"deletionTimestamp":{}},"status":{"initContainerStatuses":[[]]}})"})
        QTest::newRow(text) << QByteArray(text);
}

void KubePodStateTest::nonsenseIsNeverMoreThanWaiting()
{
    QFETCH(QByteArray, text);
    const auto value = *parseJson(text.toStdString());
    const auto state = readPodState(value, "sandbox");
    QCOMPARE(state.phase, PodState::Phase::Waiting);
    QVERIFY(!state.hopeless);
    QVERIFY(!state.reason.empty());
    QCOMPARE(state.restarts, 0);
    if (value.is_object())
        QVERIFY(!endSince(state, value));
}

void KubePodStateTest::aJobTellsWhetherItWaitsOrFailed()
{
    const auto queued = readJobState(pod(R"({"metadata":{"uid":"u"},"spec":{"suspend":true}})"));
    QVERIFY(queued.isSuspended && queued.failure.empty());
    QCOMPARE(queued.uid, "u"s);
    const auto failed = readJobState(pod(
        R"({"status":{"conditions":[{"type":"Failed","status":"True","message":"no\nway"}]}})"));
    QCOMPARE(failed.failure, "no way"s);
    QVERIFY(readJobState(pod(R"({"status":{"conditions":[{"type":"Failed","status":"False"}]}})"))
                .failure.empty());
    for (const char* text : {"null", "[]", R"({"spec":7,"status":{"conditions":{}}})"})
        QVERIFY(readJobState(pod(text)).failure.empty());
}

void KubePodStateTest::aClaimIsReadyOnlyWithItsSandbox()
{
    const auto ready = readClaimState(pod(
        R"({"status":{"sandbox":{"name":"s"},"conditions":[{"type":"Ready","status":"True"}]}})"));
    QVERIFY(ready.isReady);
    QCOMPARE(ready.sandbox, "s"s);
    QVERIFY(!readClaimState(pod(R"({"status":{"conditions":[{"type":"Ready","status":"True"}]}})"))
                 .isReady);
    const auto hope = [](const char* reason) {
        ClaimState state;
        state.reason = reason;
        const auto checked = checkHope(state, "python");
        return checked ? ""s : std::string(errorCodeName(checked.error().code()));
    };
    QCOMPARE(hope("WarmPoolNotFound"), "not_found"s);
    QCOMPARE(hope("TemplateNotFound"), "unavailable"s);
    QCOMPARE(hope("SandboxNotReady"), ""s);
    for (const char* text : {"null", "[]", R"({"status":{"sandbox":"s","conditions":[3]}})"})
        QVERIFY(!readClaimState(pod(text)).isReady);
}

SANDBENCH_TEST(KubePodStateTest);
#include "tst_kube_pod_state.moc"
