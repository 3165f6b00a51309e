// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/servers/service_fixture.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstdlib>

using namespace sandbench;
using namespace sandbench::workspace;
using namespace sandbench::test;

namespace {

/// Of the engine to test with; null = there is none.
const char* addressOf(const std::string& engine)
{
    return std::getenv(
        engine == "docker"           ? "DOCKER_HOST"
            : engine == "kubernetes" ? "KUBECONFIG"
                                     : "SANDBENCH_TEST_PODMAN");
}

} // namespace

/// Sandboxes that outlive their server.
class TestServiceKept : public QObject
{
    Q_OBJECT

private:
    void startServer(ServerRules rules = {})
    {
        auto store = openSandboxStore(m_folder.path().toStdString() + "/kept.db");
        QVERIFY(store);
        m_table = std::make_unique<SandboxTable>(*m_parts, *std::move(store), std::move(rules));
    }

    /// Its output, or why there is none.
    std::string run(const std::shared_ptr<HostedSandbox>& sandbox, const std::string& code)
    {
        RunBoard board(nullptr);
        auto asked = readRun(*m_parts, sandbox->asked(), {{"code", code}});
        const auto run = board.start(localCaller(), sandbox, std::move(asked->request));
        if (!run)
            return run.error().text();
        const auto end = (*run)->wait(kForever, {});
        return *end ? (*end)->stdoutBytes + (*end)->stderrBytes : end->error().text();
    }

    /// The session of a sandbox whose server has ended; empty = there is none.
    std::string keptInDocker(Json body)
    {
        auto parts = Composition::create();
        if (!parts)
            return {};
        m_parts = *std::move(parts);
        startServer();
        body.update(
            {{"engine", "docker"},
             {"image", test::testImage()},
             {"keep", true},
             {"lifetime_seconds", 600}});
        auto request = readOpen(*m_parts, localCaller(), body);
        auto opened = request ? m_table->open(localCaller(), {.request = *std::move(request)}, {})
                              : Result<std::shared_ptr<HostedSandbox>>(request.error());
        if (!opened)
            qWarning("%s", opened.error().text().c_str());
        const auto id = opened ? (*opened)->id() : std::string();
        if (opened)
            opened->reset();
        m_table.reset();
        return id;
    }

    bool isThere(const std::string& engine, const std::string& sessionId)
    {
        const auto all = (*m_parts->engines().find(engine))->sandboxes({});
        return all && std::any_of(all->begin(), all->end(), [&](const auto& one) {
                   return one.sessionId == sessionId;
               });
    }

    QTemporaryDir m_folder;
    std::unique_ptr<Composition> m_parts;
    std::unique_ptr<SandboxTable> m_table;

private Q_SLOTS:
    void livesOnWithoutItsServer_data()
    {
        QTest::addColumn<QString>("engine");
        QTest::newRow("docker") << "docker";
        QTest::newRow("podman") << "podman";
        QTest::newRow("kubernetes") << "kubernetes";
    }

    void livesOnWithoutItsServer()
    {
        QFETCH(QString, engine);
        const auto name = engine.toStdString();
        const auto address = addressOf(name);
        if (!address)
            SKIP_WITHOUT(
                name, "no engine to test with; see DOCKER_HOST, SANDBENCH_TEST_PODMAN, KUBECONFIG");
        // The cluster is the one that the file names as its own.
        auto parts = Composition::create(name == "kubernetes" ? "" : address, name);
        QVERIFY2(parts, parts ? "" : parts.error().text().c_str());
        m_parts = *std::move(parts);
        startServer();

        auto request = readOpen(
            *m_parts, localCaller(),
            {{"engine", name},
             {"image", test::testImage()},
             {"keep", true},
             {"env", {{"WHO", "me"}}},
             {"policy", "development"},
             {"lifetime_seconds", 600}});
        QVERIFY2(request, request ? "" : request.error().text().c_str());
        auto opened = m_table->open(localCaller(), {.request = *std::move(request)}, {});
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        const auto id = (*opened)->id();
        QCOMPARE(
            run(*opened,
                "import os; print(os.environ['WHO'], os.getuid() > 0, os.getcwd())\n"
                "open('left', 'w').write('file')"),
            std::string("me True /work\n"));
        opened->reset();
        m_table.reset();
        QVERIFY(isThere(name, id));

        startServer();
        const auto gone = m_table->adopt({});
        QVERIFY2(gone.empty(), gone.empty() ? "" : gone.front().c_str());
        auto found = m_table->find(localCaller(), id);
        QVERIFY(found);
        QCOMPARE(
            run(*found,
                "import os; print(open('left').read(), os.environ['WHO'], os.getuid() > 0)"),
            std::string("file me True\n"));
        QCOMPARE((*found)->session().network(), std::string("none"));
        QVERIFY((*found)->session().image().find(test::testImage()) != std::string::npos);
        QVERIFY((*found)->asked().session.policy);
        found->reset();
        QVERIFY(m_table->close(localCaller(), id));
        QVERIFY(!isThere(name, id));
        m_table.reset();

        startServer();
        QVERIFY(m_table->adopt({}).empty());
        QCOMPARE(m_table->count(), std::size_t(0));
        m_table.reset();
    }

