// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/servers/mcp_process.h"
#include "tests/integration/servers/mcp_sdk.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <csignal>
#include <sys/types.h>

using ctl::callLine;
using ctl::kInitialize;
using ctl::McpServer;
using ctl::toolText;

namespace {

int codeOf(const QJsonObject& answer)
{
    return answer["error"].toObject()["code"].toInt();
}

} // namespace

class TestMcpStdio : public QObject
{
    Q_OBJECT

    ctl::Folder m_folder;

private Q_SLOTS:
    void initTestCase() { qputenv("XDG_STATE_HOME", m_folder.path("state").toUtf8()); }
    void init() { REQUIRE_LOCAL_ENGINE(); }

    void servesTheOfficialClients_data() { mcpsdk::addEras(); }

    void servesTheOfficialClients()
    {
        REQUIRE_MCP_SDK();
        QFETCH(QString, era);
        QCOMPARE(mcpsdk::problemsOf(era, ctl::program()), QString());
    }

    void answersWhatWasAskedBeforeTheEndOfInput()
    {
        const auto outcome
            = ctl::run({"mcp"}, kInitialize + callLine("a", "run_code", {{"code", "print(6*7)"}}));
        QCOMPARE(outcome.status, 0);
        const auto lines = outcome.out.split('\n');
        QCOMPARE(lines.size(), 3);
        const auto result = QJsonDocument::fromJson(lines[1]).object()["result"].toObject();
        const auto printed = result["structuredContent"].toObject()["stdout"].toString();
        QVERIFY2(printed.contains("] ---\n42\n--- end of stdout ["), outcome.out);
        QCOMPARE(outcome.err, QByteArray());
    }

