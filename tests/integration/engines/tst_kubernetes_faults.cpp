// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/pod_options.h"
#include "tests/integration/engines/acting_sink.h"
#include "tests/integration/engines/kube_lab.h"
#include "tests/support/docker_fixture.h"
#include "tests/support/kubeconfig.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QFile>
#include <QStandardPaths>
#include <QTest>

#include <functional>

using namespace sandbench;
using namespace sandbench::kubernetes;
using namespace sandbench::test;
using std::string_literals::operator""s;

/// What happens to pods in real clusters, done to the test cluster's.
class KubernetesFaultsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void aPodThatGoesInMidRunIsRecordedWithWhatWasPrinted_data();
    void aPodThatGoesInMidRunIsRecordedWithWhatWasPrinted();
    void aContainerThatIsKilledIsToldFromAPodThatIsDeleted();
    void aPodThatReachesItsDeadlineSaysSo();
    void aProgramBeyondItsMemoryIsOutOfMemory();
    void whatCannotRunIsATypedErrorAndLeavesNothing_data();
    void whatCannotRunIsATypedErrorAndLeavesNothing();
    void aQuotaThatIsFullIsToldAtOnce();
    void aUserWithoutRightsLearnsWhichAreMissing();
    void aRegistryWithoutTheImageIsToldWithItsWords();
    void aPodOfAnotherIsUsedAndLeftAsItWas();

private:
    std::unique_ptr<Session> open(const std::string& manifest = {});
    /// What was recorded of a program that prints "partly" and sleeps, while @p act is done.
    RunRecord runWhile(Session& session, std::function<void()> act);
    QString podName() const;
    void evict() const;
    void kill() const;

    std::unique_ptr<KubeLab> m_lab;
    std::unique_ptr<TestEngine> m_engine;
};

void KubernetesFaultsTest::init()
{
    static const auto why = KubeLab::whyNot();
    if (!why.empty())
        SKIP_WITHOUT("kubernetes", why.c_str());
    m_lab = std::make_unique<KubeLab>();
    m_engine = std::make_unique<TestEngine>(engineWith(m_lab->administrator()));
}

void KubernetesFaultsTest::cleanup()
{
    m_engine.reset();
    if (!m_lab)
        return;
    const auto left = m_lab->left();
    m_lab.reset();
    QCOMPARE(left, std::vector<std::string>());
}

std::unique_ptr<Session> KubernetesFaultsTest::open(const std::string& manifest)
{
    SessionSpec spec;
    podOf(spec.sandbox).manifest = manifest;
    spec.warm = Warm::Never;
    return m_engine->open(std::move(spec));
}

RunRecord KubernetesFaultsTest::runWhile(Session& session, std::function<void()> act)
{
    RunRequest request;
    request.language = "bash";
    request.code = "echo partly; sleep 100";
    ActingSink sink(std::move(act));
    return runRequest(session, request, sink);
}

QString KubernetesFaultsTest::podName() const
{
    const auto pods = m_lab->admin().get(m_lab->pods(), {}, {});
    return pods && (*pods)["items"].size() == 1
        ? QString::fromStdString(jsonString((*pods)["items"][0]["metadata"], "name"))
        : QString();
}

void KubernetesFaultsTest::evict() const
{
    const auto name = podName().toStdString();
    const Json eviction
        = {{"apiVersion", m_lab->admin().minorVersion() < 22 ? "policy/v1beta1" : "policy/v1"},
           {"kind", "Eviction"},
           {"metadata", {{"name", name}, {"namespace", m_lab->name()}}}};
    const auto done = m_lab->admin().post(m_lab->pods() + "/" + name + "/eviction", eviction, {});
    QVERIFY2(done, done ? "" : done.error().text().c_str());
}

void KubernetesFaultsTest::kill() const
{
    const auto container = outputOf(
        "docker",
        {"ps", "--quiet", "--filter", "label=io.kubernetes.pod.name=" + podName(), "--filter",
         "label=io.kubernetes.container.name=sandbox"});
    const auto killed = outputOf("docker", {"kill", container});
    QVERIFY2(!killed.contains('!'), killed.constData());
}

void KubernetesFaultsTest::aPodThatGoesInMidRunIsRecordedWithWhatWasPrinted_data()
{
    QTest::addColumn<bool>("isEvicted");
    QTest::newRow("deleted") << false;
    QTest::newRow("evicted") << true;
}

void KubernetesFaultsTest::aPodThatGoesInMidRunIsRecordedWithWhatWasPrinted()
{
    QFETCH(bool, isEvicted);
    auto session = open();
    QVERIFY2(session, m_engine->problem().c_str());
    const auto record = runWhile(*session, [&] {
        // A node of 1.20 that has not looked at the pod since its start takes a minute over it.
        m_lab->kubectl({"wait", "--for=condition=Ready", "pod/" + podName()});
        if (isEvicted)
            evict();
        else
            m_lab->kubectl({"delete", "pod", podName(), "--wait=false"});
    });
    QCOMPARE(record.verdict, Verdict::AgentLost);
    QCOMPARE(record.stdoutBytes, "partly\n"s);
    QVERIFY(!record.exitCode && !record.signal);
    QVERIFY2(
        contains(record.evidence, "the pod is being deleted")
            || contains(record.evidence, "the pod was deleted")
            || contains(record.evidence, "the pod was evicted"),
        record.evidence.c_str());
    (void)session->close();
}

