// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/engine_proxy.h"
#include "tests/support/sandbenchctl_engines.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QTest>

using namespace sandbench;
using namespace sandbench::test;

namespace {

constexpr const char* kOk = "HTTP/1.1 200 OK\r\n";

/// What an engine that is none, or is broken, sends.
void misbehave(const QByteArray& how, Conversation& peer)
{
    if (how == "no HTTP")
        peer.send("SSH-2.0-OpenSSH_9.2\r\n");
    else if (how == "garbage")
        peer.send(std::string(100'000, '\x7f'));
    else if (how == "an endless head")
        peer.sendForEver(std::string(kOk) + "A: b\r\n");
    else if (how == "an endless body")
        (void)(peer.send(std::string(kOk) + "\r\n") && (peer.sendForEver(std::string(4096, 'x')), true));
    else if (how == "an error page")
        peer.answer(500, "<html>\n<h1>Oops</h1>\n</html>", "Content-Type: text/html\r\n");
    else if (how == "a web page")
        peer.answer(200, "<html>\n<h1>Welcome</h1>\n</html>", "Content-Type: text/html\r\n");
    else if (how == "no JSON")
        peer.answer(200, "{\"Id\":");
    else if (how == "JSON of another kind")
        peer.answer(200, "[[[{\"Id\":7}]]]");
    else if (how == "a cut answer")
        peer.send(std::string(kOk) + "Content-Length: 100\r\n\r\n{");
    peer.cut(); // also "closed at once"
}

const std::vector<QByteArray>& faults()
{
    static const std::vector<QByteArray> list
        = {"no HTTP",    "garbage", "an endless head",      "an endless body", "an error page",
           "a web page", "no JSON", "JSON of another kind", "a cut answer",    "closed at once"};
    return list;
}

std::string realSocket()
{
    const auto endpoint = net::parseEndpoint(ctl::addressOf("docker").toStdString());
    return endpoint && endpoint->kind == net::Endpoint::Kind::Unix ? endpoint->path : "";
}

} // namespace

/// `sandbenchctl run` with engines that are none, break down or lie.
class TestSandbenchctlEngineFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("XDG_CONFIG_HOME", m_config.path().toUtf8()); }

    void saysWhatIsWrongWithAnEngine_data()
    {
        QTest::addColumn<QByteArray>("how");
        QTest::addColumn<bool>("afterHello");
        for (const auto& how : faults())
            for (const bool greets : {false, true})
                QTest::addRow("%s%s", how.data(), greets ? " after its greeting" : "")
                    << how << greets;
    }
    void saysWhatIsWrongWithAnEngine()
    {
        QFETCH(QByteArray, how);
        QFETCH(bool, afterHello);
        HostileHttpServer::Handler handler = [&](Conversation& peer) { misbehave(how, peer); };
        const HostileHttpServer server(
            afterHello ? test::afterHello(handler) : handler, HostileHttpServer::Listen::Tcp);
        const auto address = server.endpoint().text();
        const auto outcome = ctl::run(
            {"run", "--engine", "docker", "--connection", QString::fromStdString(address),
             m_folder.write("a.py", "print('must not run')")});
        QCOMPARE(outcome.status, 125);
        QCOMPARE(outcome.out, QByteArray());
        QCOMPARE(outcome.err.count('\n'), 1);
        QVERIFY2(outcome.err.contains(address.c_str()), outcome.err);
        QVERIFY2(outcome.err.contains("; "), outcome.err); // the next step
        QVERIFY2(outcome.err.size() < 600, outcome.err);
    }

    void saysSoAsOneObject()
    {
        const HostileHttpServer server(
            [](Conversation& peer) { peer.cut(); }, HostileHttpServer::Listen::Tcp);
        const auto outcome = ctl::run(
            {"run", "--json", "--engine", "docker", "--connection",
             QString::fromStdString(server.endpoint().text()), m_folder.write("a.py", "1")});
        QCOMPARE(outcome.status, 125);
        const auto object = QJsonDocument::fromJson(outcome.out).object();
        QCOMPARE(object["schema"].toString(), QString("sandbench.error/1"));
        QCOMPARE(object["exit_status"].toInt(), 125);
    }

