// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/servers/rest_session.h"
#include "tests/support/needs.h"
#include "tests/support/prometheus.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <thread>

using namespace sandbench;
using sandbench::test::answered;
using sandbench::test::GivenBody;
using sandbench::test::textOf;

/// How runs begin, go on without their client, and end, by handlers with real sandboxes of this
/// machine.
class TestRestRuns : public QObject, private test::RestSession
{
    Q_OBJECT

private:
    /// Waits for the end of the run called @p id.
    test::Answered ended(const std::string& id) const
    {
        return m_server->send("GET", "/runs/" + id + "?wait=60");
    }
    void waitUntilRunning() const
    {
        while (m_server->runs().running() == 0)
            std::this_thread::yield();
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (const auto why = whyNot(); !why.empty())
            SKIP_WITHOUT("local", why.c_str());
        QCOMPARE(begin(), std::string());
    }
    void init() { QCOMPARE(open(), std::string()); }
    void cleanup() { QVERIFY(closeAll()); }
    void cleanupTestCase() { QCOMPARE(end(), std::string()); }

    void tellsHowLongThingsTookByEngineAndLanguage()
    {
        // As the document shows it.
        const auto api = m_server->send("GET", "/openapi.json").json;
        const auto& body = api["paths"]["/execute"]["post"]["requestBody"]["content"];
        const auto made = m_server->send("POST", "/execute", body["application/json"]["example"]);
        QVERIFY2(made.status == 200, made.body.c_str());
        QCOMPARE(textOf(made, "stdout"), std::string("42\n"));
        const auto metrics = test::parsePrometheus(m_server->send("GET", "/metrics").body);
        QVERIFY2(metrics.problem.empty(), metrics.problem.c_str());
        const auto value = [&](const std::string& name, const std::string& more = {}) {
            const auto at
                = metrics.samples.find(name + "{engine=\"local\",language=\"python\"" + more + "}");
            return at == metrics.samples.end() ? -1.0 : at->second;
        };
        for (const std::string name : {"sandbench_run_seconds", "sandbench_sandbox_open_seconds"}) {
            const auto count = value(name + "_count");
            QVERIFY2(count >= 1, name.c_str());
            QCOMPARE(value(name + "_bucket", ",le=\"+Inf\""), count);
            QVERIFY(value(name + "_bucket", ",le=\"0.025\"") <= count);
            QVERIFY(value(name + "_sum") > 0);
        }
    }

    void aRunInASandboxOfItsOwnGoesOnWhereAsked()
    {
        const auto started = m_server->send(
            "POST", "/execute?wait=0", {{"code", "print(input())"}, {"live_input", true}});
        QVERIFY2(started.status == 202, started.body.c_str());
        const auto run = textOf(started, "run_id");
        auto call = m_server->call("POST", "/runs/" + run + "/stdin?eof=true");
        GivenBody line(std::string("hello\n"));
        call.body = &line;
        auto sent = answered(m_server->router(), call);
        while (sent.status == 503) // until it has started
            sent = answered(m_server->router(), call);
        QVERIFY2(sent.status == 202, sent.body.c_str());
        QCOMPARE(textOf(ended(run), "stdout"), std::string("hello\n"));
        // It closes with its run: the test's own stays.
        while (m_server->sandboxes().count() > 1)
            std::this_thread::yield();
    }

    void aRunInASandboxOfItsOwnOutlivesItsClientWhereAsked_data()
    {
        QTest::addColumn<QString>("path");
        QTest::newRow("record") << "/execute?on_disconnect=detach";
        QTest::newRow("stream") << "/execute/stream?on_disconnect=detach";
    }

    void aRunInASandboxOfItsOwnOutlivesItsClientWhereAsked()
    {
        QFETCH(QString, path);
        std::stop_source client;
        GivenBody body(writeJson({{"code", "print(input())"}, {"live_input", true}}));
        auto call = m_server->call("POST", path.toStdString());
        call.body = &body;
        call.stop = client.get_token();
        std::jthread leaving([&] {
            waitUntilRunning();
            client.request_stop();
        });
        (void)answered(m_server->router(), call);
        QCOMPARE(m_server->runs().running(), std::size_t(1));
        QCOMPARE(m_server->sandboxes().count(), std::size_t(2));
        for (const auto& run : m_server->runs().list(m_server->caller))
            if (!run->hasEnded())
                run->cancel();
        while (m_server->sandboxes().count() > 1)
            std::this_thread::yield();
    }

