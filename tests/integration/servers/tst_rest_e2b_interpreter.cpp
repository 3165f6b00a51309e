// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/base64.h"
#include "tests/integration/servers/e2b_calls.h"
#include "tests/support/needs.h"
#include "tests/support/test_engine.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>

using namespace sandbench;
using sandbench::test::Answered;
using sandbench::test::E2bCalls;
using sandbench::test::envelope;
using sandbench::test::GivenBody;
using sandbench::test::RestApi;

namespace {

/// Knows the longest piece that it was given. Units: bytes.
class Pieces : public rest::BodySink
{
public:
    bool write(std::string_view bytes) override
    {
        longest = std::max(longest, bytes.size());
        all += bytes.size();
        return true;
    }
    std::size_t longest = 0, all = 0;
};

} // namespace

/// What E2B's code interpreter is sent, answered with real sandboxes.
class TestRestE2bInterpreter : public E2bCalls
{
    Q_OBJECT

private Q_SLOTS:
    void e2bInterpretsCode()
    {
        const auto id = e2bSandbox();
        const auto run
            = [&](const Json& body) { return send(id, "POST", "/e2b/execute", writeJson(body)); };
        QCOMPARE(run({{"code", "x = 20"}, {"context_id", nullptr}}).status, 200);
        const auto second = run({{"code", "print('seen')\nx + 1"}, {"language", nullptr}});
        QCOMPARE(second.type, std::string("application/x-ndjson"));
        std::string printed; // a line may come in two parts
        for (const auto& line : linesOf(second, "stdout"))
            printed += jsonString(line, "text");
        QCOMPARE(printed, std::string("seen\n"));
        const auto result = linesOf(second, "result").at(0);
        QCOMPARE(jsonString(result, "text"), std::string("21"));
        QVERIFY(jsonBool(result, "is_main_result"));
        const auto failed = run({{"code", "y"}});
        QCOMPARE(jsonString(linesOf(failed, "error").at(0), "name"), std::string("NameError"));
        QVERIFY2(linesOf(failed, "stderr").empty(), failed.body.c_str());
        const auto rich = run(
            {{"code",
              "class T:\n def _repr_html_(self): return '<p>t</p>'\n"
              " def __repr__(self): return 't'\nT()"}});
        QCOMPARE(linesOf(rich, "result").size(), std::size_t(1));
        QCOMPARE(jsonString(linesOf(rich, "result")[0], "html"), std::string("<p>t</p>"));
        QCOMPARE(jsonString(linesOf(rich, "result")[0], "text"), std::string("t"));
        QCOMPARE(run({{"code", "1"}, {"language", "klingon"}}).status, 400);
        const auto context = send(id, "POST", "/e2b/contexts", R"({"language":"python"})");
        const auto name = jsonString(context.json, "id");
        const auto apart = run({{"code", "x"}, {"context_id", name}});
        QCOMPARE(jsonString(linesOf(apart, "error").at(0), "name"), std::string("NameError"));
        QCOMPARE(send(id, "POST", "/e2b/contexts/" + name + "/restart", "").status, 204);
        QCOMPARE(send(id, "DELETE", "/e2b/contexts/" + name, "").status, 204);
        QVERIFY(m_server->sandboxes().close(m_server->caller, id));
    }

    void e2bContextsBeginInTheirFolder()
    {
        const auto id = e2bSandbox();
        const auto folderIn = [&](const Json& wish, const char* code) {
            const auto made = send(id, "POST", "/e2b/contexts", writeJson(wish));
            const Json cell = {{"code", code}, {"context_id", jsonString(made.json, "id")}};
            const auto ran = send(id, "POST", "/e2b/execute", writeJson(cell));
            std::string printed;
            for (const auto& line : linesOf(ran, "stdout"))
                printed += jsonString(line, "text");
            return jsonString(made.json, "cwd") + " " + printed;
        };
        QCOMPARE(
            folderIn({{"cwd", "/tmp"}}, "import os; print(os.getcwd())"),
            std::string("/tmp /tmp\n"));
        QCOMPARE(
            folderIn({{"cwd", "/tmp"}, {"language", "javascript"}}, "console.log(process.cwd())"),
            std::string("/tmp /tmp\n"));
        QCOMPARE(
            folderIn({{"cwd", "/tmp"}, {"language", "bash"}}, "pwd"), std::string("/tmp /tmp\n"));
        const auto before = send(id, "GET", "/e2b/contexts", "").json.size();
        const auto none = send(id, "POST", "/e2b/contexts", R"({"cwd":"/no/such"})");
        QCOMPARE(none.status, 400);
        QVERIFY2(none.body.find("/no/such") != std::string::npos, none.body.c_str());
        QCOMPARE(send(id, "GET", "/e2b/contexts", "").json.size(), before);
        QVERIFY(m_server->sandboxes().close(m_server->caller, id));
    }

