// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "tests/integration/servers/mcp_calls.h"
#include "tests/integration/servers/serving.h"
#include "tests/support/image_fixture.h"
#include "tests/support/sandbenchctl_engines.h"
#include "tests/support/test_engine.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

#include <csignal>
#include <map>

using namespace sandbench;
using ctl::objectOf;

namespace {

QByteArray jsonText(const QJsonObject& object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

QStringList optionsOf(const QString& engine, const QString& state)
{
    QStringList words = {"--engine", engine, "--state", state, "--grace", "0", "--image"};
    words << QString::fromStdString(test::testImage());
    if (engine != "kubernetes")
        words << "--connection" << ctl::addressOf(engine);
    return words;
}

/// The real server of one engine, and curl as its client.
class EngineServer : public ctl::Server
{
public:
    EngineServer(const QString& engine, const QString& state)
        : ctl::Server(optionsOf(engine, state))
    {
    }

    void kill()
    {
        process().kill();
        process().waitForFinished();
    }
    QByteArray complaints() { return process().readAllStandardError(); }
    QByteArray ask(const QStringList& words, const QString& path) const
    {
        return ctl::curl(words + QStringList{url(path)});
    }
    QByteArray get(const QString& path) const { return ask({}, path); }
    QJsonObject
    post(const QString& path, const QJsonObject& body, const QStringList& more = {}) const
    {
        return objectOf(ask(more + QStringList{"--json", jsonText(body)}, path));
    }
};

/// What one engine's tests share.
struct Served
{
    explicit Served(const QString& engine)
        : server(std::make_unique<EngineServer>(engine, folder.path("state")))
    {
        const auto opened = server->post("/sessions", {{"lang", "python"}});
        session = opened["session_id"].toString();
        problem = session.isEmpty() ? jsonText(opened) : QByteArray();
    }

    QJsonObject run(const QString& id, const QString& code) const
    {
        return server->post("/sessions/" + id + "/execute", {{"code", code}});
    }

    ctl::Folder folder;
    std::unique_ptr<EngineServer> server;
    QString session;
    QByteArray problem; ///< Why there is none.
};

} // namespace

/// `serve` in front of real engines: one server and one sandbox of each for nearly everything.
class ServeEnginesTest : public QObject
{
    Q_OBJECT

    std::map<QString, std::unique_ptr<Served>> m_served;
    QString m_engine, m_kept;

    Served& served() { return *m_served.at(m_engine); }

    /// The referee: what the engine itself has of a session.
    QByteArray sandboxesOf(const QString& session) const
    {
        const auto label = "org.sandbench.session=" + session;
        if (m_engine != "kubernetes")
            return ctl::answer(m_engine, {"ps", "--all", "--quiet", "--filter", "label=" + label});
        return kubectl({"get", "pods,networkpolicies", "-A", "-o", "name", "-l", label});
    }
    static QByteArray kubectl(const QStringList& words)
    {
        QProcess process;
        process.start("kubectl", words);
        process.waitForFinished(ctl::kServePatienceMs);
        return process.readAllStandardOutput().trimmed();
    }

private Q_SLOTS:
    void initTestCase_data()
    {
        QTest::addColumn<QString>("engine");
        for (const char* engine : {"docker", "podman", "kubernetes"})
            QTest::newRow(engine) << engine;
    }

    void init()
    {
        QFETCH_GLOBAL(QString, engine);
        m_engine = engine;
        if (engine == "kubernetes" && (!test::testCluster() || kubectl({"version"}).isEmpty()))
            SKIP_WITHOUT("kubernetes", "no cluster to test with; see KUBECONFIG");
        if (engine != "kubernetes")
            REQUIRE_REFEREE(engine);
        auto& served = m_served[engine];
        if (!served)
            served = std::make_unique<Served>(engine);
        QVERIFY2(served->problem.isEmpty(), served->problem);
    }

    /// What a test that failed has kept would stay.
    void cleanup()
    {
        const auto kept = std::exchange(m_kept, {});
        const auto left = kept.isEmpty() ? QByteArray() : sandboxesOf(kept);
        for (const auto& id : left.split('\n'))
            if (!id.isEmpty() && m_engine != "kubernetes")
                ctl::ask(m_engine, QStringList{"rm", "--force", QString(id)});
        if (!left.isEmpty() && m_engine == "kubernetes")
            kubectl({"delete", "pods,networkpolicies", "-l", "org.sandbench.session=" + kept});
    }

