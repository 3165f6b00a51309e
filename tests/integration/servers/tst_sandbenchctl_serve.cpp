// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/transport/listen_socket.h"
#include "core/base/json.h"
#include "tests/integration/servers/mcp_calls.h"
#include "tests/integration/servers/serving.h"
#include "tests/support/raw_client.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFileInfo>
#include <QProcessEnvironment>
#include <QTest>

#include <unistd.h>

using namespace sandbench;
using namespace sandbench::test;
using ctl::ask;
using ctl::curl;
using ctl::objectOf;
using ctl::Server;
using ctl::toolCall;
using ctl::toolText;

namespace {

/// The lines that a command's help shows as examples.
QStringList examplesOf(const QString& command)
{
    const auto help = QString::fromUtf8(ctl::run({command, "--help"}).out);
    QStringList lines;
    for (const auto& line : help.section("Examples:\n", 1).section("\n\n", 0, 0).split('\n'))
        if (line.startsWith("  "))
            lines += line.trimmed();
    return lines;
}

/// As a person would type it, in a shell that finds our programs.
ctl::Outcome typed(const QString& line)
{
    QProcess shell;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", QFileInfo(ctl::program()).path() + ":" + environment.value("PATH"));
    shell.setProcessEnvironment(environment);
    shell.start("sh", {"-c", line});
    shell.closeWriteChannel();
    const bool ended = shell.waitForFinished(ctl::kServePatienceMs);
    return {
        ended ? shell.exitCode() : -1, shell.readAllStandardOutput(), shell.readAllStandardError()};
}

/// What curl of another user gets, with the status behind it.
QByteArray saidToUser(uid_t user, const QStringList& arguments)
{
    QProcess process;
    process.setChildProcessModifier([user] {
        if (::setresgid(user, user, user) != 0 || ::setresuid(user, user, user) != 0)
            ::_exit(127);
    });
    process.start(
        "curl", QStringList{"-sS", "--max-time", "60", "-w", "\n%{http_code}"} + arguments);
    process.waitForFinished(ctl::kServePatienceMs);
    return process.readAllStandardOutput() + process.readAllStandardError();
}

} // namespace

class SandbenchctlServeTest : public QObject
{
    Q_OBJECT

    ctl::Folder m_folder;

private Q_SLOTS:
    void initTestCase() { qputenv("XDG_STATE_HOME", m_folder.path("state").toUtf8()); }

    void aServerAnswersUntilItIsTerminated()
    {
        Server server;
        QCOMPARE(objectOf(curl({server.url("/health")}))["status"].toString(), QString("healthy"));
        QCOMPARE(
            objectOf(curl({server.url("/openapi.json")}))["openapi"].toString().left(3),
            QString("3.1"));
        QCOMPARE(
            objectOf(curl({server.url("/sessions/none")}))["code"].toString(),
            QString("not_found"));
        QVERIFY(curl({"-H", "Host: evil.example", server.url("/health")})
                    .contains("permission_denied"));
        QCOMPARE(server.end(), 0);
        QVERIFY(!RawClient(server.port()).isConnected());
    }

    void anotherUserOfThisMachineMayReadAndRunOnly()
    {
        if (::geteuid() != 0)
            QSKIP("only root can be somebody else");
        constexpr uid_t kOther = 61234;
        Server server;
        const QStringList mounting = {
            "--json",
            R"({"engine": "docker", "code": "1", "mounts": [{"source": "/etc", "target": "/e"}]})",
            server.url("/execute")};
        const auto refused = saidToUser(kOther, mounting);
        QVERIFY2(refused.endsWith("\n403") && refused.contains("permission_denied"), refused);
        // Why, and what to do.
        QVERIFY2(refused.contains("uid 61234") && refused.contains("token create"), refused);
        QVERIFY(saidToUser(kOther, {server.url("/metrics")}).endsWith("\n403"));
        QVERIFY(saidToUser(kOther, {server.url("/sessions")}).endsWith("\n200"));
        QVERIFY(saidToUser(::geteuid(), {server.url("/metrics")}).endsWith("\n200"));
        // Nor is what its user runs shown to others.
        const auto opened = ask("POST", server.url("/sessions"), {}, R"({"lang": "bash"})");
        if (opened.status == "201") {
            const auto path = "/sessions/" + opened.json()["session_id"].toString();
            QVERIFY(saidToUser(::geteuid(), {server.url(path)}).endsWith("\n200"));
            QVERIFY(saidToUser(kOther, {server.url(path)}).endsWith("\n404"));
        }
    }

