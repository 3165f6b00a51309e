// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/kube_sandboxes.h"
#include "core/engine/ownership.h"
#include "core/engine/reaper/reaper_client.h"
#include "tests/integration/engines/owners.h"
#include "tests/support/hostile_http_server.h"
#include "tests/support/kubeconfig.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::kubernetes;
using namespace sandbench::test;

namespace {

const std::string kPods = "/api/v1/namespaces/default/pods";
const std::string kPolicies = "/apis/networking.k8s.io/v1/namespaces/default/networkpolicies";

std::string name(std::string_view text)
{
    return std::string(text);
}

Json metadataOf(const std::string& session, const std::string& owner, const std::string& lease)
{
    return {
        {"name", "sandbench-test-" + session},
        {"namespace", "default"},
        {"labels",
         {{"app.kubernetes.io/managed-by", "sandbench"}, {name(label::kSession), session}}},
        {"annotations",
         {{name(label::kOwner), owner},
          {name(label::kLease), lease},
          {name(label::kImage), "sandbench-python:1"}}}};
}

/// One that does not start, on any node: it stays pending.
Json podOf(const Json& metadata)
{
    return {
        {"apiVersion", "v1"},
        {"kind", "Pod"},
        {"metadata", metadata},
        {"spec",
         {{"automountServiceAccountToken", false},
          {"nodeSelector", {{"sandbench-test", "no-such-node"}}},
          {"containers",
           {{{"name", "sandbox"},
             {"image", "sandbench-python:1"},
             {"command", {"sleep", "99"}}}}}}}};
}

std::string sessionName(const char* what)
{
    return std::string(what) + "-" + std::to_string(::getpid());
}

} // namespace

class KubeSandboxesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_api = nullptr;
        if (!QFile::exists(qEnvironmentVariable("KUBECONFIG")))
            return;
        const auto connection = chooseContext("", KubeSurroundings::ofThisProcess());
        QVERIFY2(connection, connection ? "" : connection.error().text().c_str());
        auto api = KubeApi::connect(*connection, {});
        QVERIFY2(api, api ? "" : api.error().text().c_str());
        m_api = *api;
    }

    void cleanup()
    {
        for (const auto& made : m_made)
            QVERIFY(removePod(*m_api, "default", made, "", {}));
        for (const auto& made : m_policies)
            (void)m_api->remove(kPolicies + "/" + made, nullptr, {}).has_value();
        m_made.clear();
        m_policies.clear();
    }

    void listsAPodWithItsOwner()
    {
        REQUIRE_CLUSTER();
        const auto session = sessionName("listed");
        QVERIFY(make(metadataOf(session, ownerOfThisProcess(), "60")));
        const auto found = find(session);
        QVERIFY(found);
        QCOMPARE(found->engine, std::string("kubernetes"));
        QCOMPARE(found->id, "default/sandbench-test-" + session);
        QCOMPARE(found->image, std::string("sandbench-python:1"));
        QCOMPARE(found->state, std::string("pending"));
        QCOMPARE(found->owner, ownerOfThisProcess());
        QVERIFY(found->isOwnerAlive && !found->isStale);
        QVERIFY(found->createdAt > 1'700'000'000);
    }

    void removesOneBySessionNameOrId()
    {
        REQUIRE_CLUSTER();
        const auto session = sessionName("removed");
        for (const auto& id :
             {session, "sandbench-test-" + session, "default/sandbench-test-" + session}) {
            QVERIFY(make(metadataOf(session, ownerElsewhere(), "60")));
            const auto removed = removeSandbox(*m_api, id, {});
            QVERIFY2(removed, removed ? "" : removed.error().text().c_str());
            QVERIFY(!find(session));
        }
        QCOMPARE(removeSandbox(*m_api, session, {}).error().code(), ErrorCode::NotFound);
    }

    void removesWhatADeadOwnerLeftWithItsPolicy()
    {
        REQUIRE_CLUSTER();
        const auto session = sessionName("left");
        const auto metadata = metadataOf(session, deadOwner(), "0");
        QVERIFY(make(metadata));
        QVERIFY(makePolicy(metadata));
        QVERIFY(find(session)->isStale);
        const auto count = removeStale(*m_api, {});
        QVERIFY2(count, count ? "" : count.error().text().c_str());
        QVERIFY(!find(session));
        QVERIFY(!hasPolicy(session));
    }

    void removesAPolicyWhosePodIsGone()
    {
        REQUIRE_CLUSTER();
        const auto session = sessionName("alone");
        QVERIFY(makePolicy(metadataOf(session, deadOwner(), "600")));
        QVERIFY(removeStale(*m_api, {}));
        QVERIFY(!hasPolicy(session));
    }

    void theReaperRemovesThePodThatItsProgramLeft()
    {
        REQUIRE_CLUSTER();
        const auto session = sessionName("reaped");
        const auto metadata = metadataOf(session, ownerOfThisProcess(), "60");
        QVERIFY(make(metadata));
        QVERIFY(makePolicy(metadata));
        {
            reaper::Reaper ours;
            const reaper::Thing pod = {reaper::ThingKind::Pod, "default/sandbench-test-" + session};
            QVERIFY(ours.tell(
                reaper::ReaperMessage::Verb::Made,
                {"kubernetes", m_api->connection().context, {}, {}}, pod,
                std::chrono::seconds(60)));
            QVERIFY(find(session));
        }
        QTRY_VERIFY_WITH_TIMEOUT(!find(session) && !hasPolicy(session), 30'000);
    }

    void leavesWhatSomebodyMayStillUse()
    {
        REQUIRE_CLUSTER();
        const auto living = sessionName("living"), elsewhere = sessionName("elsewhere");
        const auto leased = sessionName("leased"), alone = sessionName("alone-living");
        QVERIFY(make(metadataOf(living, ownerOfThisProcess(), "0")));
        QVERIFY(makePolicy(metadataOf(living, ownerOfThisProcess(), "0")));
        QVERIFY(make(metadataOf(elsewhere, ownerElsewhere(), "0")));
        QVERIFY(make(metadataOf(leased, deadOwner(), "600")));
        QVERIFY(makePolicy(metadataOf(alone, ownerOfThisProcess(), "0")));
        QVERIFY(removeStale(*m_api, {}));
        QVERIFY(find(living) && find(elsewhere) && find(leased));
        QVERIFY(hasPolicy(living) && hasPolicy(alone));
    }

    void whatIsNotThereIsGone()
    {
        REQUIRE_CLUSTER();
        QVERIFY(removePod(*m_api, "default", "sandbench-no-such-pod", "", {}));
        const auto session = sessionName("other-uid");
        QVERIFY(make(metadataOf(session, ownerElsewhere(), "60")));
        QVERIFY(removePod(*m_api, "default", "sandbench-test-" + session, "not-this-one", {}));
        QVERIFY(find(session));
    }

    void looksIntoItsOwnNamespaceWhereItMaySeeNoOther()
    {
        auto metadata = metadataOf("mine", deadOwner(), "0");
        metadata["creationTimestamp"] = "2020-01-01T00:00:00Z";
        auto made = metadata, foreign = metadata;
        made["ownerReferences"] = {{{"controller", true}, {"kind", "ReplicaSet"}}};
        foreign["labels"].erase("app.kubernetes.io/managed-by");
        const Json list
            = {{"items",
                {{{"metadata", metadata}, {"status", {{"phase", "Succeeded"}}}},
                 {{"metadata", made}},
                 {{"metadata", foreign}},
                 nullptr,
                 7}}};
        const HostileHttpServer server([&](Conversation& peer) {
            if (peer.path() == "/version")
                peer.answer(200, R"({"gitVersion":"v1.30.0","minor":"30"})");
            else if (peer.path() == "/api/v1/namespaces/lab/pods")
                peer.answer(200, writeJson(list));
            else
                peer.answer(403, R"({"message":"pods is forbidden"})");
        });
        KubeConnection connection;
        connection.endpoint = server.endpoint();
        connection.namespaceName = "lab";
        const auto api = KubeApi::connect(connection, {});
        QVERIFY(api);
        const auto found = listSandboxes(**api, {});
        QVERIFY2(found, found ? "" : found.error().text().c_str());
        QCOMPARE(found->size(), std::size_t{1});
        QCOMPARE(found->front().state, std::string("exited"));
        QVERIFY(found->front().isStale);
    }

    /// The lists are some time apart: a policy in the second may have a pod that the first lacks.
    void keepsThePolicyOfAPodThatHasJustCome()
    {
        auto metadata = metadataOf("new", deadOwner(), "0");
        metadata["creationTimestamp"] = "2020-01-01T00:00:00Z";
        std::atomic<int> lookedAt = 0, removed = 0;
        const HostileHttpServer server([&](Conversation& peer) {
            const auto path = peer.path();
            if (peer.line.starts_with("DELETE "))
                ++removed;
            if (path == "/version")
                peer.answer(200, R"({"gitVersion":"v1.30.0","minor":"30"})");
            else if (path == "/api/v1/pods")
                peer.answer(200, R"({"items":[]})");
            else if (path == "/apis/networking.k8s.io/v1/networkpolicies")
                peer.answer(200, writeJson({{"items", {{{"metadata", metadata}}}}}));
            else if (path == "/api/v1/namespaces/default/pods/sandbench-test-new" && ++lookedAt)
                peer.answer(200, writeJson({{"metadata", metadata}}));
            else
                peer.answer(404, R"({"message":"not found"})");
        });
        KubeConnection connection;
        connection.endpoint = server.endpoint();
        const auto api = KubeApi::connect(connection, {});
        QVERIFY(api);
        const auto count = removeStale(**api, {});
        QVERIFY2(count, count ? "" : count.error().text().c_str());
        QCOMPARE(*count, std::size_t(0));
        QCOMPARE(lookedAt.load(), 1);
        QCOMPARE(removed.load(), 0);
    }

private:
    bool make(const Json& metadata)
    {
        const auto made = m_api->post(kPods, podOf(metadata), {});
        if (made)
            m_made.push_back(jsonString(metadata, "name"));
        else
            qWarning("%s", made.error().text().c_str());
        return made.has_value();
    }

    bool makePolicy(const Json& metadata)
    {
        const Json policy
            = {{"apiVersion", "networking.k8s.io/v1"},
               {"kind", "NetworkPolicy"},
               {"metadata", metadata},
               {"spec", {{"podSelector", {{"matchLabels", metadata.at("labels")}}}}}};
        const auto made = m_api->post(kPolicies, policy, {});
        if (made)
            m_policies.push_back(jsonString(metadata, "name"));
        else
            qWarning("%s", made.error().text().c_str());
        return made.has_value();
    }

    bool hasPolicy(const std::string& session)
    {
        return m_api->get(kPolicies + "/sandbench-test-" + session, {}, {}).has_value();
    }

    std::optional<SandboxInfo> find(const std::string& session)
    {
        const auto all = listSandboxes(*m_api, {});
        if (all)
            for (const auto& sandbox : *all)
                if (sandbox.sessionId == session)
                    return sandbox;
        return std::nullopt;
    }

    std::shared_ptr<KubeApi> m_api;
    std::vector<std::string> m_made, m_policies;
};

SANDBENCH_TEST(KubeSandboxesTest);
#include "tst_kube_sandboxes.moc"
