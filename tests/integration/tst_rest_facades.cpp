// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/base64.h"
#include "tests/support/needs.h"
#include "tests/support/rest_client.h"
#include "tests/support/test_engine.h"

#include <QTest>

#include <sstream>

using namespace sandbench;
using sandbench::test::Answered;
using sandbench::test::answered;
using sandbench::test::GivenBody;
using sandbench::test::RestApi;

namespace {

std::string envelope(const Json& message)
{
    const auto text = writeJson(message);
    std::string bytes(1, '\0');
    for (const int shift : {24, 16, 8, 0})
        bytes += static_cast<char>((text.size() >> shift) & 0xff);
    return bytes + text;
}

} // namespace

/// What other programs' clients send, answered with real sandboxes.
class TestRestFacades : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<RestApi> m_server;

    Answered execute(const std::string& code, Json variables = Json::object()) const
    {
        return m_server->send(
            "POST", "/execute_code/", {{"code", code}, {"local_dict", std::move(variables)}});
    }
    Answered send(
        const std::string& sandbox, std::string method, std::string path, std::string body,
        const std::string& type = "application/json") const
    {
        GivenBody given(std::move(body));
        auto call = m_server->call(std::move(method), std::move(path));
        call.headers = {{"e2b-sandbox-id", sandbox}, {"content-type", type}};
        call.body = &given;
        return answered(m_server->router(), std::move(call));
    }
    std::string e2bSandbox() const
    {
        return jsonString(
            m_server->send("POST", "/e2b/v2/sandboxes", {{"templateID", "base"}, {"timeout", 300}})
                .json,
            "sandboxID");
    }
    /// The lines of an execution by type, their members as given.
    static std::vector<Json> linesOf(const Answered& answer, const std::string& type)
    {
        std::vector<Json> lines;
        std::istringstream text(answer.body);
        for (std::string line; std::getline(text, line);)
            if (auto json = parseJson(line); json && jsonString(*json, "type") == type)
                lines.push_back(*std::move(json));
        return lines;
    }

