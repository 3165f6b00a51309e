// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/job.h"
#include "core/engine/kubernetes/kube_sandboxes.h"
#include "core/engine/kubernetes/pod_options.h"
#include "core/engine/kubernetes/pod_plan.h"
#include "core/engine/ownership.h"
#include "core/engine/reaper/reaper_client.h"
#include "tests/integration/engines/kube_lab.h"
#include "tests/integration/engines/owners.h"
#include "tests/support/docker_fixture.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QTest>

#include <mutex>
#include <thread>

using namespace sandbench;
using namespace sandbench::kubernetes;
using namespace sandbench::test;
using std::string_literals::operator""s;

namespace {

SandboxSpec jobSpec()
{
    auto spec = boxSpec();
    podOf(spec).isJob = true;
    containerOf(spec).labels["kueue.x-k8s.io/queue-name"] = "users";
    return spec;
}

} // namespace

/// Sandboxes whose pods a Job makes, on a real cluster.
class KubernetesJobsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        static const auto why = KubeLab::whyNot();
        if (!why.empty())
            SKIP_WITHOUT("kubernetes", why.c_str());
        m_lab = std::make_unique<KubeLab>();
        for (const char* file : {"role.yaml", "quota.yaml", "network-policy.yaml"})
            QVERIFY(!m_lab->apply(file).contains('!'));
    }

    void cleanup()
    {
        if (!m_lab)
            return;
        const auto left = m_lab->left();
        m_lab.reset();
        QCOMPARE(left, std::vector<std::string>());
    }

    /// With the rights of packaging/kubernetes/role.yaml and no more.
    void aJobMakesThePodAndGoesWithIt()
    {
        const auto engine = engineWith(m_lab->serviceAccount());
        auto box = openBox(*engine, jobSpec());
        QVERIFY2(box.problem.empty(), box.problem.c_str());
        QCOMPARE(box.python("print(6 * 7)"), "42\n"s);
        QCOMPARE(box.instance->network(), "none"s);
        const auto jobs = m_lab->kubectl(
            {"get", "jobs", "--selector", "kueue.x-k8s.io/queue-name=users", "--output",
             "jsonpath={.items[*].status.active}"});
        QCOMPARE(jobs, QByteArray("1"));
        const auto listed = engine->sandboxes({});
        QVERIFY2(listed, listed ? "" : listed.error().text().c_str());
        QCOMPARE(listed->size(), std::size_t(1));
        QCOMPARE(listed->front().id, box.instance->id());
        const auto closed = box.instance->close();
        QVERIFY2(closed, closed ? "" : closed.error().text().c_str());
    }

    void whoMayMakeNoJobsLearnsWhichRightIsMissing()
    {
        auto rights = rightsOfSandboxes();
        rights.insert(rights.end(), furtherRights().begin(), furtherRights().end());
        QVERIFY(m_lab->setRights(rights));
        const auto engine = engineWith(m_lab->serviceAccount());
        const auto box = openBox(*engine, jobSpec());
        QCOMPARE(errorCodeName(box.errorCode), errorCodeName(ErrorCode::PermissionDenied));
        QVERIFY2(contains(box.problem, "create jobs.batch"), box.problem.c_str());
        QVERIFY(openBox(*engine, boxSpec()).problem.empty());
    }

    void whileTheClusterMakesNoPodItSaysWhyAndObeysAStop()
    {
        const auto quotas = "/api/v1/namespaces/" + m_lab->name() + "/resourcequotas/sandbench";
        QVERIFY(m_lab->admin().patch(quotas, {{"spec", {{"hard", {{"pods", "0"}}}}}}, {}));
        QTRY_COMPARE(
            jsonString(
                jsonField(jsonField(*m_lab->admin().get(quotas, {}, {}), "status"), "hard"),
                "pods"),
            "0"s);
        const auto engine = engineWith(m_lab->serviceAccount());
        std::stop_source stop;
        std::mutex mutex;
        std::string said, state;
        auto spec = jobSpec();
        spec.onWaiting = [&](std::string_view why) {
            const std::lock_guard lock(mutex);
            said = why;
            const auto listed = engine->sandboxes({});
            state = listed && listed->size() == 1 ? listed->front().state : "?";
            stop.request_stop();
        };
        const auto box = openBox(*engine, spec, stop.get_token());
        QCOMPARE(errorCodeName(box.errorCode), errorCodeName(ErrorCode::Cancelled));
        QVERIFY2(contains(said, "exceeded quota: sandbench"), said.c_str());
        QCOMPARE(state, "pending"s);
    }

    void aJobThatADeadProgramLeftIsRemoved()
    {
        makeWaitingJob("left", deadOwner(), "0");
        makeWaitingJob("elsewhere", ownerElsewhere(), "0");
        QVERIFY(removeStale(m_lab->admin(), {}));
        QCOMPARE(namesOfJobs(), QByteArray("sandbench-test-elsewhere"));
        // It may wait in the cluster's queue for days.
        QVERIFY(removeSandbox(m_lab->admin(), "elsewhere", {}));
        QCOMPARE(namesOfJobs(), QByteArray());
    }

    void aPodThatNamesAJobOfSomebodyElseHarmsNeither()
    {
        // Of a Job that has ended the cluster's controller leaves every pod alone; from another Job
        // it takes a pod that only claims to be its own.
        // Never ours, not even for a moment: whatever else uses this cluster removes what was left.
        makeJob(
            "theirs", deadOwner(), "0",
            {{"spec", {{"completions", 0}}},
             {"metadata", {{"labels", {{"app.kubernetes.io/managed-by", "helm"}}}}}});
        const auto path = jobPath(m_lab->name(), "sandbench-test-theirs");
        QTRY_COMPARE(
            m_lab->kubectl(
                {"get", "job", "sandbench-test-theirs", "--output",
                 "jsonpath={.status.conditions[*].type}"}),
            QByteArray("Complete"));
        const auto theirs = m_lab->admin().get(path, {}, {});
        QVERIFY2(theirs, theirs ? "" : theirs.error().text().c_str());
        auto pod = jobOf(plannedPod("forged", deadOwner(), "0"))["spec"]["template"];
        pod["apiVersion"] = "v1";
        pod["kind"] = "Pod";
        pod["metadata"]["name"] = "forged";
        pod["spec"]["nodeSelector"] = {{"sandbench-test", "no-such-node"}};
        pod["metadata"]["ownerReferences"] = Json::array(
            {{{"apiVersion", "batch/v1"},
              {"kind", "Job"},
              {"name", "sandbench-test-theirs"},
              {"uid", (*theirs)["metadata"]["uid"]},
              {"controller", true}}});
        const auto made = m_lab->admin().post(m_lab->pods(), pod, {});
        QVERIFY2(made, made ? "" : made.error().text().c_str());
        QVERIFY(removeStale(m_lab->admin(), {}));
        QVERIFY(removeSandbox(m_lab->admin(), "forged", {}).failedAs(ErrorCode::NotFound));
        QCOMPARE(namesOfJobs(), QByteArray("sandbench-test-theirs"));
        QCOMPARE(
            m_lab->kubectl({"get", "pods", "--output", "jsonpath={.items[*].metadata.name}"}),
            QByteArray("forged"));
        m_lab->kubectl({"delete", "jobs,pods", "--all", "--grace-period=0", "--force"});
    }

    void theReaperRemovesAJobByItsName()
    {
        makeWaitingJob("reaped", ownerOfThisProcess(), "60");
        {
            reaper::Reaper ours;
            const reaper::Thing job
                = {reaper::ThingKind::Pod, m_lab->name() + "/sandbench-test-reaped"};
            QVERIFY(ours.tell(
                reaper::ReaperMessage::Verb::Made,
                {"kubernetes", m_lab->admin().connection().context, {}, {}}, job,
                std::chrono::seconds(60)));
            QCOMPARE(namesOfJobs(), QByteArray("sandbench-test-reaped"));
        }
        QTRY_COMPARE_WITH_TIMEOUT(namesOfJobs(), QByteArray(), 30'000);
    }

    void aKeptSandboxIsNoJobs()
    {
        auto spec = jobSpec();
        spec.keepFor = std::chrono::seconds(60);
        const auto box = openBox(*engineWith(m_lab->administrator()), spec);
        QCOMPARE(errorCodeName(box.errorCode), errorCodeName(ErrorCode::InvalidArgument));
        QVERIFY2(contains(box.problem, "leave --job out"), box.problem.c_str());
    }

private:
    Json plannedPod(const std::string& session, const std::string& owner, const char* lease) const
    {
        auto spec = boxSpec();
        spec.sessionId = session;
        PodSettings settings;
        settings.name = "sandbench-test-" + session;
        settings.namespaceName = m_lab->name();
        settings.owner = owner;
        settings.image = "sandbench-python:1";
        auto pod = planPod(spec, settings)->pod;
        pod["metadata"]["annotations"][std::string(label::kLease)] = lease;
        return pod;
    }

    /// As one that the cluster's queue has not admitted: it makes no pod.
    void makeWaitingJob(const std::string& session, const std::string& owner, const char* lease)
    {
        makeJob(session, owner, lease, {{"spec", {{"parallelism", 0}}}});
    }

    void makeJob(
        const std::string& session, const std::string& owner, const char* lease,
        const Json& changes)
    {
        auto job = jobOf(plannedPod(session, owner, lease));
        job.merge_patch(changes);
        const auto made = m_lab->admin().post(jobsPath(m_lab->name()), job, {});
        QVERIFY2(made, made ? "" : made.error().text().c_str());
    }

    QByteArray namesOfJobs() const
    {
        return m_lab->kubectl({"get", "jobs", "--output", "jsonpath={.items[*].metadata.name}"});
    }

    std::unique_ptr<KubeLab> m_lab;
};

SANDBENCH_TEST(KubernetesJobsTest);
#include "tst_kubernetes_jobs.moc"