    void showsFiguresAndCarriesFiles()
    {
        const auto& id = served().session;
        const auto record = served().run(
            id, "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()\nprint('drawn')");
        QCOMPARE(record["stdout"].toString(), QString("drawn\n"));
        QCOMPARE(record["engine"].toString(), m_engine);
        const auto figure = record["artifacts"][0].toObject();
        QCOMPARE(figure["mime"].toString(), QString("image/png"));
        QVERIFY(served().server->get(figure["url"].toString()).startsWith("\x89PNG"));

        const auto path = "/sessions/" + id + "/files/in.txt";
        const auto sent
            = served().server->ask({"-T", served().folder.write("in.txt", "abc")}, path);
        QVERIFY2(sent.contains("in.txt"), sent);
        const auto turned
            = served().run(id, "open('out.txt', 'w').write(open('in.txt').read()[::-1])");
        QVERIFY2(turned["exit_code"].toInt(-1) == 0, jsonText(turned));
        QCOMPARE(served().server->get("/sessions/" + id + "/files/out.txt"), QByteArray("cba"));
    }

    void oneShotsRunThere()
    {
        const auto record
            = served().server->post("/execute", {{"lang", "python"}, {"code", "print(6 * 7)"}});
        QCOMPARE(record["stdout"].toString(), QString("42\n"));
        QCOMPARE(record["engine"].toString(), m_engine);
    }

    void facadesRunThere()
    {
        const auto& server = *served().server;
        const auto piston = server.post(
            "/api/v2/execute",
            {{"language", "python"},
             {"version", "*"},
             {"files", QJsonArray{QJsonObject{{"content", "print(1)"}}}}});
        QVERIFY2(piston["run"]["stdout"].toString() == "1\n", jsonText(piston));
        const auto fusion = server.post(
            "/run_code",
            {{"language", "python"},
             {"code", "open('y', 'wb').write(open('x', 'rb').read() * 2)"},
             {"files", QJsonObject{{"x", "aGk="}}},
             {"fetch_files", QJsonArray{"y"}}});
        QVERIFY2(fusion["files"]["y"].toString() == "aGloaQ==", jsonText(fusion));
        const auto called = server.post("/execute_code/", {{"code", "b = 2"}});
        QVERIFY2(called["result"]["b"].toInt() == 2, jsonText(called));
        const auto box
            = server.post("/e2b/sandboxes", {{"templateID", "base"}})["sandboxID"].toString();
        QVERIFY(!sandboxesOf(box).isEmpty());
        const auto image = QString::fromStdString(test::testImage());
        const auto other
            = server.post("/e2b/sandboxes", {{"templateID", image}})["sandboxID"].toString();
        QVERIFY(!sandboxesOf(other).isEmpty());
        server.ask({"-X", "DELETE"}, "/e2b/sandboxes/" + other);
        const auto said = server.ask(
            {"-H", "E2b-Sandbox-Id: " + box, "--json", R"({"code": "20 + 1"})"}, "/e2b/execute");
        QVERIFY2(said.contains(R"("text":"21")"), said);
        server.ask({"-X", "DELETE"}, "/e2b/sandboxes/" + box);
        QCOMPARE(sandboxesOf(box), QByteArray());
    }

    void modelsRunThere()
    {
        const auto call = [&](const QString& tool, const QJsonObject& arguments) {
            const auto message = objectOf(ctl::toolCall(tool, arguments));
            return served()
                .server->post("/mcp", message, {"-H", "Accept: application/json"})["result"]
                .toObject();
        };
        const auto run = call(
            "run_code",
            {{"code", "import matplotlib.pyplot as plt\nplt.plot([1])\nplt.show()\nprint(5)"},
             {"sandbox_id", served().session}});
        QVERIFY2(
            jsonText(run).contains("5\\n") && jsonText(run).contains("image/png"), jsonText(run));
        const auto made = call("create_sandbox", {});
        const auto box = made["content"][0]["text"].toString().section(' ', 1, 1);
        QVERIFY2(box.startsWith("s-") && !sandboxesOf(box).isEmpty(), jsonText(made));
        call("delete_sandbox", {{"sandbox_id", box}});
        QCOMPARE(sandboxesOf(box), QByteArray());
    }

