// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/servers/rest_session.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <csignal>
#include <set>
#include <thread>

using namespace sandbench;
using sandbench::test::answered;
using sandbench::test::GivenBody;
using sandbench::test::textOf;

namespace {

/// The handlers' side of a client that has gone.
class Gone
{
public:
    std::stop_token token() { return m_source.get_token(); }
    void leave() { m_source.request_stop(); }

private:
    std::stop_source m_source;
};

} // namespace

/// Handlers with real sandboxes of this machine, without a socket.
class TestRestSessions : public QObject, private test::RestSession
{
    Q_OBJECT

private:
    /// Whether a run goes on that has.
    bool hasPrinted() const
    {
        for (const auto& run : m_server->runs().list(m_server->caller)) {
            const auto reader = workspace::EventLog::read(run->log(), 0);
            for (const auto& event : reader->next(std::chrono::steady_clock::now(), {}))
                if (event.kind == "stdout" && !run->hasEnded())
                    return true;
        }
        return false;
    }
    workspace::Caller other() const
    {
        auto caller = workspace::localCaller();
        caller.id = "somebody else";
        caller.scopes.erase(workspace::Scope::Admin);
        return caller;
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
    void cleanupTestCase()
    {
        const auto problems = end();
        QVERIFY2(problems.empty(), problems.c_str());
    }

    void runsCodeInASession()
    {
        const auto answer = execute({{"code", "print(6 * 7)"}});
        QVERIFY2(answer.status == 200, answer.body.c_str());
        QCOMPARE(textOf(answer, "stdout"), std::string("42\n"));
        QCOMPARE(jsonInt(answer.json, "exit_code", -1), std::int64_t(0));
        QCOMPARE(textOf(answer, "status"), std::string("ended"));
        QCOMPARE(textOf(answer, "session_id"), m_session);
        const auto again = m_server->send("GET", "/runs/" + textOf(answer, "run_id"));
        QCOMPARE(textOf(again, "stdout"), std::string("42\n"));
        QVERIFY(m_server->send("GET", "/runs").body.find(m_session) != std::string::npos);
    }

    void runsCodeInASandboxOfItsOwn()
    {
        const auto answer = m_server->send(
            "POST", "/execute", {{"lang", "python"}, {"code", "import sys; sys.exit(3)"}});
        QVERIFY2(answer.status == 200, answer.body.c_str());
        QCOMPARE(jsonInt(answer.json, "exit_code"), std::int64_t(3));
        QCOMPARE(m_server->sandboxes().count(), std::size_t(1)); // the test's own
    }

    void listsShowsAndEndsSessions()
    {
        QCOMPARE(m_server->send("GET", "/sessions").json["sessions"].size(), std::size_t(1));
        QCOMPARE(textOf(m_server->send("GET", at("")), "engine"), std::string("local"));
        QVERIFY(jsonInt(m_server->send("GET", at("/metrics")).json, "processes") > 0);
        const auto closed = m_server->send("DELETE", at(""));
        QCOMPARE(closed.status, 200);
        QCOMPARE(textOf(closed, "status"), std::string("closed"));
        QCOMPARE(m_server->send("GET", at("")).code(), std::string("not_found"));
        QCOMPARE(m_server->send("DELETE", at("")).status, 404);
        QCOMPARE(execute({{"code", "1"}}).status, 404);
    }

    void hidesWhatBelongsToOthers()
    {
        const auto run = textOf(execute({{"code", "print(1)"}}), "run_id");
        QVERIFY(put("/files/mine.txt", "secret").status == 201);
        m_server->caller = other();
        for (const auto& path :
             {at(""), at("/files"), at("/files/mine.txt"), at("/contexts"), "/runs/" + run,
              "/runs/" + run + "/artifacts"})
            QCOMPARE(m_server->send("GET", path).status, 404);
        QCOMPARE(execute({{"code", "1"}}).status, 404);
        QCOMPARE(m_server->send("DELETE", at("")).status, 404);
        QCOMPARE(m_server->send("GET", "/sessions").json["sessions"].size(), std::size_t(0));
    }

    void streamsEventsThatCanBeReadAgain()
    {
        const auto stream = m_server->send(
            "POST", at("/execute/stream"),
            {{"code", "import sys\nprint('a')\nprint('b', file=sys.stderr)"}});
        QCOMPARE(stream.type, std::string("text/event-stream"));
        for (const auto* const part :
             {"event: started\n", "event: stdout\n", "event: stderr\n", "event: ended\n", "id: 1\n",
              "\"verdict\":\"exited\""})
            QVERIFY2(stream.body.find(part) != std::string::npos, stream.body.c_str());
        const auto run = stream.header("x-run-id");
        auto call = m_server->call("GET", "/runs/" + run + "/events");
        call.headers["last-event-id"] = "1";
        const auto rest = m_server->send(call);
        QVERIFY(rest.body.find("event: started\n") == std::string::npos);
        QVERIFY(rest.body.find("event: ended\n") != std::string::npos);
        // Nothing is left: a browser's EventSource asks no more after 204.
        call.headers["last-event-id"] = "999";
        const auto over = m_server->send(call);
        QVERIFY(over.status == 204 && over.body.empty());
        QCOMPARE(m_server->send("POST", "/runs/" + run + "/stdin?eof=1").status, 409);
        QCOMPARE(m_server->send("POST", "/runs/none/stdin").status, 404);
        call.headers["last-event-id"] = "x";
        QCOMPARE(m_server->send(call).status, 400);
    }

    void streamsARunInASandboxOfItsOwn()
    {
        const auto stream = m_server->send("POST", "/execute/stream", {{"code", "print('once')"}});
        QVERIFY2(stream.body.find("once") != std::string::npos, stream.body.c_str());
        QCOMPARE(m_server->sandboxes().count(), std::size_t(1)); // the test's own
    }

    void endsTheRunOfAClientThatVanishes()
    {
        Gone client;
        GivenBody body(writeJson({{"code", "while True: pass"}}));
        auto call = m_server->call("POST", at("/execute"));
        call.body = &body;
        call.stop = client.token();
        std::jthread leaving([&] {
            while (m_server->runs().running() == 0)
                std::this_thread::yield();
            client.leave();
        });
        QCOMPARE(m_server->send(call).status, 499);
        const auto runs = m_server->runs().list(m_server->caller);
        const auto end = runs.back()->wait(std::chrono::steady_clock::time_point::max(), {});
        for (const auto& run : runs)
            QVERIFY(run->wait(std::chrono::steady_clock::time_point::max(), {}));
        QVERIFY(end);
        QCOMPARE(m_server->runs().running(), std::size_t(0));
        QCOMPARE(textOf(execute({{"code", "print('next')"}}), "stdout"), std::string("next\n"));
    }

    void tellsWhoWaitsThatARunEndedWithTheServer_data()
    {
        QTest::addColumn<QString>("path");
        for (const char* path :
             {"/execute", "/execute?on_disconnect=detach", "/execute/stream",
              "/execute/stream?on_disconnect=detach"})
            QTest::newRow(path) << path;
    }

    void tellsWhoWaitsThatARunEndedWithTheServer()
    {
        QFETCH(QString, path);
        std::stop_source ending, stop;
        GivenBody body(writeJson({{"code", "print('so far', flush=True)\nwhile True: pass"}}));
        auto call = m_server->call("POST", at(path.toStdString()));
        call.body = &body;
        call.ending = ending.get_token();
        call.stop = stop.get_token();
        std::jthread server([&] {
            while (!hasPrinted())
                std::this_thread::yield();
            ending.request_stop();
            stop.request_stop();
        });
        const auto answer = m_server->send(call);
        QVERIFY2(answer.status == 200, answer.body.c_str());
        if (path.contains("stream"))
            QVERIFY2(answer.body.find("event: ended\n") != std::string::npos, answer.body.c_str());
        else
            QCOMPARE(textOf(answer, "verdict"), std::string("cancelled"));
        for (const auto& run : m_server->runs().list(m_server->caller))
            QVERIFY(run->wait(std::chrono::steady_clock::time_point::max(), {}));
    }

    void holdsOnlyTheProgramOfARunThatGoesOn()
    {
        const rest::CallMemory memory;
        const auto other = memory.share("a");
        const auto code = "input()#" + std::string(1U << 20, 'x');
        GivenBody body(writeJson({{"code", code}, {"live_input", true}}));
        auto call = m_server->call("POST", at("/execute?wait=0&on_disconnect=detach"));
        call.body = &body;
        call.memory = memory.share("a");
        QCOMPARE(m_server->router().answer(call).status, 202);
        QVERIFY(call.json.is_null());
        QVERIFY(!other->charge(rest::CallMemory::kMostOfOne - code.size() + 1));
        QVERIFY(other->charge(rest::CallMemory::kMostOfOne - code.size()));
        for (const auto& run : m_server->runs().list(m_server->caller))
            run->cancel();
        while (!other->resize(rest::CallMemory::kMostBytes)) // until the run has ended
            std::this_thread::yield();
    }

    void goesOnWithoutItsClientWhereAsked()
    {
        const auto started = m_server->send(
            "POST", at("/execute?wait=0&on_disconnect=detach"),
            {{"code", "print(input())"}, {"live_input", true}});
        QCOMPARE(started.status, 202);
        const auto run = textOf(started, "run_id");
        QCOMPARE(textOf(m_server->send("GET", "/runs/" + run), "status"), std::string("running"));
        GivenBody line(std::string("hello\n"));
        auto call = m_server->call("POST", "/runs/" + run + "/stdin?eof=true");
        call.body = &line;
        // Until the program is there, it can read nothing.
        auto sent = m_server->send(call);
        while (sent.status == 503)
            sent = m_server->send(call);
        QVERIFY2(sent.status == 202, sent.body.c_str());
        const auto end = m_server->send("GET", "/runs/" + run + "?wait=60");
        QCOMPARE(textOf(end, "stdout"), std::string("hello\n"));
    }

    void givesProgramsATerminalWhoseSizeChanges()
    {
        const auto started = m_server->send(
            "POST", at("/execute?wait=0&on_disconnect=detach"),
            {{"code", "import os\ninput()\nprint(tuple(os.get_terminal_size()))"},
             {"terminal", {{"rows", 10}, {"columns", 20}}},
             {"live_input", true}});
        QVERIFY2(started.status == 202, started.body.c_str());
        const auto run = "/runs/" + textOf(started, "run_id");
        const auto resized = [&] {
            return m_server->send("POST", run + "/resize", {{"rows", 30}, {"columns", 90}});
        };
        auto answer = resized();
        while (answer.status == 503) // until it has started
            answer = resized();
        QVERIFY2(answer.status == 202, answer.body.c_str());
        QCOMPARE(
            m_server->send("POST", run + "/resize", {{"rows", 0}, {"columns", 9}}).status, 400);
        GivenBody line(std::string("go\n"));
        auto call = m_server->call("POST", run + "/stdin");
        call.body = &line;
        QCOMPARE(m_server->send(call).status, 202);
        const auto end = m_server->send("GET", run + "?wait=60");
        QVERIFY2(end.body.find("(90, 30)") != std::string::npos, end.body.c_str());
    }

    void cancelsARun()
    {
        const auto started = m_server->send(
            "POST", at("/execute?wait=0&on_disconnect=detach"), {{"code", "while True: pass"}});
        const auto run = textOf(started, "run_id");
        QCOMPARE(m_server->send("DELETE", "/runs/" + run).status, 202);
        const auto end = m_server->send("GET", "/runs/" + run + "?wait=60");
        QVERIFY2(
            textOf(end, "verdict") == "cancelled" || textOf(end, "code") == "cancelled",
            end.body.c_str());
    }

    void keepsVariablesInContexts()
    {
        QCOMPARE(execute({{"code", "x = 5"}, {"context", "c"}}).status, 200);
        QCOMPARE(
            textOf(execute({{"code", "x + 1"}, {"context", "c"}}), "result"), std::string("6"));
        QVERIFY(m_server->send("GET", at("/contexts")).body.find("\"c\"") != std::string::npos);
        QCOMPARE(m_server->send("POST", at("/contexts/c/reset"), Json::object()).status, 204);
        QVERIFY(
            execute({{"code", "x"}, {"context", "c"}}).body.find("NameError") != std::string::npos);
        QCOMPARE(m_server->send("POST", at("/contexts"), {{"name", "d"}}).status, 201);
        QCOMPARE(m_server->send("DELETE", at("/contexts/d")).status, 204);
        QCOMPARE(m_server->send("DELETE", at("/contexts/d")).status, 404);
    }

    void undoesCellsAndBranchesFromThem()
    {
        QCOMPARE(execute({{"code", "y = [1]"}, {"context", "u"}}).status, 200);
        QCOMPARE(execute({{"code", "y.append(2)"}, {"context", "u"}}).status, 200);
        const auto steps = m_server->send("GET", at("/contexts/u/steps"));
        QVERIFY2(steps.body.find("y.append(2)") != std::string::npos, steps.body.c_str());
        QCOMPARE(
            m_server->send("POST", at("/contexts/u/branch"), {{"name", "v"}, {"step", 2}}).status,
            201);
        QCOMPARE(m_server->send("POST", at("/contexts/u/branch"), {{"name", "../v"}}).status, 400);
        const auto undone = m_server->send("POST", at("/contexts/u/undo"), Json::object());
        QCOMPARE(undone.status, 200);
        QVERIFY2(undone.body.find("\"step\":2") != std::string::npos, undone.body.c_str());
        for (const char* context : {"u", "v"})
            QCOMPARE(
                textOf(execute({{"code", "y"}, {"context", context}}), "result"),
                std::string("[1]"));
        QCOMPARE(m_server->send("POST", at("/contexts/u/undo"), {{"step", 99}}).status, 404);
        QCOMPARE(m_server->send("POST", at("/contexts/u/undo"), {{"step", 0}}).status, 400);
        QCOMPARE(m_server->send("GET", at("/contexts/none/steps")).status, 404);
    }

    void listsVariablesOfAContext()
    {
        QCOMPARE(
            execute({{"code", "y = [1, 2.5]\nimport os\nd = {'k': 'é'}"}, {"context", "w"}}).status,
            200);
        const auto list = m_server->send("GET", at("/contexts/w/variables"));
        QCOMPARE(list.status, 200);
        QCOMPARE(list.json["total"].dump(), std::string("2"));
        QCOMPARE(
            list.json["variables"][0].dump(),
            std::string(R"({"name":"y","size":"2 items","type":"list","value":"[1, 2.5]"})"));
        const auto one = m_server->send("GET", at("/contexts/w/variables/y"));
        QCOMPARE(one.json["chart"]["series"][0]["values"].dump(), std::string("[1.0,2.5]"));
        QCOMPARE(one.json["table"]["rows"][1]["cells"].dump(), std::string(R"(["2.5"])"));
        QCOMPARE(
            textOf(m_server->send("GET", at("/contexts/w/variables/d")), "text"),
            std::string("{'k': 'é'}"));
        QCOMPARE(m_server->send("GET", at("/contexts/w/variables/none")).status, 404);
        QCOMPARE(m_server->send("GET", at("/contexts/none/variables")).status, 404);
    }

    void describesEachOperationOnce()
    {
        const auto document = m_server->send("GET", "/openapi.json").json;
        std::set<std::string> ids;
        std::size_t count = 0;
        for (const auto& path : document["paths"])
            for (const auto& operation : path) {
                ids.insert(jsonString(operation, "operationId"));
                ++count;
            }
        QCOMPARE(count, m_server->router().routes().size()); // no path hides another one
        QCOMPARE(ids.size(), count);
    }

    void tellsThatASandboxIsGone()
    {
        constexpr std::string_view kProcess = "process ";
        for (const auto& left : test::leftovers(0))
            if (left.starts_with(kProcess))
                QCOMPARE(::kill(std::stoi(left.substr(kProcess.size())), SIGKILL), 0);
        // A run that begins before that is known ends with it instead.
        QTRY_COMPARE(textOf(m_server->send("GET", at("")), "status"), std::string("lost"));
        const auto run = execute({{"code", "print(1)"}});
        QVERIFY2(run.status == 410, run.body.c_str());
        QCOMPARE(run.code(), std::string("session_lost"));
        QVERIFY2(
            textOf(run, "detail").find("open a new one") != std::string::npos, run.body.c_str());
        QCOMPARE(m_server->send("GET", at("/files")).status, 410);
        // Nor is it forgotten when it was cleared away; others never hear of it.
        QCOMPARE(m_server->sandboxes().reapIdle(), std::size_t(1));
        QCOMPARE(execute({{"code", "print(1)"}}).status, 410);
        m_server->caller = other();
        QCOMPARE(execute({{"code", "print(1)"}}).status, 404);
    }

    void namesWhatIsWrongWithABody()
    {
        const auto unknown = execute({{"code", "1"}, {"colour", "red"}});
        QCOMPARE(unknown.status, 400);
        QVERIFY(unknown.body.find("colour") != std::string::npos);
        QVERIFY(execute(Json::object()).body.find("code") != std::string::npos);
        const auto engine = m_server->send("POST", "/sessions", {{"engine", "none such"}});
        QCOMPARE(engine.status, 400);
        QVERIFY(engine.body.find("engine: ") != std::string::npos);
        QCOMPARE(execute({{"code", "1"}, {"language", "klingon"}}).status, 400);
        // Seven arguments that are short enough, but not as JSON for the agent.
        const std::vector<std::string> words(7, std::string(131'000, '\1'));
        const auto escaped = execute({{"code", ""}, {"arguments", words}});
        QVERIFY2(escaped.status == 400, escaped.body.c_str());
        const auto packages = m_server->send(
            "POST", at("/packages"), {{"packages", {"a"}}, {"manager", "none such"}});
        QVERIFY2(packages.status == 400, packages.body.c_str());
        const auto large = m_server->send("POST", "/sessions", {{"cpus", 1e300}});
        QVERIFY2(large.status == 400, large.body.c_str());
        for (const char* name : {"a/b", ""})
            QCOMPARE(m_server->send("POST", at("/contexts"), {{"name", name}}).status, 400);
        QCOMPARE(m_server->send("POST", "/execute", {{"code", 1}}).status, 400);
        QCOMPARE(m_server->sandboxes().count(), std::size_t(1)); // the test's own
    }
};

SANDBENCH_TEST(TestRestSessions);
#include "tst_rest_sessions.moc"