    void whatItsOperatorSaysHoldsForAdministratorsToo()
    {
        Server server(
            {"--engines", "local,docker", "--network", "lab", "--runtime", "runsc", "--engine",
             "docker"});
        const auto refusal = [&](const QString& body) {
            const auto reply = ask("POST", server.url("/sessions"), {}, body);
            return reply.status + " " + reply.json()["detail"].toString();
        };
        for (const auto& [body, why] :
             {std::pair<QString, QString>{R"({"engine": "podman"})", "--engines"},
              {R"({"network": "bridge"})", "--network"},
              {R"({"network": "host"})", "--network"},
              {R"({"container": "db"})", "--network"},
              {R"({"runtime": "runc"})", "runsc"},
              {R"({"engine": "local"})", "runtime"}}) {
            const auto said = refusal(body);
            QVERIFY2(said.startsWith("40") && said.contains(why), qPrintable(body + said));
        }
        const auto engines = ask("GET", server.url("/engines")).json()["engines"].toArray();
        QCOMPARE(engines.size(), 2);
        QVERIFY(ask("GET", server.url("/images?engine=podman")).status.startsWith("40"));
    }

    void itsUsualEngineIsOneOfThoseThatItsOperatorNames()
    {
        const auto outcome = ctl::run({"serve", "--port", "0", "--engines", "docker"});
        QVERIFY(outcome.status != 0);
        QVERIFY2(outcome.err.contains("--engines"), outcome.err);
    }

    void aRunGoesThroughTheWholeServer()
    {
        REQUIRE_LOCAL_ENGINE();
        Server server;
        auto line = examplesOf("serve").value(2);
        QVERIFY2(line.startsWith("curl") && line.contains("localhost:8080"), qPrintable(line));
        const auto record = objectOf(typed(line.replace("localhost:8080", server.url(""))).out);
        QCOMPARE(record["stdout"].toString(), QString("42\n"));
        QCOMPARE(record["exit_code"].toInt(-1), 0);
        QCOMPARE(server.end(), 0);
    }

    void aRunEndsWithItsClientAndItsServer_data()
    {
        QTest::addColumn<QString>("way");
        QTest::newRow("the client vanishes") << "client";
        QTest::newRow("the server is terminated") << "SIGTERM";
        QTest::newRow("the server is killed") << "SIGKILL";
    }

    void aRunEndsWithItsClientAndItsServer()
    {
        REQUIRE_LOCAL_ENGINE();
        QFETCH(QString, way);
        static int count = 0;
        const auto marker = "600." + QByteArray::number(::getpid()) + QByteArray::number(++count);
        Server server({"--grace", "0"});
        RawClient client(server.port());
        const auto body = writeJson(
            {{"lang", "python"},
             {"timeout", 600},
             {"code",
              "import subprocess\nsubprocess.run(['sleep', '" + marker.toStdString() + "'])"}});
        QVERIFY(client.send(
            "POST /execute HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            "Content-Length: "
            + std::to_string(body.size()) + "\r\n\r\n" + body));
        QTRY_VERIFY_WITH_TIMEOUT(ctl::isAlive(marker), ctl::kServePatienceMs);
        if (way == "client")
            client.close();
        else if (way == "SIGTERM")
            QCOMPARE(server.end(), 0);
        else
            server.process().kill();
        // A server that ends says so; one that is killed cannot.
        if (way == "SIGTERM")
            QVERIFY(client.receiveAll().find("\"verdict\":\"cancelled\"") != std::string::npos);
        QTRY_VERIFY_WITH_TIMEOUT(!ctl::isAlive(marker), ctl::kServePatienceMs);
    }

    void aRunOfAKilledServerIsKept()
    {
        REQUIRE_LOCAL_ENGINE();
        Server first;
        const auto started = ask(
            "POST", first.url("/execute?wait=0"), {},
            R"({"lang": "bash", "timeout": 600, "code": "echo so far; sleep 600"})");
        const auto id = started.json()["run_id"].toString();
        QVERIFY2(!id.isEmpty(), started.text);
        Server second; // on the same history
        const auto url = second.url("/runs/" + id);
        QTRY_COMPARE_WITH_TIMEOUT(
            ask("GET", url).json()["stdout"].toString(), QString("so far\n"),
            ctl::kServePatienceMs);
        const auto running = ask("GET", url);
        QCOMPARE(running.status, QByteArray("202"));
        QCOMPARE(running.json()["status"].toString(), QString("running"));
        QVERIFY(running.json()["verdict"].isNull());
        first.process().kill();
        QVERIFY(first.process().waitForFinished(ctl::kServePatienceMs));
        Server third;
        for (auto* const server : {&second, &third}) {
            const auto ended = ask("GET", server->url("/runs/" + id));
            QCOMPARE(ended.status, QByteArray("200"));
            const auto record = ended.json();
            QCOMPARE(record["verdict"].toString(), QString("interrupted"));
            QCOMPARE(record["stdout"].toString(), QString("so far\n"));
            QVERIFY(record["exit_code"].isNull());
            QVERIFY2(record["sentence"].toString().contains("ended first"), ended.text);
            const auto history = ask("GET", server->url("/history?limit=1")).json();
            QCOMPARE(history["runs"][0]["verdict"].toString(), QString("interrupted"));
            const auto told
                = ask("POST", server->url("/mcp"), {}, toolCall("get_run", {{"run_id", id}}));
            const auto result = told.json()["result"].toObject();
            QVERIFY2(result["isError"].toBool(), told.text);
            QVERIFY2(toolText(result).contains("ended first"), told.text);
            QVERIFY2(toolText(result).contains("so far"), told.text);
        }
    }