    void isNotTakenOverWhereTheServerAllowsLess()
    {
        if (!addressOf("docker"))
            SKIP_WITHOUT("docker", "no engine to test with; see DOCKER_HOST");
        const auto id = keptInDocker({{"network", "bridge"}});
        QVERIFY(!id.empty());
        const std::pair<ServerRules, const char*> rows[]
            = {{{.networks = std::vector<std::string>()}, "--network none"},
               {{.networks = std::vector<std::string>{"lab"}}, "'bridge' is not allowed here"},
               {{.runtime = "runsc"}, "--runtime"},
               {{.requiredLayers = {"host-user"}}, "host-user"}};
        for (const auto& [rules, expected] : rows) {
            startServer(rules);
            const auto gone = m_table->adopt({});
            QCOMPARE(gone.size(), std::size_t(1));
            QVERIFY2(gone.front().find(expected) != std::string::npos, gone.front().c_str());
            QCOMPARE(m_table->count(), std::size_t(0));
            m_table.reset();
            // Its owner loses nothing by it: a server with other options takes it over.
            QVERIFY(isThere("docker", id));
        }
        startServer({.networks = std::vector<std::string>{"bridge"}});
        const auto gone = m_table->adopt({});
        QVERIFY2(gone.empty(), gone.empty() ? "" : gone.front().c_str());
        QVERIFY(m_table->close(localCaller(), id));
        m_table.reset();
    }

    void hasTheLayersThatWereRequiredOfIt()
    {
        if (!addressOf("docker"))
            SKIP_WITHOUT("docker", "no engine to test with; see DOCKER_HOST");
        const auto id = keptInDocker(
            {{"require_layers",
              {"seccomp", "network-namespace", "no-capabilities", "read-only-root", "no-network",
               "sized-folders", "memory-limit", "process-limit", "engine-seccomp"}}});
        QVERIFY(!id.empty());
        startServer();
        const auto gone = m_table->adopt({});
        QVERIFY2(gone.empty(), gone.empty() ? "" : gone.front().c_str());
        QVERIFY(m_table->close(localCaller(), id));
        m_table.reset();
    }

    void saysThatItStillLooksForWhatWasKept()
    {
        {
            const auto store = openSandboxStore(m_folder.path().toStdString() + "/kept.db");
            QVERIFY(store);
            KeptSandbox kept;
            kept.id = "s-1";
            kept.caller = "one";
            kept.engine = "none such";
            kept.runLimits = kept.spec = "{}";
            QVERIFY((*store)->put(kept));
        }
        auto parts = Composition::create();
        QVERIFY(parts);
        m_parts = *std::move(parts);
        startServer();
        Caller one, two;
        one.id = "one";
        two.id = "two";
        QCOMPARE(codeOf(m_table->find(one, "s-1").error()), std::string("unavailable"));
        QCOMPARE(codeOf(m_table->close(one, "s-1").error()), std::string("unavailable"));
        QCOMPARE(codeOf(m_table->find(two, "s-1").error()), std::string("not_found"));
        one.quotas.sandboxes = 1;
        const auto second = m_table->open(one, {}, {});
        QVERIFY(!second && second.error().code() == ErrorCode::ResourceExhausted);
        const auto gone = m_table->adopt({});
        QCOMPARE(gone.size(), std::size_t(1));
        QCOMPARE(codeOf(m_table->find(one, "s-1").error()), std::string("not_found"));
        m_table.reset();
    }

    void forgetsWhatSomebodyElseRemoved()
    {
        if (!addressOf("docker"))
            SKIP_WITHOUT("docker", "no engine to test with; see DOCKER_HOST");
        auto parts = Composition::create();
        QVERIFY(parts);
        m_parts = *std::move(parts);
        startServer();
        auto request = readOpen(
            *m_parts, localCaller(),
            {{"engine", "docker"}, {"image", test::testImage()}, {"keep", true}});
        QVERIFY(request);
        auto opened = m_table->open(localCaller(), {.request = *std::move(request)}, {});
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        const auto id = (*opened)->id();
        opened->reset();
        m_table.reset();
        QVERIFY((*m_parts->engines().find("docker"))->removeSandbox(id, {}));
        startServer();
        const auto gone = m_table->adopt({});
        QCOMPARE(gone.size(), std::size_t(1));
        QVERIFY2(gone.front().starts_with(id + ": "), gone.front().c_str());
        QVERIFY(m_table->adopt({}).empty());
        m_table.reset();
    }

    void isRefusedWhereAnEngineCannot()
    {
        auto parts = Composition::create();
        QVERIFY(parts);
        m_parts = *std::move(parts);
        startServer();
        auto request = readOpen(*m_parts, localCaller(), {{"keep", true}});
        QVERIFY(request);
        const auto opened = m_table->open(localCaller(), {.request = *std::move(request)}, {});
        QVERIFY(!opened);
        QCOMPARE(opened.error().code() == ErrorCode::Unsupported, true);
        m_table.reset();
    }

    void cleanupTestCase()
    {
        m_parts.reset();
        QVERIFY(test::leftovers().empty());
    }
};

SANDBENCH_TEST(TestServiceKept);
#include "tst_service_kept.moc"