    void imagesAreFetchedListedAndRemoved()
    {
        const auto& server = *served().server;
        const auto query = "?engine=" + m_engine;
        if (m_engine == "kubernetes") {
            QCOMPARE(
                objectOf(server.get("/images" + query))["code"].toString(), QString("unsupported"));
            return;
        }
        const auto registry = images::registry();
        if (registry.empty())
            SKIP_WITHOUT("registry", "no registry to test with; see SANDBENCH_TEST_REGISTRY");
        const auto name = images::uniqueName("served");
        QVERIFY(images::publish(name, {200'000}));
        const auto tag = QString::fromStdString(registry + "/" + name + ":1");
        QJsonObject wanted = {{"engine", m_engine}, {"image", tag}};
        if (m_engine == "podman")
            wanted["verify_tls"] = false;
        const auto events = server.ask(
            {"-H", "Accept: text/event-stream", "--json", jsonText(wanted)}, "/images/pull");
        QVERIFY2(events.contains("event: progress") && events.contains("event: ended"), events);
        QVERIFY(server.get("/images" + query).contains(tag.toUtf8()));
        const auto one = objectOf(server.get("/images/inspect" + query + "&image=" + tag));
        QVERIFY2(one["bytes"].toInt() >= 200'000, jsonText(one));
        server.ask({"-X", "DELETE"}, "/images" + query + "&image=" + tag);
        QVERIFY(!ctl::ask(m_engine, QStringList{"image", "inspect", tag}));
    }

    void aSandboxBecomesAnImage()
    {
        if (m_engine == "kubernetes") {
            const auto refused
                = served().server->post("/sessions", {{"lang", "python"}, {"commit", "any:1"}});
            QVERIFY2(refused["code"].toString() == "unsupported", jsonText(refused));
            return;
        }
        const auto& server = *served().server;
        const auto tag = QString::fromStdString(images::uniqueName("committed")) + ":1";
        const auto id
            = server.post("/sessions", {{"lang", "python"}, {"commit", tag}})["session_id"]
                  .toString();
        const auto wrote = served().run(id, "open('kept', 'w').write('by commit')");
        QVERIFY2(wrote["exit_code"].toInt(-1) == 0, jsonText(wrote));
        server.ask({"-X", "DELETE"}, "/sessions/" + id);
        const auto record = server.post(
            "/execute",
            {{"lang", "python"}, {"image", tag}, {"code", "print(open('kept').read())"}});
        server.ask({"-X", "DELETE"}, "/images?engine=" + m_engine + "&image=" + tag);
        QVERIFY2(record["stdout"].toString() == "by commit\n", jsonText(record));
        QVERIFY(!ctl::ask(m_engine, QStringList{"image", "inspect", tag}));
    }

    void whatIsKeptSurvivesAKilledServer()
    {
        const ctl::Folder folder;
        auto server = std::make_unique<EngineServer>(m_engine, folder.path("state"));
        const auto kept
            = server->post("/sessions", {{"lang", "python"}, {"keep", true}})["session_id"]
                  .toString();
        const auto other = server->post("/sessions", {{"lang", "python"}})["session_id"].toString();
        m_kept = kept;
        QVERIFY(!kept.isEmpty() && !other.isEmpty());
        const auto endless = jsonText(
            {{"code",
              "open('here', 'w').write('file')\nprint('up', flush=True)\nimport time; "
              "time.sleep(600)"}});
        std::unique_ptr<QProcess> runs[2];
        for (int i = 0; i < 2; ++i) {
            runs[i] = std::make_unique<QProcess>();
            const auto path = "/sessions/" + (i == 0 ? kept : other) + "/execute/stream";
            runs[i]->start("curl", {"-sSN", "--json", endless, server->url(path)});
            QByteArray said;
            while (!said.contains("\"up") && runs[i]->waitForReadyRead(ctl::kServePatienceMs))
                said += runs[i]->readAllStandardOutput();
            QVERIFY2(said.contains("\"up"), said);
        }
        server->kill();
        for (const auto& run : runs)
            run->waitForFinished(ctl::kServePatienceMs);
        // As when the lease is over; a container's goes with its program, by the reaper.
        if (m_engine == "kubernetes")
            kubectl(
                {"annotate", "pods", "--overwrite", "-l", "org.sandbench.session=" + other,
                 "org.sandbench.lease=0"});
        server = std::make_unique<EngineServer>(m_engine, folder.path("state"));
        // A busy cluster may need a second attempt.
        QTRY_VERIFY2_WITH_TIMEOUT(
            objectOf(server->get("/sessions/" + kept))["status"].toString() == "ready",
            server->complaints(), ctl::kServePatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(sandboxesOf(other), QByteArray(), ctl::kServePatienceMs);
        QCOMPARE(
            objectOf(server->get("/sessions/" + other))["code"].toString(), QString("not_found"));
        const auto record = server->post(
            "/sessions/" + kept + "/execute",
            {{"code",
              "import os\nprint(open('here').read(), sum(b'sleep(600)' in "
              "open(f'/proc/{p}/cmdline', 'rb').read() for p in os.listdir('/proc') if "
              "p.isdigit()))"}});
        QVERIFY2(record["stdout"].toString() == "file 0\n", jsonText(record));
        server->ask({"-X", "DELETE"}, "/sessions/" + kept);
        QCOMPARE(sandboxesOf(kept), QByteArray());
        QCOMPARE(server->end(), 0);
    }

    void nothingIsLeftAtTheEnd()
    {
        QCOMPARE(served().server->end(), 0);
        QCOMPARE(sandboxesOf(served().session), QByteArray());
    }
};

SANDBENCH_TEST(ServeEnginesTest);
#include "tst_serve_engines.moc"
