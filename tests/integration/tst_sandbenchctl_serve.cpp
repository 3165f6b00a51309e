// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/transport/listen_socket.h"
#include "core/base/json.h"
#include "tests/integration/sandbenchctl_runner.h"
#include "tests/support/raw_client.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcessEnvironment>
#include <QTest>

#include <sys/resource.h>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::test;

namespace {

constexpr int kPatienceMs = 60'000;

QJsonObject objectOf(const QByteArray& text)
{
    return QJsonDocument::fromJson(text).object();
}

QByteArray curl(const QStringList& arguments)
{
    QProcess process;
    process.start("curl", QStringList{"-sS", "--max-time", "60"} + arguments);
    process.waitForFinished(70'000);
    return process.readAllStandardOutput() + process.readAllStandardError();
}

struct Reply
{
    QByteArray status;
    QByteArray text;

    QJsonObject json() const { return objectOf(text); }
};

/// With @p token, where there is one.
Reply ask(const QString& method, const QString& url, const QString& token, const QString& body = {})
{
    QStringList arguments = {"-X", method, "-w", "\n%{http_code}", url};
    if (!token.isEmpty())
        arguments += {"-H", "Authorization: Bearer " + token};
    if (!body.isEmpty())
        arguments += {"--json", body};
    const auto said = curl(arguments);
    const auto end = said.lastIndexOf('\n');
    return {said.mid(end + 1), said.left(end)};
}

/// A call of a tool in the handshake era's form.
QString toolCall(const QString& tool, const QJsonObject& arguments)
{
    const QJsonObject message
        = {{"jsonrpc", "2.0"},
           {"id", 1},
           {"method", "tools/call"},
           {"params", QJsonObject{{"name", tool}, {"arguments", arguments}}}};
    return QJsonDocument(message).toJson(QJsonDocument::Compact);
}

QString textOf(const QJsonObject& result)
{
    return result["content"][0]["text"].toString();
}

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
    const bool ended = shell.waitForFinished(kPatienceMs);
    return {
        ended ? shell.exitCode() : -1, shell.readAllStandardOutput(), shell.readAllStandardError()};
}

/// A number of /proc/PID/status; -1 = none.
long statusOf(qint64 pid, const QByteArray& name)
{
    QFile file(QString("/proc/%1/status").arg(pid));
    if (!file.open(QIODevice::ReadOnly))
        return -1;
    for (const auto& line : file.readAll().split('\n'))
        if (line.startsWith(name))
            return line.mid(name.size()).simplified().split(' ').first().toLong();
    return -1;
}

/// A server of its own, ended at the end.
class Server
{
public:
    explicit Server(const QStringList& more = {})
        : m_process(ctl::start(QStringList{"serve", "--port", "0", "--json"} + more))
    {
        while (!m_process->canReadLine() && m_process->waitForReadyRead(kPatienceMs)) { }
        m_url = objectOf(m_process->readLine())["addresses"][0].toString();
    }
    ~Server()
    {
        m_process->kill();
        m_process->waitForFinished();
    }

    QString url(const QString& path) const { return m_url + path; }
    std::uint16_t port() const { return portOf(m_url.toStdString()); }
    QProcess& process() { return *m_process; }
    /// The exit status after SIGTERM; -1 when it does not end.
    int end()
    {
        m_process->terminate();
        if (!m_process->waitForFinished(kPatienceMs))
            return -1;
        return m_process->exitStatus() == QProcess::NormalExit ? m_process->exitCode() : -2;
    }

private:
    std::unique_ptr<QProcess> m_process;
    QString m_url;
};

} // namespace

class SandbenchctlServeTest : public QObject
{
    Q_OBJECT

    ctl::Folder m_folder;

private slots:
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
        QTRY_VERIFY_WITH_TIMEOUT(ctl::isAlive(marker), kPatienceMs);
        if (way == "client")
            client.close();
        else if (way == "SIGTERM")
            QCOMPARE(server.end(), 0);
        else
            server.process().kill();
        QTRY_VERIFY_WITH_TIMEOUT(!ctl::isAlive(marker), kPatienceMs);
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
        QVERIFY(textOf(run(bob)).contains("not_found"));
        QVERIFY(textOf(run(reader)).contains("permission_denied"));
        const auto deleted = result(bob, "delete_sandbox", {{"sandbox_id", id}});
        QVERIFY(textOf(deleted).contains("not_found"));
        const auto ran = run(ada);
        QVERIFY2(!ran["isError"].toBool(), qPrintable(textOf(ran)));
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
        QCOMPARE(ctl::run({"serve", "--audit", m_folder.path("none/here")}).status, 2);
    }

    void idleConnectionsCostADescriptorAndNoThread()
    {
        rlimit files = {};
        QCOMPARE(::getrlimit(RLIMIT_NOFILE, &files), 0);
        const rlimit former = files;
        files.rlim_cur = files.rlim_max;
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &files), 0);
        Server server;
        const auto threads = statusOf(server.process().processId(), "Threads:");
        const auto memory = statusOf(server.process().processId(), "VmRSS:");
        // Where the limit of open files is lower than usual, as many as it leaves the server.
        const auto most = std::min<std::size_t>(10'000, files.rlim_max / 2);
        std::vector<RawClient> idle;
        for (std::size_t i = 0; i < most; ++i) {
            idle.emplace_back(server.port());
            QVERIFY2(idle.back().isConnected(), qPrintable(QString::number(i)));
            // Half of them have begun to speak.
            QVERIFY(i % 2 == 0 || idle.back().send("GET /health HT"));
        }
        QVERIFY(curl({server.url("/health")}).contains("healthy"));
        QVERIFY(statusOf(server.process().processId(), "Threads:") <= threads + 4);
        // 8 KiB each: what it keeps of a client, not buffers.
        QVERIFY(
            statusOf(server.process().processId(), "VmRSS:")
            <= memory + static_cast<long>(most) * 8);
        idle.clear();
        QCOMPARE(server.end(), 0);
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &former), 0);
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
        QVERIFY(process.waitForReadyRead(kPatienceMs));
        const auto said = process.readAllStandardOutput();
        QVERIFY2(said.contains(QByteArray::number(port)), said);
        QVERIFY(client.receiveAll().find("healthy") != std::string::npos);
        process.terminate();
        QVERIFY(process.waitForFinished(kPatienceMs) && process.exitCode() == 0);
    }
};

QTEST_GUILESS_MAIN(SandbenchctlServeTest)
#include "tst_sandbenchctl_serve.moc"