    void whatARunMadeOutlivesItsServer()
    {
        REQUIRE_LOCAL_ENGINE();
        QString id;
        {
            Server first;
            const auto ended = ask(
                "POST", first.url("/execute"), {},
                R"json({"code": "open('/work/output/a.txt', 'w').write('AB')"})json");
            id = ended.json()["run_id"].toString();
            QVERIFY2(!id.isEmpty(), ended.text);
            QCOMPARE(first.end(), 0);
        }
        Server second; // on the same history
        const auto listed = ask("GET", second.url("/runs/" + id + "/artifacts"));
        const auto artifact = listed.json()["artifacts"][0].toObject();
        QVERIFY2(artifact["name"].toString() == "a.txt", listed.text);
        QCOMPARE(ask("GET", second.url(artifact["url"].toString())).text, QByteArray("AB"));
        QCOMPARE(ask("GET", second.url("/runs/" + id + "/artifacts/1")).status, QByteArray("404"));
        const auto record = ask("GET", second.url("/history/" + id)).json();
        QCOMPARE(record["artifacts"][0]["url"], artifact["url"]);
        const auto got
            = ask("POST", second.url("/mcp"), {}, toolCall("get_artifact", {{"run_id", id}}));
        const auto result = got.json()["result"].toObject();
        QVERIFY2(!result["isError"].toBool(), got.text);
        QVERIFY2(got.text.contains("\"text\":\"AB\""), got.text);
        const auto names
            = ask("POST", second.url("/mcp"), {}, toolCall("list_artifacts", {{"run_id", id}}));
        QVERIFY2(toolText(names.json()["result"].toObject()).contains("a.txt"), names.text);
    }

    void aChartsNumbersOutliveItsServer()
    {
        REQUIRE_LOCAL_ENGINE();
        QString id;
        {
            Server first;
            const auto ended = ask(
                "POST", first.url("/execute"), {},
                R"json({"code": "import matplotlib.pyplot as p; p.plot([5, 6], label='a'); p.show()\nopen('a.csv', 'w')"})json");
            id = ended.json()["run_id"].toString();
            QVERIFY2(ended.json()["artifacts"][0]["has_chart"].toBool(), ended.text);
            QVERIFY2(!ended.json()["artifacts"][1]["has_chart"].toBool(), ended.text);
            QCOMPARE(first.end(), 0);
        }
        Server second;
        const auto url = second.url("/runs/" + id + "/artifacts/0/chart");
        const auto series = ask("GET", url).json()["panels"][0]["series"][0];
        QCOMPARE(series["label"].toString(), QString("a"));
        QCOMPARE(series["columns"][1]["values"].toArray(), (QJsonArray{5, 6}));
        QCOMPARE(ask("GET", url + "?format=csv").text, QByteArray("series,x,y\na,0,5\na,1,6\n"));
        QCOMPARE(ask("GET", url + "?format=xml").status, QByteArray("400"));
        QCOMPARE(
            ask("GET", second.url("/runs/" + id + "/artifacts/1/chart")).status, QByteArray("404"));
        const auto got
            = ask("POST", second.url("/mcp"), {}, toolCall("get_artifact", {{"run_id", id}}));
        QVERIFY2(got.text.contains("series,x,y\\na,0,5\\na,1,6\\n"), got.text);
    }

    void aServerSaysOnceWhatIsWrongWithItsHistory()
    {
        const auto state = m_folder.path("spoiled");
        QVERIFY(QDir().mkpath(state));
        QFile history(state + "/history.sqlite");
        QVERIFY(history.open(QIODevice::WriteOnly) && history.write(QByteArray(5000, 'x')) == 5000);
        history.close();
        Server server({"--state", state});
        QVERIFY(curl({server.url("/history")}).contains("\"runs\":[]"));
        QCOMPARE(server.end(), 0);
        const auto said = server.process().readAllStandardError();
        QCOMPARE(said.count("was damaged: it is now " + state.toUtf8()), 1);
    }