void KubernetesFaultsTest::aContainerThatIsKilledIsToldFromAPodThatIsDeleted()
{
    if (!testConnection("docker") || QStandardPaths::findExecutable("docker").isEmpty())
        SKIP_WITHOUT("docker", "the cluster's node is a Docker that is not there");
    auto session = open();
    QVERIFY2(session, m_engine->problem().c_str());
    const auto record = runWhile(*session, [&] { kill(); });
    QCOMPARE(record.verdict, Verdict::AgentLost);
    QCOMPARE(record.stdoutBytes, "partly\n"s);
    QVERIFY2(
        contains(record.evidence, "was killed from outside (exit code 137)"),
        record.evidence.c_str());
    (void)session->close();
}

void KubernetesFaultsTest::aPodThatReachesItsDeadlineSaysSo()
{
    auto session = open("spec: {activeDeadlineSeconds: 8}");
    QVERIFY2(session, m_engine->problem().c_str());
    const auto record = runWhile(*session, [] {});
    QCOMPARE(record.verdict, Verdict::AgentLost);
    QCOMPARE(record.stdoutBytes, "partly\n"s);
    QVERIFY2(contains(record.evidence, "deadline"), record.evidence.c_str());
    (void)session->close();
}

void KubernetesFaultsTest::aProgramBeyondItsMemoryIsOutOfMemory()
{
    SessionSpec spec;
    spec.sandbox.limits.memoryBytes = 96U << 20;
    spec.warm = Warm::Never;
    auto session = m_engine->open(std::move(spec));
    QVERIFY2(session, m_engine->problem().c_str());
    const auto record = runIn(
        *session, "python",
        "print('partly', flush=True)\nkept = []\nwhile True: kept.append(bytearray(8 << 20))");
    QCOMPARE(record.verdict, Verdict::OutOfMemory);
    QCOMPARE(record.stdoutBytes, "partly\n"s);
    QVERIFY2(!record.evidence.empty(), record.evidence.c_str());
    QVERIFY(session->close());
}

void KubernetesFaultsTest::whatCannotRunIsATypedErrorAndLeavesNothing_data()
{
    QTest::addColumn<SandboxSpec>("spec");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* name, ErrorCode code, const char* says, auto change) {
        auto spec = boxSpec();
        change(spec);
        QTest::newRow(name) << spec << static_cast<int>(code) << QByteArray(says);
    };
    row("no room", ErrorCode::ResourceExhausted, "Insufficient cpu",
        [](SandboxSpec& spec) { spec.limits.cpus = 1000; });
    row("no image", ErrorCode::NotFound, "ErrImageNeverPull", [](SandboxSpec& spec) {
        spec.image = "sandbench-no-such-image:1";
        podOf(spec).manifest = "spec: {containers: [{name: c, imagePullPolicy: Never}]}";
    });
    row("no image's name", ErrorCode::InvalidArgument, "InvalidImageName",
        [](SandboxSpec& spec) { spec.image = "UPPER CASE"; });
    row("no configuration", ErrorCode::InvalidArgument, "\"none\" not found",
        [](SandboxSpec& spec) {
            podOf(spec).manifest
                = "spec: {containers: [{name: c, envFrom: [{configMapRef: {name: none}}]}]}";
        });
    row("no such field's value", ErrorCode::InvalidArgument, "spec.containers",
        [](SandboxSpec& spec) {
            podOf(spec).manifest = "spec: {containers: [{name: NOT A NAME}]}";
        });
    row("no runtime", ErrorCode::NotFound, "RuntimeClass \"no-such-runtime\" not found",
        [](SandboxSpec& spec) { containerOf(spec).runtime = "no-such-runtime"; });
    row("no namespace", ErrorCode::NotFound, "sandbench-no-such-namespace",
        [](SandboxSpec& spec) { podOf(spec).namespaceName = "sandbench-no-such-namespace"; });
}

void KubernetesFaultsTest::whatCannotRunIsATypedErrorAndLeavesNothing()
{
    QFETCH(SandboxSpec, spec);
    QFETCH(int, code);
    QFETCH(QByteArray, says);
    std::string waited;
    spec.onWaiting = [&waited](std::string_view why) { waited += std::string(why) + "\n"; };
    const auto box = openBox(m_engine->engine(), spec);
    QVERIFY2(contains(box.problem, says.toStdString()), box.problem.c_str());
    QCOMPARE(errorCodeName(box.errorCode), errorCodeName(static_cast<ErrorCode>(code)));
    QVERIFY(box.problem.find('\n') == std::string::npos);
    if (spec.limits.cpus > 0)
        QVERIFY2(contains(waited, "Unschedulable: "), waited.c_str());
}