private slots:
    void initTestCase()
    {
        test::TestEngine engine("local");
        if (const auto why = engine.whyNot(); !why.empty())
            SKIP_WITHOUT("local", why.c_str());
        std::string problem;
        m_server = RestApi::create(problem);
        QVERIFY2(m_server, problem.c_str());
    }

    void init() { m_server->caller = service::localCaller(); }

    void cleanupTestCase()
    {
        m_server.reset();
        QCOMPARE(test::leftovers().size(), std::size_t(0));
    }

    void executeCodeAnswersWithVariables()
    {
        const auto answer = execute(
            "import math\ndef area(r):\n    return round(math.pi * r * r, 2)\n"
            "def down(n):\n    return 0 if n == 0 else down(n - 1)\n"
            "a = area(2)\nb = down(5)\nnan = float('nan')\nprint('said')",
            {{"given", Json::array({1, "ü"})}});
        QVERIFY2(answer.status == 200, answer.body.c_str());
        QCOMPARE(
            writeJson(jsonField(answer.json, "result")),
            std::string(R"({"a":12.57,"b":0,"given":[1,"ü"]})"));
        QCOMPARE(
            writeJson(jsonField(answer.json, "skipped")),
            std::string(R"(["math","area","down","nan"])"));
        QVERIFY(jsonBool(answer.json, "success"));
        QCOMPARE(jsonString(answer.json, "stdout"), std::string("said\n"));
    }

    void executeCodeNamesWhatJsonWouldChange()
    {
        const auto answer = execute("numbers = {1: 2}\nboth = {1: 2, '1': 3}\n"
                                    "deep = [{'a': {None: 1}}]\nlarge = 2 ** 64\n"
                                    "most = 2 ** 64 - 1\nown = []\nown.append(own)");
        QCOMPARE(
            writeJson(jsonField(answer.json, "skipped")),
            std::string(R"(["numbers","both","deep","large","own"])"));
        QCOMPARE(
            writeJson(jsonField(answer.json, "result")),
            std::string(R"({"most":18446744073709551615})"));
    }

    void executeCodeTakesNoFileForItsAnswer()
    {
        const std::string write = "import os\nos.makedirs('output', exist_ok=True)\n"
                                  "for n in (1, 2, 9):\n"
                                  "    open(f'output/result-{n}.json', 'w').write("
                                  "'{\"success\": true, \"result\": {\"b\": 1}}')\n";
        const auto answer = execute(write + "del n, os\nb = 2");
        QVERIFY2(answer.status == 200, answer.body.c_str());
        QVERIFY2(writeJson(jsonField(answer.json, "result")) == R"({"b":2})", answer.body.c_str());
        const auto ended = execute(write + "os._exit(0)");
        QVERIFY2(ended.status == 400, ended.body.c_str());
        QVERIFY(!jsonString(ended.json, "error_type").empty());
    }

    void foreignRunsWithoutATimeLimitAreAwaited()
    {
        const auto answer = m_server->send(
            "POST", "/run_code?wait=0",
            {{"language", "bash"}, {"code", "echo done"}, {"run_timeout", 0}});
        QVERIFY2(answer.body.find("done") != std::string::npos, answer.body.c_str());
        const auto own = m_server->send("POST", "/execute_code/?wait=0", {{"code", "n = 1"}});
        QCOMPARE(writeJson(jsonField(own.json, "result")), std::string(R"({"n":1})"));
    }

    void executeCodeTellsErrorsInItsOwnShape()
    {
        const auto answer = execute("x = 1\n1 / 0");
        QCOMPARE(answer.status, 400);
        QCOMPARE(jsonString(answer.json, "error"), std::string("division by zero"));
        QCOMPARE(jsonString(answer.json, "error_type"), std::string("ZeroDivisionError"));
        QVERIFY(jsonString(answer.json, "traceback").find("line 2") != std::string::npos);
        QVERIFY(answer.json.contains("success") && !jsonBool(answer.json, "success", true));
        const auto empty = m_server->send("POST", "/execute_code/", Json::object());
        QCOMPARE(empty.status, 400);
        QCOMPARE(jsonString(empty.json, "error"), std::string("No code provided in request body"));
        QCOMPARE(
            jsonString(execute("import sys; sys.exit(2)").json, "error_type"),
            std::string("SystemExit"));
    }

    void executeCodeKeepsStateByCaller()
    {
        QCOMPARE(execute("kept = 41\ndef plus(n):\n    return n + 1").status, 200);
        const auto again = execute("answer = plus(kept)");
        QVERIFY2(again.status == 200, again.body.c_str());
        QCOMPARE(writeJson(jsonField(again.json, "result")), std::string(R"({"answer":42})"));
        m_server->caller.id = "somebody else";
        const auto other = execute("answer = kept");
        QCOMPARE(jsonString(other.json, "error_type"), std::string("NameError"));
    }

    void executeCodeRecoversFromAnInterpreterThatEnded()
    {
        const auto ended = execute("import os; os._exit(7)");
        QCOMPARE(ended.status, 400);
        QVERIFY(!jsonString(ended.json, "error").empty());
        QCOMPARE(writeJson(jsonField(execute("n = 1").json, "result")), std::string(R"({"n":1})"));
    }

    void pistonRunsAProgram()
    {
        const auto answer = m_server->send(
            "POST", "/api/v2/execute",
            {{"language", "py"},
             {"version", "3.10.0"},
             {"files",
              {{{"name", "main.py"},
                {"content", "import sys, helper\nprint(helper.n, sys.argv[1], input())"}},
               {{"name", "helper.py"}, {"content", toBase64("n = 9")}, {"encoding", "base64"}}}},
             {"stdin", "typed"},
             {"args", {"word"}},
             {"run_timeout", 30000},
             {"compile_memory_limit", -1}});
        QVERIFY2(answer.status == 200, answer.body.c_str());
        const auto& run = jsonField(answer.json, "run");
        QCOMPARE(jsonString(run, "stdout"), std::string("9 word typed\n"));
        QCOMPARE(jsonString(run, "output"), std::string("9 word typed\n"));
        QCOMPARE(jsonInt(run, "code", -1), std::int64_t(0));
        QVERIFY(jsonField(run, "signal").is_null());
        QCOMPARE(jsonString(answer.json, "language"), std::string("python"));
        QCOMPARE(m_server->send("GET", "/api/v2/runtimes").json.is_array(), true);
    }

    void pistonSaysWhatIsWrongAndWhatTookTooLong()
    {
        const auto sent = [&](const Json& body) {
            const auto answer = m_server->send("POST", "/api/v2/execute", body);
            return std::to_string(answer.status) + " " + jsonString(answer.json, "message");
        };
        QCOMPARE(sent({{"version", "*"}}), std::string("400 language is required as a string"));
        QCOMPARE(sent({{"language", "py"}}), std::string("400 version is required as a string"));
        const Json files = Json::array({{{"content", "while True: pass"}}});
        QCOMPARE(
            sent({{"language", "py"}, {"version", "*"}}),
            std::string("400 files is required as an array"));
        QCOMPARE(
            sent({{"language", "cobol"}, {"version", "1"}, {"files", files}}),
            std::string("400 cobol-1 runtime is unknown"));
        const auto late = m_server->send(
            "POST", "/api/v2/execute",
            {{"language", "python"}, {"version", "*"}, {"files", files}, {"run_timeout", 300}});
        QCOMPARE(jsonString(late.json["run"], "status"), std::string("TO"));
        QCOMPARE(jsonString(late.json["run"], "signal"), std::string("SIGKILL"));
    }

    void sandboxFusionRunsAndFetches()
    {
        const auto answer = m_server->send(
            "POST", "/run_code",
            {{"language", "python"},
             {"code", "open('out.txt','w').write(open('in.txt').read()[::-1])\nprint('ok')"},
             {"files", {{"in.txt", toBase64("abc")}, {"nothing", nullptr}}},
             {"fetch_files", {"out.txt", "../../etc/passwd", "missing"}},
             {"stdin", nullptr},
             {"run_timeout", 20}});
        QVERIFY2(answer.status == 200, answer.body.c_str());
        QCOMPARE(jsonString(answer.json, "status"), std::string("Success"));
        QCOMPARE(jsonString(answer.json["run_result"], "stdout"), std::string("ok\n"));
        QCOMPARE(writeJson(answer.json["files"]), writeJson(Json{{"out.txt", toBase64("cba")}}));
        const auto failed
            = m_server->send("POST", "/run_code", {{"language", "python"}, {"code", "1/0"}});
        QCOMPARE(jsonString(failed.json, "status"), std::string("Failed"));
        QCOMPARE(jsonInt(failed.json["run_result"], "return_code"), std::int64_t(1));
        QCOMPARE(
            m_server->send("POST", "/run_code", {{"language", "D_ut"}, {"code", "1"}}).status, 422);
    }

    void e2bOpensListsAndKillsSandboxes()
    {
        const auto id = e2bSandbox();
        QVERIFY(!id.empty());
        const auto list = m_server->send("GET", "/e2b/v2/sandboxes?limit=100");
        QVERIFY(list.body.find(id) != std::string::npos);
        QCOMPARE(send(id, "GET", "/e2b/health", "").status, 204);
        QCOMPARE(
            m_server->send("POST", "/e2b/sandboxes/" + id + "/timeout", {{"timeout", 60}}).status,
            204);
        QCOMPARE(m_server->send("DELETE", "/e2b/sandboxes/" + id).status, 204);
        QCOMPARE(m_server->send("DELETE", "/e2b/sandboxes/" + id).status, 404);
        QCOMPARE(send(id, "GET", "/e2b/health", "").status, 502);
    }

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
        const auto context = send(id, "POST", "/e2b/contexts", R"({"language":"python"})");
        const auto name = jsonString(context.json, "id");
        const auto apart = run({{"code", "x"}, {"context_id", name}});
        QCOMPARE(jsonString(linesOf(apart, "error").at(0), "name"), std::string("NameError"));
        QCOMPARE(send(id, "POST", "/e2b/contexts/" + name + "/restart", "").status, 204);
        QCOMPARE(send(id, "DELETE", "/e2b/contexts/" + name, "").status, 204);
        QVERIFY(m_server->parts().sandboxes.close(m_server->caller, id));
    }

    void e2bMovesFilesAndRunsCommands()
    {
        const auto id = e2bSandbox();
        const auto written = send(
            id, "POST", "/e2b/files?path=/home/user/a.txt", "text", "application/octet-stream");
        QVERIFY2(written.status == 200, written.body.c_str());
        QCOMPARE(send(id, "GET", "/e2b/files?path=/home/user/a.txt", "").body, std::string("text"));
        const auto stat
            = send(id, "POST", "/e2b/filesystem.Filesystem/Stat", R"({"path":"/home/user/a.txt"})");
        QCOMPARE(jsonString(stat.json["entry"], "size"), std::string("4"));
        const auto missing
            = send(id, "POST", "/e2b/filesystem.Filesystem/Stat", R"({"path":"/home/user/b"})");
        QCOMPARE(missing.status, 404);
        QCOMPARE(missing.code(), std::string("not_found"));
        const auto list = send(
            id, "POST", "/e2b/filesystem.Filesystem/ListDir", R"({"path":"/home/user","depth":1})");
        QVERIFY(list.body.find("\"a.txt\"") != std::string::npos);
        const Json start = {
            {"process", {{"cmd", "/bin/bash"}, {"args", {"-c", "cat /home/user/a.txt; exit 3"}}}}};
        const auto events = send(
            id, "POST", "/e2b/process.Process/Start", envelope(start), "application/connect+json");
        QVERIFY(events.body.find("\"start\":{\"pid\":") != std::string::npos);
        QVERIFY(events.body.find("\"stdout\":\"" + toBase64("text")) != std::string::npos);
        QVERIFY(events.body.find("\"exitCode\":3") != std::string::npos);
        const auto bad = send(
            id, "POST", "/e2b/process.Process/Start", "no envelope", "application/connect+json");
        QVERIFY(bad.body.find("invalid_argument") != std::string::npos);
        QVERIFY(m_server->parts().sandboxes.close(m_server->caller, id));
    }
};

QTEST_APPLESS_MAIN(TestRestFacades)
#include "tst_rest_facades.moc"