    void spoiledStepsOfARealEngineAreOneLine_data()
    {
        QTest::addColumn<QByteArray>("step");
        QTest::addColumn<QByteArray>("how");
        for (const char* step : {"/containers/create", "/attach", "/start"})
            for (const char* how : {"no HTTP", "an error page", "no JSON", "closed at once"})
                // What a start answers is not read.
                if (QByteArray(step) != "/start" || QByteArray(how) != "no JSON")
                    QTest::addRow("%s: %s", step, how) << QByteArray(step) << QByteArray(how);
    }
    void spoiledStepsOfARealEngineAreOneLine()
    {
        QFETCH(QByteArray, step);
        QFETCH(QByteArray, how);
        if (realSocket().empty())
            SKIP_WITHOUT("docker", "needs a Docker engine on a Unix socket: set DOCKER_HOST");
        EngineProxy proxy(realSocket());
        proxy.setFault([&](Conversation& peer) {
            if (peer.path().find(step.toStdString()) == std::string::npos)
                return false;
            misbehave(how, peer);
            return true;
        });
        const auto outcome = ctl::run(
            {"run", "--engine", "docker", "--connection",
             QString::fromStdString(proxy.endpoint().text()), m_folder.write("a.py", "print(1)")});
        QCOMPARE(outcome.status, 125);
        QCOMPARE(outcome.out, QByteArray());
        QCOMPARE(outcome.err.count('\n'), 1);
        QVERIFY2(!outcome.err.contains("<h1>"), outcome.err);
    }

    void showsWhatAProgramPrintedUntilTheCut()
    {
        if (realSocket().empty())
            SKIP_WITHOUT("docker", "needs a Docker engine on a Unix socket: set DOCKER_HOST");
        EngineProxy proxy(realSocket());
        const auto process = startThrough(
            proxy, {}, "print('partial', flush=True)\nimport time\ntime.sleep(600)\n");
        QByteArray out;
        while (!out.contains("partial\n") && process->waitForReadyRead(60'000))
            out += process->readAllStandardOutput();
        proxy.cutAll();
        QVERIFY(process->waitForFinished(60'000));
        QCOMPARE(process->exitCode(), 125);
        QCOMPARE(out + process->readAllStandardOutput(), QByteArray("partial\n"));
        const auto error = process->readAllStandardError();
        QCOMPARE(error.count('\n'), 1);
        QVERIFY2(error.startsWith("sandbenchctl: "), error);
    }

    void recordsWhatAProgramPrintedUntilTheCut()
    {
        if (realSocket().empty())
            SKIP_WITHOUT("docker", "needs a Docker engine on a Unix socket: set DOCKER_HOST");
        EngineProxy proxy(realSocket());
        // More than is ever under way, so that the most of it has come when the mark appears.
        const auto mark
            = QByteArray("600.") + QByteArray::number(QCoreApplication::applicationPid());
        const auto process = startThrough(
            proxy, {"--json"},
            "print('partial' * 1000000, flush=True)\nimport os\nos.execvp('sleep', ['sleep', '"
                + mark + "'])\n");
        QTRY_VERIFY_WITH_TIMEOUT(ctl::isAlive("sleep" + QByteArray(1, '\0') + mark), 60'000);
        proxy.cutAll();
        QVERIFY(process->waitForFinished(60'000));
        QCOMPARE(process->exitCode(), 125);
        const auto record = QJsonDocument::fromJson(process->readAllStandardOutput()).object();
        QCOMPARE(record["verdict"].toString(), QString("agent_lost"));
        QVERIFY(record["stdout"].toString().startsWith("partialpartial"));
        QVERIFY(record["stdout"].toString().size() > 1'000'000);
        const auto error = process->readAllStandardError();
        QCOMPARE(error.count('\n'), 1);
        QVERIFY2(error.contains("connection"), error);
    }

private:
    std::unique_ptr<QProcess>
    startThrough(const EngineProxy& proxy, const QStringList& options, const QByteArray& code) const
    {
        const auto address = QString::fromStdString(proxy.endpoint().text());
        const QStringList words = {"run", "--engine", "docker", "--connection", address};
        return ctl::start(words + options + QStringList{m_folder.write("long.py", code)});
    }

    QTemporaryDir m_config;
    ctl::Folder m_folder;
};

SANDBENCH_TEST(TestSandbenchctlEngineFaults);
#include "tst_sandbenchctl_engine_faults.moc"
