// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/base64.h"
#include "tests/support/needs.h"
#include "tests/support/rest_client.h"
#include "tests/support/test_engine.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandbench;
using sandbench::test::Answered;
using sandbench::test::RestApi;

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

private Q_SLOTS:
    void initTestCase()
    {
        test::TestEngine engine("local");
        if (const auto why = engine.whyNot(); !why.empty())
            SKIP_WITHOUT("local", why.c_str());
        std::string problem;
        m_server = RestApi::create(problem);
        QVERIFY2(m_server, problem.c_str());
    }

    void init() { m_server->caller = workspace::localCaller(); }

    void cleanupTestCase()
    {
        const auto problems = m_server ? m_server->documentProblems() : std::string();
        m_server.reset();
        QCOMPARE(test::leftovers().size(), std::size_t(0));
        QVERIFY2(problems.empty(), problems.c_str());
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
        QCOMPARE(own.status, 400);
        QVERIFY2(jsonString(own.json, "error").find("wait") != std::string::npos, own.body.c_str());
    }

    void executeCodeNamesWhatItDoesNotKnow()
    {
        const auto answer
            = m_server->send("POST", "/execute_code/", {{"code", "n = 1"}, {"locals", 1}});
        QCOMPARE(answer.status, 400);
        QVERIFY2(
            jsonString(answer.json, "error").starts_with("locals: is not known"),
            answer.body.c_str());
        QCOMPARE(jsonString(answer.json, "error_type"), std::string("invalid_argument"));
    }

    void executeCodeForgetsWhatACallBroughtAlong()
    {
        QCOMPARE(
            execute("def shown():\n    return given", {{"given", 3}, {"print", 4}}).status, 200);
        const auto after = execute("print('works')\nkept = shown()");
        QCOMPARE(jsonString(after.json, "stdout"), std::string("works\n"));
        QCOMPARE(writeJson(jsonField(after.json, "result")), std::string(R"({"kept":3})"));
        QCOMPARE(jsonString(execute("given").json, "error_type"), std::string("NameError"));
    }

    void executeCodeTellsErrorsInItsOwnShape()
    {
        const auto answer = execute("print('before')\n1 / 0");
        QCOMPARE(answer.status, 400);
        QCOMPARE(jsonString(answer.json, "stdout"), std::string("before\n"));
        QCOMPARE(jsonString(answer.json, "error"), std::string("division by zero"));
        QCOMPARE(jsonString(answer.json, "error_type"), std::string("ZeroDivisionError"));
        QVERIFY(jsonString(answer.json, "traceback").find("line 2") != std::string::npos);
        QVERIFY(answer.json.contains("success") && !jsonBool(answer.json, "success", true));
        const auto empty = m_server->send("POST", "/execute_code/", Json::object());
        QCOMPARE(empty.status, 400);
        QCOMPARE(jsonString(empty.json, "error"), std::string("No code provided in request body"));
        const auto broken = m_server->send("POST", "/execute_code/", {{"code", 5}});
        for (const auto& one : {empty, broken}) {
            QCOMPARE(one.status, 400);
            QCOMPARE(jsonString(one.json, "error_type"), std::string("invalid_argument"));
            QVERIFY2(one.json.contains("traceback"), one.body.c_str());
            QVERIFY2(!jsonBool(one.json, "success", true), one.body.c_str());
        }
        QVERIFY(jsonString(broken.json, "error").find("code") != std::string::npos);
        QCOMPARE(
            jsonString(execute("import sys; sys.exit(2)").json, "error_type"),
            std::string("SystemExit"));
    }

    void executeCodeRefusesVariablesOfTooManyValues()
    {
        const auto answer = execute("x = [[]] * 1_500_000\nprint('said')");
        QCOMPARE(answer.status, 400);
        QCOMPARE(jsonString(answer.json, "error_type"), std::string("resource_exhausted"));
        QVERIFY2(
            jsonString(answer.json, "error").find("more values") != std::string::npos,
            jsonString(answer.json, "error").c_str());
        QCOMPARE(jsonString(answer.json, "stdout"), std::string("said\n"));
    }

    void facadesTakeOutputOutOfTheCallersMemory()
    {
        const rest::CallMemory memory;
        const auto others = memory.share("a");
        QVERIFY(others->resize(rest::CallMemory::kMostOfOne - 1'000'000));
        const auto send = [&](const char* path, const Json& body) {
            test::GivenBody given(writeJson(body));
            auto call = m_server->call("POST", path);
            call.body = &given;
            call.memory = memory.share("a");
            return m_server->send(std::move(call));
        };
        const std::string code = "print('x' * 900_000)";
        const Json piston = {{"language", "python"}, {"version", "*"}};
        auto files = Json::array({{{"content", code}}});
        auto asked = piston;
        asked["files"] = std::move(files);
        QCOMPARE(send("/api/v2/execute", asked).status, 429);
        const auto fetched = send(
            "/run_code",
            {{"language", "python"},
             {"code", "open('a', 'w').write('x' * 900_000)"},
             {"fetch_files", {"a"}}});
        QCOMPARE(jsonString(fetched.json, "status"), std::string("SandboxError"));
        const auto large = send("/execute_code/", {{"code", "x = 'x' * 900_000"}});
        QCOMPARE(jsonString(large.json, "error_type"), std::string("resource_exhausted"));
    }

    void executeCodeSaysWhatEndedTheProgram()
    {
        const auto opened = execute("a = 1").header("x-session-id");
        const auto found = m_server->sandboxes().find(m_server->caller, opened);
        QVERIFY(found.has_value());
        const auto answer = execute("while True:\n    print('x' * 1_000_000)");
        QCOMPARE(answer.status, 400);
        QCOMPARE(jsonString(answer.json, "error_type"), std::string("output_limit"));
        QVERIFY(jsonString(answer.json, "error").find("output") != std::string::npos);
        QCOMPARE(m_server->send("DELETE", "/sessions/" + opened).status, 200);
        QVERIFY(execute("a = 1").header("x-session-id") != opened);
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
        QVERIFY(jsonField(execute("a = 1").json, "warnings").empty());
        const auto ended = execute("import os; os._exit(7)");
        QCOMPARE(ended.status, 400);
        QVERIFY(!jsonString(ended.json, "error").empty());
        const auto next = execute("n = 1");
        QCOMPARE(writeJson(jsonField(next.json, "result")), std::string(R"({"n":1})"));
        QVERIFY2(
            writeJson(jsonField(next.json, "warnings")).find("gone") != std::string::npos,
            next.body.c_str());
        QVERIFY(jsonField(execute("n = 2").json, "warnings").empty());
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
        QVERIFY(jsonField(run, "wall_time").is_number_integer());
        QVERIFY(jsonField(run, "cpu_time").is_number_integer());
        QVERIFY(!answer.json.contains("compile"));
        QCOMPARE(m_server->send("GET", "/api/v2/runtimes").json.is_array(), true);
    }

    void pistonTellsOfACompiler()
    {
        const auto sent = [&](const char* code) {
            const Json files = Json::array({{{"content", code}}});
            return m_server
                ->send(
                    "POST", "/api/v2/execute",
                    {{"language", "c"}, {"version", "*"}, {"files", files}})
                .json;
        };
        const auto good = sent("int main(void) { return 3; }");
        QCOMPARE(jsonInt(good["compile"], "code", -1), std::int64_t(0));
        QCOMPARE(jsonInt(good["run"], "code", -1), std::int64_t(3));
        const auto bad = sent("int main(void) {");
        QCOMPARE(jsonInt(bad["compile"], "code", -1), std::int64_t(1));
        QVERIFY(!bad.contains("run"));
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
        const auto file = [&](Json one) {
            return sent(
                {{"language", "py"}, {"version", "*"}, {"files", Json::array({std::move(one)})}});
        };
        QCOMPARE(
            file({{"content", ""}, {"encoding", "utf16"}}),
            std::string("400 files[0].encoding must be utf8, base64 or hex"));
        QCOMPARE(
            file({{"content", ""}, {"name", 1}}),
            std::string("400 files[0].name must be a string"));
        QCOMPARE(
            sent({{"language", "py"}, {"version", "*"}, {"files", files}, {"args", "a"}}),
            std::string("400 args: must be a list of texts"));
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
        const auto early = m_server->send(
            "POST", "/run_code", {{"language", "bash"}, {"code", "1"}, {"run_timeout", -1}});
        QCOMPARE(early.status, 422);
        const auto& detail = jsonField(early.json, "detail");
        QVERIFY2(detail.is_array() && detail.size() == 1, early.body.c_str());
        QCOMPARE(writeJson(detail[0]["loc"]), std::string(R"(["body","run_timeout"])"));
    }

    void sandboxFusionTellsOfCompilersAndLimits()
    {
        const auto sent = [&](const char* language, const char* code, int timeout) {
            return m_server
                ->send(
                    "POST", "/run_code",
                    {{"language", language}, {"code", code}, {"run_timeout", timeout}})
                .json;
        };
        const auto good = sent("c", "int main(void) { return 0; }", 10);
        QCOMPARE(jsonString(good["compile_result"], "status"), std::string("Finished"));
        QCOMPARE(jsonInt(good["compile_result"], "return_code", -1), std::int64_t(0));
        const auto bad = sent("c", "int main(void) {", 10);
        QCOMPARE(jsonInt(bad["compile_result"], "return_code", -1), std::int64_t(1));
        QCOMPARE(jsonString(bad, "message", "none"), std::string());
        QVERIFY(bad["run_result"].is_null());
        const auto late = sent("bash", "sleep 60", 1);
        QCOMPARE(jsonString(late, "status"), std::string("Failed"));
        QCOMPARE(jsonString(late["run_result"], "status"), std::string("TimeLimitExceeded"));
        QVERIFY(late["run_result"]["return_code"].is_null());
        const auto full = sent("python", "while True: print('x' * 1_000_000)", 10);
        QCOMPARE(jsonString(full, "status"), std::string("Failed"));
        QCOMPARE(jsonInt(full["run_result"], "return_code"), std::int64_t(-9));
    }
};

SANDBENCH_TEST(TestRestFacades);
#include "tst_rest_facades.moc"
