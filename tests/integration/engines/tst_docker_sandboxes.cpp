// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// What of ours is found in a real engine and what of it may go, with things that were made by hand
// for it.
#include "core/engine/docker/docker_sandboxes.h"
#include "core/engine/ownership.h"
#include "core/engine/reaper/reaper_client.h"
#include "core/process/process_stat.h"
#include "tests/integration/engines/owners.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <csignal>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::docker;
using namespace sandbench::test;
using namespace std::chrono_literals;

namespace {

using Labels = std::map<std::string, std::string>;

/// Where the tests' engines are; empty = nowhere.
std::string addressOf(const std::string& engine)
{
    return qEnvironmentVariable(engine == "docker" ? "DOCKER_HOST" : "SANDBENCH_TEST_PODMAN")
        .toStdString();
}

std::string imageOf(const std::string& engine)
{
    return engine == "docker" ? "sandbench-python:1" : "localhost/sandbench-python:1";
}

/// The tests' runner, say: alive, and not us.
std::string livingOwner()
{
    const auto process = readProcessStat(::getppid());
    return ownerOfProcess(::getppid(), ::geteuid(), process ? process->startTicks : 0).text();
}

} // namespace

class TestDockerSandboxes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data()
    {
        QTest::addColumn<std::string>("engine");
        QTest::newRow("docker") << std::string("docker");
        QTest::newRow("podman") << std::string("podman");
    }

    void init()
    {
        QFETCH_GLOBAL(std::string, engine);
        const auto endpoint = net::parseEndpoint(addressOf(engine));
        if (!endpoint)
            SKIP_WITHOUT(engine, "no address of such an engine was given");
        Connection connection;
        connection.engine = engine;
        connection.endpoint = *endpoint;
        auto api = DockerApi::connect(connection, {});
        if (!api)
            SKIP_WITHOUT(engine, "the engine does not answer");
        m_api = *std::move(api);
    }

    void cleanup()
    {
        for (const auto& id : std::exchange(m_made, {}))
            if (m_api)
                (void)m_api->remove("/containers/" + id, {{"force", "1"}, {"v", "1"}}, {})
                    .has_value();
    }

    void listsWhatWasNeverStartedAndWhatRuns()
    {
        const auto created = make("half-made", ownerOfThisProcess());
        const auto running = make("at-work", ownerElsewhere());
        QVERIFY(start(running));
        const auto half = find(created);
        QVERIFY(half);
        QCOMPARE(half->sessionId, std::string("half-made"));
        QVERIFY(half->state != "running");
        QCOMPARE(half->owner, ownerOfThisProcess());
        QVERIFY(half->isOwnerAlive);
        QVERIFY(!half->isStale);
        QVERIFY(std::abs(half->createdAt - ::time(nullptr)) < 3600);
        QVERIFY(!half->image.empty());
        const auto whole = find(running);
        QVERIFY(whole);
        QCOMPARE(whole->state, std::string("running"));
        QVERIFY(!whole->isOwnerAlive);
        QVERIFY(!whole->isStale);
    }

    void reapsWhatADeadOwnerNeverStarted()
    {
        const auto id = make("never-started", deadOwner(), "0");
        QVERIFY(removeStale(*m_api, {}));
        QVERIFY(!exists(id));
    }

    void reapsWhatADeadOwnerLeftRunning()
    {
        const auto id = make("left-running", deadOwner(), "0");
        QVERIFY(start(id));
        QVERIFY(removeStale(*m_api, {}));
        QVERIFY(!exists(id));
    }

    void waitsForTheLease()
    {
        const auto id = make("still-leased", deadOwner(), "3600");
        QCOMPARE(find(id).value_or(SandboxInfo()).owner, deadOwner());
        QVERIFY(!find(id)->isStale);
        QVERIFY(removeStale(*m_api, {}));
        QVERIFY(exists(id));
    }

    void neverTouchesWhatAnotherProgramHas()
    {
        const auto living = make("of-the-living", livingOwner(), "0");
        const auto elsewhere = make("of-another-host", ownerElsewhere(), "2");
        QVERIFY(start(living));
        QVERIFY(start(elsewhere));
        QTRY_VERIFY(find(elsewhere).value_or(SandboxInfo()).createdAt + 3 < ::time(nullptr));
        QVERIFY(removeStale(*m_api, {}));
        QVERIFY(exists(living));
        QVERIFY(exists(elsewhere));
        QVERIFY(find(living)->isOwnerAlive);
    }

    void reapsWhatAnotherHostsProgramLeftOnlyOnceItRunsNoMore()
    {
        // Any program of ours on this engine may be the one that reaps it.
        const auto id = make("ended-elsewhere", ownerElsewhere(), "2");
        QVERIFY(start(id));
        QTRY_VERIFY(find(id).value_or(SandboxInfo()).createdAt + 3 < ::time(nullptr));
        QVERIFY(removeStale(*m_api, {}));
        QVERIFY(exists(id));
        QVERIFY(m_api->post("/containers/" + id + "/kill", {}, nullptr, {}));
        QTRY_VERIFY(removeStale(*m_api, {}) && !exists(id));
    }

    void takesTheLabelsOfAnImageForNobodys()
    {
        const auto id = make("by-hand", deadOwner(), "0", "somebodys-own");
        QVERIFY(!find(id));
        QVERIFY(removeStale(*m_api, {}));
        QVERIFY(exists(id));
    }

    void removesOneBySessionOrByTheBeginningOfItsId()
    {
        const auto first = make("by-session", ownerElsewhere());
        const auto second = make("by-id", ownerElsewhere());
        QVERIFY(start(second));
        QVERIFY(removeSandbox(*m_api, "by-session", {}));
        QVERIFY(!exists(first));
        QVERIFY(removeSandbox(*m_api, second.substr(0, 12), {}));
        QVERIFY(!exists(second));
        QCOMPARE(removeSandbox(*m_api, "by-session", {}).error().code(), ErrorCode::NotFound);
    }

    void removesAPausedOne()
    {
        const auto id = make("paused", deadOwner(), "0");
        QVERIFY(start(id));
        QVERIFY(m_api->post("/containers/" + id + "/pause", {}, nullptr, {}));
        QVERIFY(removeStale(*m_api, {}));
        QVERIFY(!exists(id));
    }

    void removesItsOwnThingsOnlyAndSaysWhetherThereWasOne()
    {
        const auto id = make("told-of", ownerElsewhere());
        const Thing thing{ThingKind::Container, nameOf("told-of")};
        QVERIFY(!*removeThing(*m_api, thing, ownerOfThisProcess(), {}));
        QVERIFY(exists(id));
        QVERIFY(*removeThing(*m_api, thing, ownerElsewhere(), {}));
        QVERIFY(!exists(id));
        QVERIFY(!*removeThing(*m_api, thing, ownerElsewhere(), {}));
    }

    void reapsVolumesAndNetworksOfTheDead()
    {
        const auto volume = nameOf("volume"), network = nameOf("network");
        const auto labels = labelsOf("volume", deadOwner(), "0");
        QVERIFY(m_api->post("/volumes/create", {}, {{"Name", volume}, {"Labels", labels}}, {}));
        QVERIFY(m_api->post(
            "/networks/create", {}, {{"Name", network}, {"Labels", labels}, {"Internal", true}},
            {}));
        QVERIFY(removeStale(*m_api, {}));
        QCOMPARE(m_api->get("/volumes/" + volume, {}, {}).error().code(), ErrorCode::NotFound);
        QCOMPARE(m_api->get("/networks/" + network, {}, {}).error().code(), ErrorCode::NotFound);
    }

    void theReaperRemovesWhatItsProgramLeft()
    {
        const Thing left{ThingKind::Container, nameOf("left-behind")};
        const Thing closed{ThingKind::Container, nameOf("closed-before")};
        std::string id;
        {
            reaper::Reaper reaper;
            QVERIFY(!watch(reaper, left));
            QVERIFY(!watch(reaper, closed));
            id = make("left-behind", ownerOfThisProcess());
            QVERIFY(start(id));
            reaper.forget(m_api->connection(), closed);
            QVERIFY(exists(id));
        }
        QTRY_VERIFY_WITH_TIMEOUT(!exists(id), 30'000);
    }

    void theReaperRemovesWhatTheEngineMakesAfterTheDeath()
    {
        {
            reaper::Reaper reaper;
            QVERIFY(!watch(reaper, {ThingKind::Container, nameOf("late")}));
        }
        const auto id = make("late", ownerOfThisProcess());
        QTRY_VERIFY_WITH_TIMEOUT(!exists(id), 30'000);
    }

    void aMissingReaperIsALayerThatIsMissing()
    {
        const auto stale = make("before", deadOwner(), "0");
        reaper::Reaper reaper("/nowhere/sandbench-reaper");
        const auto missing = watch(reaper, {ThingKind::Container, nameOf("x")});
        QVERIFY(missing);
        QCOMPARE(missing->layer, std::string("reaper"));
        QVERIFY(missing->remedy.find("60 s") != std::string::npos);
        // In its place, once.
        QVERIFY(!exists(stale));
    }

private:
    std::optional<MissingLayer> watch(reaper::Reaper& reaper, const Thing& thing)
    {
        const auto sweep
            = [this](std::stop_token stop) { QVERIFY(removeStale(*m_api, std::move(stop))); };
        return reaper.watch(m_api->connection(), thing, 60s, sweep);
    }

    std::string nameOf(const std::string& session)
    {
        return std::string(kNamePrefix) + session + "-" + std::to_string(::getpid());
    }
    Labels labelsOf(const std::string& session, const std::string& owner, const std::string& lease)
    {
        return {
            {std::string(label::kSession), session},
            {std::string(label::kOwner), owner},
            {std::string(label::kLease), lease}};
    }
    /// A container that sleeps. Returns its id.
    std::string make(
        const std::string& session, const std::string& owner, const std::string& lease = "60",
        const std::string& name = {})
    {
        const Json body
            = {{"Image", imageOf(m_api->connection().engine)},
               {"Cmd", {"sleep", "1000"}},
               {"NetworkDisabled", true},
               {"Labels", labelsOf(session, owner, lease)}};
        const auto made = m_api->post(
            "/containers/create", {{"name", name.empty() ? nameOf(session) : name}}, body, {});
        if (!made)
            qFatal("%s", made.error().text().c_str());
        m_made.push_back(jsonString(*made, "Id"));
        return m_made.back();
    }
    bool start(const std::string& id)
    {
        return m_api->post("/containers/" + id + "/start", {}, nullptr, {}).has_value();
    }
    bool exists(const std::string& id)
    {
        const auto there = m_api->get("/containers/" + id + "/json", {}, {});
        return there || there.error().code() != ErrorCode::NotFound;
    }
    std::optional<SandboxInfo> find(const std::string& id)
    {
        const auto all = listSandboxes(*m_api, {});
        for (const auto& sandbox : all ? *all : std::vector<SandboxInfo>())
            if (sandbox.id == id)
                return sandbox;
        return std::nullopt;
    }

    std::shared_ptr<DockerApi> m_api;
    std::vector<std::string> m_made;
};

SANDBENCH_TEST(TestDockerSandboxes);
#include "tst_docker_sandboxes.moc"