    void tokensAreNeededWhereTheyAreAskedFor()
    {
        const auto file = m_folder.path("tokens.json");
        const auto made = ctl::run({"token", "create", "ci", "--tokens", file, "--scopes", "read"});
        QCOMPARE(made.status, 0);
        const auto secret = QString(made.out.trimmed());
        QVERIFY(secret.startsWith("sbt_"));
        Server server(
            {"--require-token", "--tokens", file, "--audit", m_folder.path("audit.jsonl")});
        QVERIFY(curl({server.url("/health")}).contains("healthy"));
        const auto ask = [&](const QString& token) {
            return curl(
                {"-o", "/dev/null", "-w", "%{http_code}", "-H", "Authorization: Bearer " + token,
                 server.url("/sessions")});
        };
        QCOMPARE(
            curl({"-o", "/dev/null", "-w", "%{http_code}", server.url("/sessions")}),
            QByteArray("401"));
        QCOMPARE(ask("sbt_wrong"), QByteArray("401"));
        QCOMPARE(ask(secret), QByteArray("200"));
        const auto refused = curl(
            {"-H", "Authorization: Bearer " + secret, "--json", "{}", server.url("/sessions")});
        QVERIFY2(refused.contains("permission_denied"), refused);
        QCOMPARE(ctl::run({"token", "revoke", "ci", "--tokens", file}).status, 0);
        QCOMPARE(ask(secret), QByteArray("401"));
        QFile audit(m_folder.path("audit.jsonl"));
        QVERIFY(audit.open(QIODevice::ReadOnly));
        const auto lines = audit.readAll();
        QVERIFY(lines.contains("/sessions") && !lines.contains("sbt_"));
    }

    void whatOneTokenOpensIsNotThereForAnother()
    {
        REQUIRE_LOCAL_ENGINE();
        const auto file = m_folder.path("two.json");
        const auto secretOf = [&](const QString& name, const QString& scopes) {
            const auto made
                = ctl::run({"token", "create", name, "--tokens", file, "--scopes", scopes});
            return QString(made.out.trimmed());
        };
        const auto ada = secretOf("ada", "read,run"), bob = secretOf("bob", "read,run"),
                   reader = secretOf("reader", "read");
        Server server({"--require-token", "--tokens", file});
        const auto sessions = server.url("/sessions"), mcp = server.url("/mcp");
        const QString python = "{\"lang\": \"python\"}", code = "{\"code\": \"print(1)\"}";
        const auto opened = ask("POST", sessions, ada, python);
        QVERIFY2(opened.status == "201", opened.text);
        const auto id = opened.json()["session_id"].toString();
        const auto session = sessions + "/" + id;
        for (const auto& nobody : {QString(), QString("sbt_wrong")})
            for (const auto& url : {sessions, session + "/execute", mcp})
                QCOMPARE(ask("POST", url, nobody, python).status, QByteArray("401"));
        QCOMPARE(ask("POST", sessions, reader, python).status, QByteArray("403"));
        for (const auto& [method, path] :
             {std::pair("GET", ""), {"POST", "/execute"}, {"GET", "/files"}, {"DELETE", ""}})
            QCOMPARE(
                ask(method, session + path, bob, method == QString("POST") ? code : QString())
                    .status,
                QByteArray("404"));
        QCOMPARE(ask("GET", sessions, bob).json()["sessions"].toArray().size(), 0);
        // The same by MCP, where a tool says why.
        const auto result = [&](const QString& token, const QString& tool, QJsonObject arguments) {
            return ask("POST", mcp, token, toolCall(tool, arguments)).json()["result"].toObject();
        };
        const auto run = [&](const QString& token) {
            return result(token, "run_code", {{"sandbox_id", id}, {"code", "print(1)"}});
        };
        QVERIFY(toolText(run(bob)).contains("not_found"));
        QVERIFY(toolText(run(reader)).contains("permission_denied"));
        const auto deleted = result(bob, "delete_sandbox", {{"sandbox_id", id}});
        QVERIFY(toolText(deleted).contains("not_found"));
        const auto ran = run(ada);
        QVERIFY2(!ran["isError"].toBool(), toolText(ran));
        QCOMPARE(ask("DELETE", session, ada).status, QByteArray("200"));
    }

