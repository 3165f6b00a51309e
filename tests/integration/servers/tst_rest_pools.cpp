// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/servers/rest_test.h"
#include "tests/support/test_program.h"

using namespace sandbench;
using namespace sandbench::test;

/// /pools, by the handlers with real sandboxes of this machine.
class TestRestPools : public RestTest
{
    Q_OBJECT

private:
    std::int64_t countOf(const char* name, const char* member) const
    {
        return jsonInt(m_server->send("GET", "/pools/" + std::string(name)).json, member, -1);
    }

private Q_SLOTS:
    void cleanup()
    {
        m_server->caller = workspace::localCaller();
        const auto all = m_server->send("GET", "/pools");
        for (const auto& pool : jsonList(all.json, "pools"))
            m_server->send("DELETE", "/pools/" + jsonString(pool, "name"));
    }

    void makesShowsAndEndsPools()
    {
        const auto made = m_server->send(
            "POST", "/pools", {{"name", "small"}, {"min", 1}, {"sandbox", {{"memory", "300m"}}}});
        QCOMPARE(made.status, 201);
        QCOMPARE(made.header("location"), std::string("/pools/small"));
        QCOMPARE(jsonInt(made.json, "max"), std::int64_t(8));
        QCOMPARE(jsonString(jsonField(made.json, "sandbox"), "engine"), std::string("local"));
        QTRY_COMPARE_WITH_TIMEOUT(countOf("small", "ready"), std::int64_t(1), 30'000);
        const auto opened = m_server->send("POST", "/sessions", {{"memory", "300m"}});
        QCOMPARE(opened.status, 201);
        QCOMPARE(jsonString(opened.json, "pool"), std::string("small"));
        QCOMPARE(countOf("small", "hits"), std::int64_t(1));
        QCOMPARE(countOf("small", "in_use"), std::int64_t(1));
        const auto path = "/sessions/" + jsonString(opened.json, "session_id");
        QCOMPARE(m_server->send("DELETE", path).status, 200);
        QCOMPARE(countOf("small", "in_use"), std::int64_t(0));
        QCOMPARE(m_server->send("DELETE", "/pools/small").status, 200);
        QCOMPARE(m_server->send("GET", "/pools/small").status, 404);
        QCOMPARE(jsonList(m_server->send("GET", "/pools").json, "pools").size(), std::size_t(0));
    }

    void servesCallsOfASingleRun()
    {
        QCOMPARE(
            m_server
                ->send(
                    "POST", "/pools",
                    {{"name", "p"}, {"max", 1}, {"uses", 50}, {"exhausted", "wait"}})
                .status,
            201);
        QTRY_COMPARE_WITH_TIMEOUT(countOf("p", "ready"), std::int64_t(1), 30'000);
        std::set<std::string> sandboxes;
        for (int i = 0; i < 3; ++i) {
            const auto ran = m_server->send(
                "POST", "/execute",
                {{"code",
                  "import os\nprint('mine' in os.listdir('/work'))\nopen('/work/mine', 'w')"}});
            QCOMPARE(ran.status, 200);
            QCOMPARE(jsonString(ran.json, "stdout"), std::string("False\n"));
            sandboxes.insert(jsonString(ran.json, "session_id"));
        }
        QCOMPARE(sandboxes.size(), std::size_t(1));
        QCOMPARE(countOf("p", "hits"), std::int64_t(3));
    }

    /// Else each sandbox would fork one more interpreter, for a program that never comes.
    void makesNothingReadyAfterTheOnlyRunOfASandbox()
    {
        QCOMPARE(m_server->send("POST", "/pools", {{"name", "once"}, {"max", 2}}).status, 201);
        for (int i = 0; i < 3; ++i) {
            QTRY_VERIFY_WITH_TIMEOUT(countOf("once", "ready") > 0, 30'000);
            const auto ran = m_server->send(
                "POST", "/execute",
                {{"code",
                  // The first sandboxes have an interpreter of their own, which forks another one
                  // that loads libraries; that one leads no session.
                  "import os\nos.system('true')\nserver = os.getppid()\n"
                  "children = open(f'/proc/{server}/task/{server}/children').read().split()\n"
                  "print([one for one in map(int, children) if os.getsid(one) == one "
                  "and one != os.getpid()])"}});
            QCOMPARE(ran.status, 200);
            QCOMPARE(jsonString(ran.json, "stdout"), std::string("[]\n"));
        }
        QCOMPARE(countOf("once", "hits"), std::int64_t(3));
    }

    void startsNoInterpretersWhereItIsAskedNotTo()
    {
        const auto made
            = m_server->send("POST", "/pools", {{"name", "lean"}, {"max", 1}, {"preload", false}});
        QCOMPARE(made.status, 201);
        QCOMPARE(jsonBool(made.json, "preload", true), false);
        QTRY_COMPARE_WITH_TIMEOUT(countOf("lean", "ready"), std::int64_t(1), 30'000);
        const auto opened = m_server->send("POST", "/sessions", Json::object());
        QCOMPARE(jsonString(opened.json, "pool"), std::string("lean"));
        const auto path = "/sessions/" + jsonString(opened.json, "session_id");
        const auto before = m_server->send("GET", path + "/metrics").json;
        QVERIFY2(jsonInt(before, "memory_bytes") < (20 << 20), writeJson(before).c_str());
        const auto ran = m_server->send("POST", path + "/execute", {{"code", "print(6 * 7)"}});
        QCOMPARE(jsonString(ran.json, "stdout"), std::string("42\n"));
        QCOMPARE(m_server->send("DELETE", path).status, 200);
    }

    void countsThemInTheMetrics()
    {
        QCOMPARE(m_server->send("POST", "/pools", {{"name", "p"}, {"min", 0}}).status, 201);
        const auto text = m_server->send("GET", "/metrics").body;
        for (const char* line :
             {"sandbench_pool_ready{pool=\"p\"} 0\n", "sandbench_pool_hits_total{pool=\"p\"} 0\n"})
            QVERIFY2(text.find(line) != std::string::npos, text.c_str());
    }

    void refusesWhatIsWrongByItsName_data()
    {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("says");
        QTest::newRow("no name") << R"({})"
                                 << "name";
        QTest::newRow("a path") << R"({"name": "../x"})"
                                << "name";
        QTest::newRow("too many") << R"({"name": "p", "max": 100000})"
                                  << "max";
        QTest::newRow("none") << R"({"name": "p", "max": 0})"
                              << "max";
        QTest::newRow("min past max") << R"({"name": "p", "min": 9, "max": 2})"
                                      << "min";
        QTest::newRow("another word") << R"({"name": "p", "exhausted": "explode"})"
                                      << "exhausted";
        QTest::newRow("an unknown member") << R"({"name": "p", "size": 3})"
                                           << "size";
        QTest::newRow("in the sandbox") << R"({"name": "p", "sandbox": {"memory": "lots"}})"
                                        << "memory";
        QTest::newRow("unknown in the sandbox") << R"({"name": "p", "sandbox": {"colour": "red"}})"
                                                << "colour";
        QTest::newRow("no such engine") << R"({"name": "p", "sandbox": {"engine": "vax"}})"
                                        << "engine";
    }

    void refusesWhatIsWrongByItsName()
    {
        QFETCH(const QString, body);
        QFETCH(const QString, says);
        const auto answered = sendText("/pools", body.toStdString());
        QCOMPARE(answered.status, 400);
        QVERIFY2(
            answered.body.find(says.toStdString()) != std::string::npos, answered.body.c_str());
    }

    void isForAdministrators()
    {
        m_server->caller.scopes.erase(workspace::Scope::Admin);
        for (const char* method : {"GET", "POST"})
            QCOMPARE(m_server->send(method, "/pools", {{"name", "p"}}).status, 403);
        QCOMPARE(m_server->send("DELETE", "/pools/p").status, 403);
    }
};

SANDBENCH_TEST(TestRestPools);
#include "tst_rest_pools.moc"
