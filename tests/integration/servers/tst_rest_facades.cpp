// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/base64.h"
#include "tests/integration/servers/rest_test.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandbench;
using sandbench::test::Answered;
using sandbench::test::RestApi;

/// What other programs' clients send, answered with real sandboxes.
class TestRestFacades : public test::RestTest
{
    Q_OBJECT

private Q_SLOTS:
    void foreignRunsWithoutATimeLimitAreAwaited()
    {
        const auto answer = m_server->send(
            "POST", "/run_code?wait=0",
            {{"language", "bash"}, {"code", "echo done"}, {"run_timeout", 0}});
        QVERIFY2(answer.body.find("done") != std::string::npos, answer.body.c_str());
        const auto own = m_server->send("POST", "/execute_code/?wait=0", {{"code", "n = 1"}});
        QVERIFY2(own.status == 200, own.body.c_str());
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

    void llmSandboxSessionsAreAnsweredAsItsServerDoes()
    {
        const auto opened = m_server->send(
            "POST", "/llm-sandbox/sessions", {{"lang", "python"}, {"keep_template", false}});
        QVERIFY2(opened.status == 200, opened.body.c_str());
        const auto id = jsonString(opened.json, "session_id");
        QVERIFY(!id.empty());
        const auto at = "/llm-sandbox/sessions/" + id;
        const auto run
            = [&](const Json& body) { return m_server->send("POST", at + "/execute", body); };
        QCOMPARE(run({{"code", "open('f', 'w').write('kept')"}}).status, 200);
        const auto said = run(
            {{"code", "print(open('f').read())\nraise SystemExit(3)"},
             {"libraries", Json::array()}});
        QCOMPARE(said.status, 200);
        QCOMPARE(
            writeJson(said.json), std::string(R"({"exit_code":3,"stderr":"","stdout":"kept\n"})"));
        const auto wrong = run({{"libraries", Json::array()}});
        QCOMPARE(wrong.status, 422);
        QCOMPARE(writeJson(wrong.json["detail"][0]["loc"]), std::string(R"(["body","code"])"));
        const auto closed = m_server->send("DELETE", at);
        QCOMPARE(closed.status, 200);
        QCOMPARE(writeJson(closed.json), std::string(R"({"status":"closed"})"));
        for (const auto& gone : {m_server->send("DELETE", at), run({{"code", "1"}})}) {
            QCOMPARE(gone.status, 404);
            QCOMPARE(jsonString(gone.json, "detail"), std::string("Session not found"));
        }
    }

    void llmSandboxRunsWithoutASession()
    {
        const auto answer = m_server->send(
            "POST", "/llm-sandbox/execute",
            {{"code", "print(x)"},
             {"lang", "python"},
             {"keep_template", false},
             {"libraries", Json::array()},
             {"verbose", true}});
        QVERIFY2(answer.status == 200, answer.body.c_str());
        QCOMPARE(jsonInt(answer.json, "exit_code"), std::int64_t(1));
        QVERIFY(jsonString(answer.json, "stderr").find("NameError") != std::string::npos);
        const auto slow = m_server->send(
            "POST", "/llm-sandbox/execute", {{"code", "kill -9 $$"}, {"lang", "bash"}});
        QCOMPARE(jsonInt(slow.json, "exit_code"), std::int64_t(137));
        QCOMPARE(m_server->send("POST", "/llm-sandbox/execute", {{"lang", "python"}}).status, 422);
        QCOMPARE(sendText("/llm-sandbox/execute", "[").status, 422);
        const auto unknown = m_server->send("POST", "/llm-sandbox/sessions", {{"lang", "klingon"}});
        QCOMPARE(unknown.status, 500);
        QVERIFY2(jsonField(unknown.json, "detail").is_string(), unknown.body.c_str());
        const auto health = m_server->send("GET", "/llm-sandbox/");
        QCOMPARE(writeJson(health.json), std::string(R"({"status":"ok"})"));
    }

    void ownSessionsTakeWhatDoesNothing()
    {
        const auto opened = m_server->send("POST", "/sessions", {{"keep_template", false}});
        QVERIFY2(opened.status == 201, opened.body.c_str());
        m_server->send("DELETE", "/sessions/" + jsonString(opened.json, "session_id"));
        const auto once = m_server->send(
            "POST", "/execute",
            {{"lang", "python"}, {"code", "print(1)"}, {"keep_template", false}});
        QVERIFY2(once.status == 200, once.body.c_str());
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