    void aSandboxOfItsOwnClosesWithTheClientOtherwise()
    {
        std::stop_source client;
        GivenBody body(writeJson({{"code", "while True: pass"}}));
        auto call = m_server->call("POST", "/execute/stream");
        call.body = &body;
        call.stop = client.get_token();
        std::jthread leaving([&] {
            waitUntilRunning();
            client.request_stop();
        });
        (void)answered(m_server->router(), call);
        while (m_server->sandboxes().count() > 1)
            std::this_thread::yield();
    }

    void aCommandThatIsNotThereIsAWrongMember()
    {
        const auto answer = execute({{"command", {"/nope"}}});
        QVERIFY2(answer.status == 400, answer.body.c_str());
        QCOMPARE(answer.code(), std::string("invalid_argument"));
        QVERIFY2(answer.body.find("command: ") != std::string::npos, answer.body.c_str());
        QCOMPARE(m_server->send("POST", at("/packages"), Json::object()).status, 400);
    }

    void aRunWhoseContextIsResetIsCancelled_data()
    {
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("path");
        QTest::newRow("reset") << "POST"
                               << "/contexts/c/reset";
        QTest::newRow("closed") << "DELETE"
                                << "/contexts/c";
    }

    void aRunWhoseContextIsResetIsCancelled()
    {
        QFETCH(QString, method);
        QFETCH(QString, path);
        const auto started = m_server->send(
            "POST", at("/execute?wait=0"),
            {{"code", "print('go', flush=True)\nwhile True: pass"}, {"context", "c"}});
        const auto id = textOf(started, "run_id");
        const auto run = m_server->runs().find(m_server->caller, id);
        QVERIFY(run);
        const auto reader = workspace::EventLog::read((*run)->log(), 0);
        while (reader->next(std::chrono::steady_clock::time_point::max(), {}).back().kind
               != "stdout")
            continue;
        QCOMPARE(m_server->send(method.toStdString(), at(path.toStdString())).status, 204);
        const auto end = ended(id);
        QVERIFY2(textOf(end, "verdict") == "cancelled", end.body.c_str());
    }

    void aRunWhoseSessionIsTooOldSaysSo()
    {
        const auto opened
            = m_server->send("POST", "/sessions", {{"lang", "python"}, {"lifetime_seconds", 1}});
        const auto started = m_server->send(
            "POST", "/sessions/" + textOf(opened, "session_id") + "/execute?wait=0",
            {{"code", "while True: pass"}});
        while (m_server->sandboxes().reapIdle() == 0)
            std::this_thread::yield();
        const auto end = ended(textOf(started, "run_id"));
        QVERIFY2(
            writeJson(jsonField(end.json, "warnings")).find("lifetime of 1 s") != std::string::npos,
            end.body.c_str());
    }

    void eventsSayWhereArtifactsAre()
    {
        const auto stream = m_server->send(
            "POST", at("/execute/stream"), {{"code", "open('/work/output/a.txt','w').write('a')"}});
        const auto url = "\"url\":\"/runs/" + stream.header("x-run-id") + "/artifacts/0\"";
        const auto first = stream.body.find(url);
        QVERIFY2(first != std::string::npos, stream.body.c_str());
        QVERIFY2(stream.body.find(url, first + 1) != std::string::npos, stream.body.c_str());
    }

    void programsWithATerminalCanBeTypedTo()
    {
        const auto started = m_server->send(
            "POST", at("/execute?wait=0"),
            {{"code", "print(input())"}, {"terminal", {{"rows", 24}, {"columns", 80}}}});
        const auto run = textOf(started, "run_id");
        auto call = m_server->call("POST", "/runs/" + run + "/stdin");
        GivenBody line(std::string("typed\n"));
        call.body = &line;
        auto sent = answered(m_server->router(), call);
        while (sent.status == 503)
            sent = answered(m_server->router(), call);
        QVERIFY2(sent.status == 202, sent.body.c_str());
        const auto end = ended(run);
        QVERIFY2(end.body.find("typed\\r\\ntyped") != std::string::npos, end.body.c_str());
    }
};

SANDBENCH_TEST(TestRestRuns);
#include "tst_rest_runs.moc"