void KubernetesFaultsTest::aQuotaThatIsFullIsToldAtOnce()
{
    QVERIFY(!m_lab->apply("quota.yaml").contains('!'));
    auto greedy = boxSpec();
    greedy.limits.memoryBytes = 100ULL << 30;
    const auto limited = openBox(m_engine->engine(), greedy);
    QCOMPARE(errorCodeName(limited.errorCode), errorCodeName(ErrorCode::InvalidArgument));
    QVERIFY2(
        contains(limited.problem, "maximum memory usage per Container"), limited.problem.c_str());
    const auto quotas = "/api/v1/namespaces/" + m_lab->name() + "/resourcequotas/sandbench";
    QVERIFY(m_lab->admin().patch(quotas, {{"spec", {{"hard", {{"pods", "0"}}}}}}, {}));
    // The cluster counts a little later.
    QTRY_COMPARE(
        jsonString(
            jsonField(jsonField(*m_lab->admin().get(quotas, {}, {}), "status"), "hard"), "pods"),
        "0"s);
    const auto box = openBox(m_engine->engine(), boxSpec());
    QCOMPARE(errorCodeName(box.errorCode), errorCodeName(ErrorCode::ResourceExhausted));
    QVERIFY2(contains(box.problem, "exceeded quota: sandbench"), box.problem.c_str());
}

void KubernetesFaultsTest::aUserWithoutRightsLearnsWhichAreMissing()
{
    REQUIRE_LIMITED_USER();
    auto surroundings = KubeSurroundings::ofThisProcess();
    surroundings.env["KUBECONFIG"] = limitedKubeconfig().toStdString();
    const auto engine = engineWith(chooseContext({}, surroundings));
    const auto box = openBox(*engine, boxSpec());
    QCOMPARE(errorCodeName(box.errorCode), errorCodeName(ErrorCode::PermissionDenied));
    QVERIFY2(contains(box.problem, "create"), box.problem.c_str());
    const auto status = engine->look({});
    QVERIFY(!status.usable && status.reachable);
    QVERIFY2(contains(status.problem, "you may not create pods"), status.problem.c_str());
}

void KubernetesFaultsTest::aRegistryWithoutTheImageIsToldWithItsWords()
{
    const auto registry = qEnvironmentVariable("SANDBENCH_TEST_REGISTRY").toStdString();
    if (registry.empty())
        SKIP_WITHOUT("registry", "needs a registry: set SANDBENCH_TEST_REGISTRY");
    auto spec = boxSpec();
    spec.image = registry + "/sandbench-no-such-image:1";
    const auto box = openBox(m_engine->engine(), spec);
    QCOMPARE(errorCodeName(box.errorCode), errorCodeName(ErrorCode::NotFound));
    QVERIFY2(contains(box.problem, "manifest unknown"), box.problem.c_str());

    podOf(spec).agentImage = std::exchange(spec.image, {});
    const auto agentless = openBox(m_engine->engine(), spec);
    QCOMPARE(errorCodeName(agentless.errorCode), errorCodeName(ErrorCode::NotFound));
    QVERIFY2(
        contains(agentless.problem, "the init container sandbench-agent: ErrImagePull"),
        agentless.problem.c_str());
}

void KubernetesFaultsTest::aPodOfAnotherIsUsedAndLeftAsItWas()
{
    const Json container
        = {{"name", "main"},
           {"image", testImage()},
           {"imagePullPolicy", "IfNotPresent"},
           {"command", {"sleep", "1000", "infinity"}}};
    const Json pod = {
        {"apiVersion", "v1"},
        {"kind", "Pod"},
        {"metadata", {{"name", "theirs"}}},
        {"spec", {{"terminationGracePeriodSeconds", 0}, {"containers", Json::array({container})}}}};
    const auto made
        = m_lab->kubectl({"create", "--filename", "-"}, QByteArray::fromStdString(writeJson(pod)));
    QVERIFY2(!made.contains('!'), made.constData());
    const auto ready = m_lab->kubectl({"wait", "--for=condition=Ready", "pod/theirs"});
    QVERIFY2(!ready.contains('!'), ready.constData());
    auto spec = boxSpec();
    containerOf(spec).existing = "theirs";
    {
        auto box = openBox(m_engine->engine(), spec);
        QVERIFY2(box.problem.empty(), box.problem.c_str());
        QCOMPARE(box.python("print(6 * 7)"), "42\n"s);
        QVERIFY(box.instance->close());
    }
    const auto state = m_lab->kubectl(
        {"get", "pod", "theirs", "--output",
         "jsonpath={.status.phase}{.metadata.deletionTimestamp}"});
    QCOMPARE(state, QByteArray("Running"));
    QTRY_COMPARE(
        m_lab->kubectl(
            {"exec", "theirs", "--", "sh", "-c",
             "ls -d /tmp/*sandbench* 2>/dev/null || "
             "echo none"}),
        QByteArray("none"));
}

SANDBENCH_TEST(KubernetesFaultsTest);
#include "tst_kubernetes_faults.moc"