    void e2bRunsLanguagesWithoutInterpreters_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QString>("code");
        QTest::newRow("ts") << "ts"
                            << "const n: number = 6 * 7; console.log(n)";
        QTest::newRow("typescript") << "typescript"
                                    << "const n: number = 42; console.log(n)";
        QTest::newRow("statements of Java")
            << "java"
            << "import java.util.List;\nSystem.out.println(List.of(42).get(0));";
        QTest::newRow("a class of Java") << "java"
                                         << "class A { public static void main(String[] a) "
                                            "{ System.out.println(42); } }";
    }

    void e2bRunsLanguagesWithoutInterpreters()
    {
        QFETCH(QString, language);
        QFETCH(QString, code);
        const auto id = e2bSandbox();
        const Json cell = {{"code", code.toStdString()}, {"language", language.toStdString()}};
        const auto ran = send(id, "POST", "/e2b/execute", writeJson(cell));
        QVERIFY2(ran.status == 200, ran.body.c_str());
        const auto lines = linesOf(ran, "stdout");
        QVERIFY2(lines.size() == 1, ran.body.c_str());
        QCOMPARE(jsonString(lines[0], "text"), std::string("42\n"));
        QVERIFY2(linesOf(ran, "error").empty(), ran.body.c_str());
        QVERIFY(m_server->sandboxes().close(m_server->caller, id));
    }

    void e2bResultsHaveTheColumnsOfDataFrames()
    {
        const auto id = e2bSandbox();
        // Not every machine has the package, and an interpreter may have loaded it before.
        const std::string frame
            = "import os, sys\n"
              "if 'pandas' not in sys.modules:\n"
              "    os.makedirs('pandas/core')\n"
              "    open('pandas/__init__.py', 'w').write('from .core.frame import DataFrame')\n"
              "    open('pandas/core/__init__.py', 'w').close()\n"
              "    open('pandas/core/frame.py', 'w').write('''class DataFrame:\n"
              "    def __init__(self, columns): self.size, self.columns = 4, list(columns)\n"
              "    def to_json(self, **how): return '{\"data\": [[1, \"x\"], [2, null]]}'\n"
              "    def _repr_html_(self): return '<table>'\n''')\n"
              "import pandas\npandas.DataFrame({'a': [1, 2], 'b': ['x', None]})";
        const auto ran = send(id, "POST", "/e2b/execute", writeJson({{"code", frame}}));
        const auto results = linesOf(ran, "result");
        QVERIFY2(results.size() == 1, ran.body.c_str());
        QCOMPARE(
            writeJson(jsonField(results[0], "data")), std::string(R"({"a":[1,2],"b":["x",null]})"));
        QVERIFY2(
            jsonString(results[0], "html").find("<table") != std::string::npos, ran.body.c_str());
        QVERIFY2(!jsonString(results[0], "text").empty(), ran.body.c_str());
        QVERIFY(!results[0].contains("json"));
        QVERIFY(m_server->sandboxes().close(m_server->caller, id));
    }

    void e2bProgramsImportWhatShowsThingsOfIPython()
    {
        const auto id = e2bSandbox();
        const Json cell
            = {{"code",
                "from IPython.display import HTML, Markdown, display\nimport IPython\n"
                "assert IPython.get_ipython() is None\n"
                "display(Markdown('*m*'))\nHTML('<b>h</b>')"}};
        const auto ran = send(id, "POST", "/e2b/execute", writeJson(cell));
        const auto results = linesOf(ran, "result");
        QVERIFY2(results.size() == 2, ran.body.c_str());
        QCOMPARE(jsonString(results[0], "markdown"), std::string("*m*"));
        QCOMPARE(jsonString(results[1], "html"), std::string("<b>h</b>"));
        QVERIFY(m_server->sandboxes().close(m_server->caller, id));
    }

    void e2bTellsOfErrorsOfLanguagesWithoutInterpreters()
    {
        const auto id = e2bSandbox();
        const Json cell = {{"code", "throw new Error('no')"}, {"language", "typescript"}};
        const auto ran = send(id, "POST", "/e2b/execute", writeJson(cell));
        QVERIFY2(!linesOf(ran, "error").empty(), ran.body.c_str());
        const auto kept = send(
            id, "POST", "/e2b/execute",
            R"({"code":"1","language":"java","context_id":"somewhere"})");
        QVERIFY2(kept.status == 400, kept.body.c_str());
        QVERIFY(m_server->sandboxes().close(m_server->caller, id));
    }

    void e2bSendsOneResultAfterTheOther()
    {
        const auto id = e2bSandbox();
        const Json body = {
            {"code",
             "import os\nfor n in range(6):\n"
             " open(f\"{os.environ['SANDBENCH_OUTPUT']}/{n}.txt\", 'w').write('x' * 2_000_000)"}};
        GivenBody given(writeJson(body));
        auto call = m_server->call("POST", "/e2b/execute");
        call.headers = {{"e2b-sandbox-id", id}, {"content-type", "application/json"}};
        call.body = &given;
        auto answer = m_server->router().answer(call);
        QCOMPARE(answer.status, 200);
        for (const auto& run : m_server->runs().list(m_server->caller))
            QVERIFY(run->wait(std::chrono::steady_clock::time_point::max(), {}));
        Pieces pieces;
        answer.stream(pieces);
        QVERIFY(pieces.all > 12'000'000);
        QVERIFY2(pieces.longest < 3'000'000, std::to_string(pieces.longest).c_str());
        QVERIFY(m_server->sandboxes().close(m_server->caller, id));
    }
};

SANDBENCH_TEST(TestRestE2bInterpreter);
#include "tst_rest_e2b_interpreter.moc"
