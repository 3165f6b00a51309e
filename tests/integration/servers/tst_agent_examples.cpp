// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/servers/npm_packages.h"
#include "tests/integration/servers/serving.h"
#include "tests/support/source_file.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QProcessEnvironment>
#include <QTest>
#include <QVariant>

namespace {

const QString kAgentSdks = "agent-sdks";
const QString kExamples = sandbench::test::sourceFile("packaging/examples/agents/");

struct Said
{
    int status = -1;
    QByteArray out, err;
};

Said say(
    const QString& program, const QStringList& arguments, const QProcessEnvironment& environment)
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    if (!process.waitForFinished(npm::kPatience))
        process.kill();
    return {
        process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
        process.readAllStandardOutput(), process.readAllStandardError()};
}

QString contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

/// packaging/examples/agents as they are, against a server that wants a token.
class TestAgentExamples : public QObject
{
    Q_OBJECT

private:
    ctl::Folder m_folder;
    std::unique_ptr<ctl::Server> m_server;
    QProcessEnvironment m_environment = QProcessEnvironment::systemEnvironment();

private Q_SLOTS:
    void initTestCase()
    {
        REQUIRE_LOCAL_ENGINE();
        const auto tokens = m_folder.path("tokens.json");
        const auto made = ctl::run({"token", "create", "agent", "--tokens", tokens});
        QCOMPARE(made.status, 0);
        m_server = std::make_unique<ctl::Server>(
            QStringList{"--require-token", "--tokens", tokens, "--state", m_folder.path("state")});
        m_environment.insert("SANDBENCH_URL", m_server->url({}));
        m_environment.insert("SANDBENCH_TOKEN", made.out.trimmed());
    }

    void cleanupTestCase()
    {
        if (m_server)
            QCOMPARE(m_server->end(), 0);
    }

    void curlMakesEachCall()
    {
        const auto said = say("sh", {kExamples + "curl"}, m_environment);
        QVERIFY2(said.status == 0, said.out + said.err);
        QVERIFY2(said.out.contains("\"stdout\":\"42\\n\""), said.out); // over REST
        QVERIFY2(said.out.contains("] ---\\n42\\n--- end of stdout ["), said.out); // over MCP
        for (const char* part : // A line's end may come in an event of its own.
             {"event: started\n", ":\"True", "event: ended\n", "/data.txt\"", "\"closed\""})
            QVERIFY2(said.out.contains(part), said.out);
    }

    void whatReadmeShowsOfCurlWorks()
    {
        const auto line
            = contentOf(sandbench::test::sourceFile("README.md")).section("    curl ", 1, 1);
        QVERIFY2(line.contains("localhost:8080/execute"), qPrintable(line.left(100)));
        auto command = "curl " + line.section('\n', 0, 0);
        command.replace("localhost:8080", "\"$SANDBENCH_URL\"");
        command += " -H \"Authorization: Bearer $SANDBENCH_TOKEN\"";
        const auto said = say("sh", {"-c", command}, m_environment);
        QVERIFY2(said.out.contains("\"stdout\":\"42\\n\""), said.out + said.err);
    }

    void entriesForClientsStartAServer()
    {
        const auto blocks = contentOf(kExamples + "clients.md").split("```json\n").mid(1);
        QCOMPARE(blocks.size(), 3);
        for (const auto& block : blocks) {
            const auto all = ctl::objectOf(block.section("```", 0, 0).toUtf8());
            QVERIFY2(all.size() == 1, qPrintable(block));
            const auto entry = all.begin()->toObject()["sandbench"].toObject();
            QCOMPARE(entry["command"].toString(), QString("sandbenchctl"));
            QCOMPARE(ctl::run(entry["args"].toVariant().toStringList()).status, 0);
        }
    }

    void pythonToolsRunCode_data()
    {
        QTest::addColumn<QString>("module");
        QTest::newRow("langchain") << "langchain_core.tools";
        QTest::newRow("llamaindex") << "llama_index.tools.mcp";
        QTest::newRow("smolagents") << "smolagents";
    }

    /// With the packages where they are installed, else with what stands in for them here.
    void pythonToolsRunCode()
    {
        QFETCH(QString, module);
        auto environment = m_environment;
        if (say("python3", {"-c", "import " + module}, environment).status != 0)
            environment.insert(
                "PYTHONPATH",
                sandbench::test::sourceFile("tests/integration/servers/agent_packages"));
        environment.insert("PYTHONDONTWRITEBYTECODE", "1");
        const auto file = kExamples + QTest::currentDataTag() + "_tool.py";
        const auto said = say("python3", {file, "print(6 * 7)"}, environment);
        QVERIFY2(said.status == 0, said.err);
        QVERIFY2(said.out.contains("\n42\n"), said.out);
    }

    void javaScriptToolsRunCode_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("LangChain.js") << "langchain_tool.mjs";
        QTest::newRow("LlamaIndex.TS") << "llamaindex_tool.mjs";
    }

    void javaScriptToolsRunCode()
    {
        QFETCH(QString, name);
        static const auto why
            = npm::missing(kAgentSdks, {"@langchain/core@1", "@llamaindex/core@0.6"});
        if (!why.isEmpty())
            SKIP_WITHOUT("npm_registry", qPrintable(why));
        // A module finds packages beside itself.
        const auto module = npm::folder(kAgentSdks) + "/" + name;
        QFile::remove(module);
        QVERIFY(QFile::copy(kExamples + name, module));
        const auto said = say("node", {module, "print(6 * 7)"}, m_environment);
        QVERIFY2(said.status == 0, said.err);
        QVERIFY2(said.out.contains("\n42\n"), said.out);
    }
};

SANDBENCH_TEST(TestAgentExamples);
#include "tst_agent_examples.moc"