    void endsWithItsSandboxes_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("end of input") << 0;
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("SIGINT") << SIGINT;
    }

    void endsWithItsSandboxes()
    {
        QFETCH(int, signal);
        const auto marker = "mcp-marker-" + QByteArray::number(QCoreApplication::applicationPid())
            + "-" + QByteArray::number(signal);
        McpServer server;
        server.write(callLine("s", "create_sandbox", {}));
        const auto made = server.answer("s")["result"].toObject()["structuredContent"].toObject();
        server.write(callLine(
            "r", "run_shell",
            {{"sandbox_id", made["sandbox_id"]},
             {"command", "echo begun; exec -a " + QString(marker) + " sleep 1000"},
             {"wait_ms", 0}}));
        (void)server.answer("r");
        server.write(callLine(
            "w", "run_shell", {{"command", "exec -a " + QString(marker) + "-w sleep 1000"}}));
        const auto hasEnded = [&] { return server.process().state() != QProcess::Running; };
        QTRY_VERIFY_WITH_TIMEOUT(ctl::isAlive(marker + "-w") || hasEnded(), 60'000);
        QVERIFY(!hasEnded());
        if (signal == 0)
            server.process().closeWriteChannel();
        else
            ::kill(static_cast<pid_t>(server.process().processId()), signal);
        QVERIFY(server.process().waitForFinished(20'000));
        QCOMPARE(server.process().exitStatus(), QProcess::NormalExit);
        QVERIFY(!ctl::isAlive(marker));
        // Who waited is told what became of it.
        const auto last = server.answer("w")["result"].toObject()["structuredContent"].toObject();
        QCOMPARE(last["verdict"].toString(), QString("cancelled"));
    }

    void noModelChoosesOtherwiseThanItsOperator_data()
    {
        QTest::addColumn<QString>("member");
        QTest::addColumn<QString>("value");
        QTest::newRow("a lax policy") << "policy"
                                      << "minimal";
        QTest::newRow("no policy") << "policy"
                                   << "";
        QTest::newRow("another engine") << "engine"
                                        << "docker";
    }

    void noModelChoosesOtherwiseThanItsOperator()
    {
        QFETCH(QString, member);
        QFETCH(QString, value);
        McpServer server({"--policy", "strict", "--engine", "local"});
        server.write(callLine("other", "create_sandbox", {{member, value}}));
        const auto refused = server.answer("other")["result"].toObject();
        QVERIFY(refused["isError"].toBool());
        QVERIFY(toolText(refused).contains("permission_denied"));
        // What strict clients write for "nothing said".
        server.write(callLine("none", "create_sandbox", {{member, QJsonValue::Null}}));
        const auto made
            = server.answer("none")["result"].toObject()["structuredContent"].toObject();
        QVERIFY(!made["sandbox_id"].toString().isEmpty());
        server.write(callLine(
            "run", "run_code",
            {{"sandbox_id", made["sandbox_id"]},
             {"context_id", QJsonValue::Null},
             {"code", "import subprocess\nsubprocess.run(['id'])"}}));
        const auto held = server.answer("run")["result"].toObject()["structuredContent"].toObject();
        QCOMPARE(held["verdict"].toString(), "policy_denied");
    }

    void noModelActsAsItsOperator()
    {
        McpServer server;
        server.write(callLine("e", "list_engines", {}));
        const auto listed = server.answer("e")["result"].toObject()["structuredContent"].toObject();
        const auto engines = listed["engines"].toArray();
        QVERIFY(!engines.isEmpty());
        for (const auto& engine : engines)
            QVERIFY(!engine.toObject().contains("problem"));
        server.write(callLine("n", "create_sandbox", {{"engine", "docker"}, {"network", "host"}}));
        const auto refused = server.answer("n")["result"].toObject();
        QVERIFY(refused["isError"].toBool());
        QVERIFY2(toolText(refused).contains("permission_denied"), toolText(refused));
    }

    void offersANetworkOnlyWhereItsOperatorNamesOne()
    {
        const auto offers = [](McpServer& server) {
            server.write("{\"jsonrpc\":\"2.0\",\"id\":\"l\",\"method\":\"tools/list\"}\n");
            for (const auto& tool : server.answer("l")["result"].toObject()["tools"].toArray())
                if (tool.toObject()["name"].toString() == "create_sandbox")
                    return tool.toObject()["inputSchema"]
                        .toObject()["properties"]
                        .toObject()
                        .contains("network");
            return false;
        };
        const auto refusal = [](McpServer& server, const QString& network) {
            server.write(callLine(
                "c", "create_sandbox",
                {{"engine", "docker"}, {"image", "none:none"}, {"network", network}}));
            return toolText(server.answer("c")["result"].toObject());
        };
        McpServer usual;
        QVERIFY(!offers(usual));
        const auto refused = refusal(usual, "bridge");
        QVERIFY2(refused.contains("permission_denied") && refused.contains("--network"), refused);
        McpServer open({"--network", "bridge"});
        QVERIFY(offers(open));
        QVERIFY2(!refusal(open, "bridge").contains("permission_denied"), "bridge");
        QVERIFY2(refusal(open, "lab").contains("permission_denied"), "lab");
        McpServer closed({"--network", "none"});
        QVERIFY(!offers(closed));
    }

    void hasNoOtherEnginesThanItsOperatorNames()
    {
        McpServer server({"--engines", "local"});
        server.write(callLine("e", "list_engines", {}));
        const auto listed = server.answer("e")["result"].toObject()["structuredContent"].toObject();
        QCOMPARE(listed["engines"].toArray().size(), 1);
        server.write(callLine("c", "create_sandbox", {{"engine", "docker"}}));
        const auto refused = toolText(server.answer("c")["result"].toObject());
        QVERIFY2(refused.contains("permission_denied") && refused.contains("--engines"), refused);
    }

    void livesOnAfterWhatIsNoMessage()
    {
        McpServer server;
        server.write(
            "this is no JSON\n\n[]\n{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":7}\n\xff\xfe\n");
        QCOMPARE(codeOf(server.answer({})), -32700);
        QCOMPARE(codeOf(server.answer({})), -32600);
        QCOMPARE(codeOf(server.answer({})), -32600);
        QCOMPARE(codeOf(server.answer({})), -32700);
        server.write(callLine("a", "run_code", {{"code", "print(1)"}}));
        QVERIFY(server.answer("a").contains("result"));
    }

    void putsNothingButMessagesOnStandardOutput()
    {
        McpServer server;
        server.write(callLine(
            "a", "run_shell",
            {{"command",
              "printf '{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":1}\\n\\r\\0\\377'; echo "
              ">&2"}}));
        const auto result = server.answer("a")["result"].toObject();
        QVERIFY(result.contains("content"));
        QCOMPARE(server.foreign(), QByteArray());
    }

    void takesEachIdOnceAtATime()
    {
        McpServer server;
        server.write(callLine("a", "run_shell", {{"command", "cat; sleep 1000"}}));
        server.write(callLine("a", "list_sandboxes", {}));
        QCOMPARE(codeOf(server.answer("a")), -32600);
        server.write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":"
                     "{\"requestId\":\"a\"}}\n");
        // No answer to the cancelled one, and its name is free some time later.
        for (bool busy = true; busy;) {
            server.write(callLine("a", "list_languages", {}));
            const auto answer = server.answer("a");
            busy = codeOf(answer) == -32600;
            QVERIFY(busy || answer.contains("result"));
        }
    }

    void endsWhenNobodyReads()
    {
        QProcess pipeline;
        pipeline.start("bash", {"-c", "\"$0\" mcp | true", ctl::program()});
        QVERIFY(pipeline.waitForStarted());
        pipeline.write(kInitialize);
        // Its input stays open.
        QVERIFY(pipeline.waitForFinished(20'000));
    }

    void saysWhatIsWrongWithItsOptions()
    {
        const auto outcome = ctl::run({"mcp", "--engine", "none"});
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains("none"), outcome.err.constData());
        QCOMPARE(outcome.out, QByteArray());
    }

    void printsTheToolsForOtherPrograms()
    {
        for (const char* format : {"openai", "anthropic", "mcp"}) {
            const auto outcome = ctl::run({"tools", "--format", format});
            QCOMPARE(outcome.status, 0);
            QCOMPARE(QJsonDocument::fromJson(outcome.out).array().size(), 21);
        }
        QCOMPARE(ctl::run({"tools", "--format", "other"}).status, 2);
    }
};

SANDBENCH_TEST(TestMcpStdio);
#include "tst_mcp_stdio.moc"