    void tokensAreListedWithoutTheirSecrets()
    {
        const auto file = m_folder.path("list.json");
        const auto made = objectOf(
            ctl::run({"token", "create", "a b", "--tokens", file, "--expires", "30d", "--json"})
                .out);
        QVERIFY(made["token"].toString().startsWith("sbt_"));
        const auto list = ctl::run({"token", "list", "--tokens", file});
        QVERIFY(
            list.out.contains("a b") && list.out.contains("read,run")
            && !list.out.contains("sbt_"));
        QCOMPARE(ctl::run({"token", "create", "a b", "--tokens", file}).status, 2);
        QCOMPARE(ctl::run({"token", "create", "c", "--tokens", file, "--scopes", "all"}).status, 2);
        QCOMPARE(
            ctl::run({"token", "create", "c", "--tokens", file, "--expires", "soon"}).status, 2);
        QCOMPARE(ctl::run({"token", "revoke", "c", "--tokens", file}).status, 2);
    }

    void examplesOfTheHelpWork_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("count");
        QTest::newRow("token") << "token" << 3;
        QTest::newRow("tools") << "tools" << 2;
        QTest::newRow("mcp, to the end of its input") << "mcp" << 2;
    }

    void examplesOfTheHelpWork()
    {
        QFETCH(QString, command);
        QFETCH(int, count);
        const auto lines = examplesOf(command);
        QCOMPARE(lines.size(), count);
        for (const auto& line : lines) {
            const auto outcome = typed(line);
            QVERIFY2(outcome.status == 0, qPrintable(line + ": " + outcome.err));
        }
    }

    void wrongOptionsAndTakenPortsAreToldAtOnce()
    {
        Server server;
        const auto taken = ctl::run({"serve", "--port", QString::number(server.port())});
        QCOMPARE(taken.status, 2);
        QVERIFY2(taken.err.contains("is taken"), taken.err);
        QCOMPARE(ctl::run({"serve", "--port", "70000"}).status, 2);
        QCOMPARE(ctl::run({"serve", "--address", "localhost"}).status, 2);
        QCOMPARE(ctl::run({"serve", "--cert", "/dev/null"}).status, 2);
        QCOMPARE(ctl::run({"serve", "--port", "0", "--sandboxes", "many"}).status, 2);
        QCOMPARE(ctl::run({"serve", "--audit", m_folder.path("none/here")}).status, 2);
        const auto origin
            = ctl::run({"serve", "--port", "0", "--allow-origin", "https://app.example/"});
        QCOMPARE(origin.status, 2);
        QVERIFY2(origin.err.contains("say 'https://app.example'"), origin.err);
    }

    void aServerSaysHowMuchWhoNeedsNoTokenMayHave()
    {
        REQUIRE_LOCAL_ENGINE();
        Server server({"--sandboxes", "1"});
        const QStringList open = {"-d", R"({"lang": "bash"})", server.url("/sessions")};
        QVERIFY(objectOf(curl(open)).contains("session_id"));
        const auto second = curl(QStringList{"-i"} + open);
        QVERIFY2(second.contains(" 429 ") && second.contains("retry-after: 1"), second);
        QCOMPARE(server.end(), 0);
    }

    void whereAnyPageMayCallATokenIsNeeded()
    {
        Server server({"--allow-origin", "*"});
        const auto asked = curl(
            {"-w", "%{http_code}", "-H", "Origin: https://app.example", server.url("/sessions")});
        QVERIFY2(asked.endsWith("401"), asked);
        QVERIFY(curl({server.url("/health")}).contains("healthy"));
    }

    void aSocketOfSystemdIsUsed()
    {
        const auto listening = rest::listenOn("127.0.0.1", 0);
        QVERIFY(listening);
        const int fd = listening->get();
        const auto port = portOf(rest::localAddress(fd));
        QProcess process;
        process.setChildProcessModifier([fd] { ::dup2(fd, 3); });
        process.start(
            "sh", {"-c", "LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\" serve --json", ctl::program()});
        // Who comes before it is ready waits, and is served.
        RawClient client(port);
        QVERIFY(
            client.send("GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"));
        QVERIFY(process.waitForReadyRead(ctl::kServePatienceMs));
        const auto said = process.readAllStandardOutput();
        QVERIFY2(said.contains(QByteArray::number(port)), said);
        QVERIFY(client.receiveAll().find("healthy") != std::string::npos);
        process.terminate();
        QVERIFY(process.waitForFinished(ctl::kServePatienceMs) && process.exitCode() == 0);
    }
};

SANDBENCH_TEST(SandbenchctlServeTest);
#include "tst_sandbenchctl_serve.moc"
