// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/base64.h"
#include "tests/integration/servers/rest_test.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandbench;
using sandbench::test::Answered;
using sandbench::test::RestApi;

/// What clients of an API of one path and no sandboxes send, answered with real ones.
class TestRestExecuteCode : public test::RestTest
{
    Q_OBJECT

private:
    /// As the client @p who of POST /execute_code/; empty = one that says nothing of who it is.
    Answered
    executeAs(const std::string& who, const Json& body, const rest::Headers& headers = {}) const
    {
        test::GivenBody given(writeJson(body));
        auto call = m_server->call("POST", "/execute_code/");
        call.headers = headers;
        if (!who.empty())
            call.headers["x-client-id"] = who;
        call.body = &given;
        return m_server->send(std::move(call));
    }
    Answered execute(const std::string& code, Json variables = Json::object()) const
    {
        return executeAs("tests", {{"code", code}, {"local_dict", std::move(variables)}});
    }
    static std::string cookieOf(const Answered& answer)
    {
        const auto text = answer.header("set-cookie");
        return text.substr(0, text.find(';'));
    }

private Q_SLOTS:
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

    void executeCodeReturnsWhatItsModelDoes()
    {
        const auto answer = execute("numbers = {1: 'a', 2.5: 'b', True and None: 'c'}\n"
                                    "deep = [{'a': {None: (1, 2)}}]\nlarge = 10 ** 30\n"
                                    "below = -2 ** 64\nhalf = 0.5\nword = 'ü'");
        const std::string whole
            = R"("result":{"numbers":{"1":"a","2.5":"b","null":"c"},)"
              R"("deep":[{"a":{"null":[1,2]}}],"large":1000000000000000000000000000000,)"
              R"("below":-18446744073709551616,"half":0.5,"word":"ü"})";
        QVERIFY2(answer.body.find(whole) != std::string::npos, answer.body.c_str());
        QVERIFY2(jsonField(answer.json, "skipped").empty(), answer.body.c_str());
    }

    void executeCodeNamesWhatJsonCannotCarry()
    {
        const auto answer = execute("both = {1: 2, '1': 3}\nendless = 10 ** 309\n"
                                    "pair = {(1, 2): 3}\nown = []\nown.append(own)");
        QCOMPARE(
            writeJson(jsonField(answer.json, "skipped")),
            std::string(R"(["both","endless","pair","own"])"));
        QCOMPARE(writeJson(jsonField(answer.json, "result")), std::string("{}"));
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

    void executeCodeIgnoresWhatItsModelDoes()
    {
        const auto answer = executeAs("tests", {{"code", "n = 1"}, {"locals", 1}});
        QVERIFY2(answer.status == 200, answer.body.c_str());
        QCOMPARE(writeJson(jsonField(answer.json, "result")), std::string(R"({"n":1})"));
    }

    void executeCodeAnswersWhatIsNoRequestAsFastApi()
    {
        for (const char* text : {"[1]", "{", "7"}) {
            const auto answer = sendText("/execute_code/", text);
            QVERIFY2(answer.status == 422, answer.body.c_str());
            const auto& detail = jsonField(answer.json, "detail");
            QVERIFY2(detail.is_array() && detail.size() == 1, answer.body.c_str());
            QCOMPARE(writeJson(detail[0]["loc"]), std::string(R"(["body"])"));
        }
    }

    void executeCodeHasAStateForEachClient()
    {
        const std::string silence = "import builtins\nglobal seen\nseen = 1\n"
                                    "open('mine', 'w').write('x')\n"
                                    "builtins.print = lambda *a: None";
        const std::string look = "import os\nprint('heard', os.path.exists('mine'))";
        for (const auto& first :
             {executeAs("one", {{"code", silence}}), executeAs("", {{"code", silence}})}) {
            QVERIFY2(first.status == 200, first.body.c_str());
            for (const auto& other :
                 {executeAs("two", {{"code", look}}), executeAs("", {{"code", look}})})
                QVERIFY2(jsonString(other.json, "stdout") == "heard False\n", other.body.c_str());
            const auto cookie = cookieOf(first);
            const auto again = cookie.empty()
                ? executeAs("one", {{"code", "kept = seen"}})
                : executeAs("", {{"code", "kept = seen"}}, {{"cookie", "a=b; " + cookie}});
            QVERIFY2(again.status == 200, again.body.c_str());
            QVERIFY(cookieOf(again).empty());
        }
        QCOMPARE(executeAs("../x", {{"code", "n = 1"}}).status, 400);
        // A token is a client of its own.
        m_server->caller.id = "t-1";
        QCOMPARE(executeAs("", {{"code", "kept = 41"}}).status, 200);
        const auto kept = executeAs("", {{"code", "answer = kept + 1"}});
        QCOMPARE(writeJson(jsonField(kept.json, "result")), std::string(R"({"answer":42})"));
    }

    void executeCodeBeginsAnewOnRequest()
    {
        QCOMPARE(execute("kept = 1").status, 200);
        auto call = m_server->call("DELETE", "/execute_code/");
        call.headers["x-client-id"] = "tests";
        QCOMPARE(m_server->send(call).status, 200);
        const auto anew = execute("kept");
        QCOMPARE(jsonString(anew.json, "error_type"), std::string("NameError"));
        QVERIFY2(jsonField(anew.json, "warnings").empty(), anew.body.c_str());
        QCOMPARE(m_server->send(call).status, 200);
        QCOMPARE(m_server->send(call).status, 200); // nothing is nothing lost
    }

    void executeCodeKeepsFewSandboxesOfThoseWhoDoNotComeAgain()
    {
        const auto before = m_server->sandboxes().count();
        const auto cookie = cookieOf(executeAs("", {{"code", "kept = 1"}}));
        QVERIFY(!cookie.empty());
        const auto kept = [&] { return executeAs("", {{"code", "kept"}}, {{"cookie", cookie}}); };
        QCOMPARE(kept().status, 200);
        for (int i = 0; i < 7; ++i)
            QCOMPARE(executeAs("", {{"code", "n = 1"}}).status, 200);
        QVERIFY(m_server->sandboxes().count() <= before + 5);
        QCOMPARE(kept().status, 200);
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
        const auto broken = executeAs("tests", {{"code", 5}});
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

    void executeCodeKeepsAClientsStateByCaller()
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
};

SANDBENCH_TEST(TestRestExecuteCode);
#include "tst_rest_execute_code.moc"
