// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/needs.h"
#include "tests/support/rest_client.h"
#include "tests/support/test_engine.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <set>
#include <thread>

using namespace sandbench;
using sandbench::test::answered;
using sandbench::test::GivenBody;
using sandbench::test::RestApi;

namespace {

std::string textOf(const test::Answered& answer, const char* name)
{
    return jsonString(answer.json, name);
}

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
class TestRestSessions : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<RestApi> m_server;
    std::string m_session; ///< Of the test.

    std::string at(const std::string& path) const { return "/sessions/" + m_session + path; }
    test::Answered execute(const Json& body) const
    {
        return m_server->send("POST", at("/execute"), body);
    }
    test::Answered put(const std::string& path, const std::string& bytes) const
    {
        GivenBody given(bytes);
        auto call = m_server->call("PUT", at(path));
        call.body = &given;
        return answered(m_server->router(), std::move(call));
    }
    /// Whether a run goes on that has.
    bool hasPrinted() const
    {
        for (const auto& run : m_server->parts().runs.list(m_server->caller)) {
            const auto reader = service::EventLog::read(run->log(), 0);
            for (const auto& event : reader->next(std::chrono::steady_clock::now(), {}))
                if (event.kind == "stdout" && !run->hasEnded())
                    return true;
        }
        return false;
    }
    service::Caller other() const
    {
        auto caller = service::localCaller();
        caller.id = "somebody else";
        caller.scopes.erase(service::Scope::Admin);
        return caller;
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

    void init()
    {
        m_server->caller = service::localCaller();
        const auto opened = m_server->send("POST", "/sessions", {{"lang", "python"}});
        QVERIFY2(opened.status == 201, opened.body.c_str());
        m_session = textOf(opened, "session_id");
        QCOMPARE(opened.header("location"), at(""));
    }

    void cleanup()
    {
        m_server->caller = service::localCaller();
        for (const auto& sandbox : m_server->parts().sandboxes.list(m_server->caller))
            QVERIFY(m_server->parts().sandboxes.close(m_server->caller, sandbox->id()));
    }

    void cleanupTestCase()
    {
        m_server.reset();
        QCOMPARE(test::leftovers().size(), std::size_t(0));
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
        QCOMPARE(m_server->parts().sandboxes.count(), std::size_t(1)); // the test's own
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
        const auto rest = answered(m_server->router(), call);
        QVERIFY(rest.body.find("event: started\n") == std::string::npos);
        QVERIFY(rest.body.find("event: ended\n") != std::string::npos);
        // Nothing is left: a browser's EventSource asks no more after 204.
        call.headers["last-event-id"] = "999";
        const auto over = answered(m_server->router(), call);
        QVERIFY(over.status == 204 && over.body.empty());
        QCOMPARE(m_server->send("POST", "/runs/" + run + "/stdin?eof=1").status, 409);
        QCOMPARE(m_server->send("POST", "/runs/none/stdin").status, 404);
        call.headers["last-event-id"] = "x";
        QCOMPARE(answered(m_server->router(), call).status, 400);
    }

    void streamsARunInASandboxOfItsOwn()
    {
        const auto stream = m_server->send("POST", "/execute/stream", {{"code", "print('once')"}});
        QVERIFY2(stream.body.find("once") != std::string::npos, stream.body.c_str());
        QCOMPARE(m_server->parts().sandboxes.count(), std::size_t(1)); // the test's own
    }

    void endsTheRunOfAClientThatVanishes()
    {
        Gone client;
        GivenBody body(writeJson({{"code", "while True: pass"}}));
        auto call = m_server->call("POST", at("/execute"));
        call.body = &body;
        call.stop = client.token();
        std::jthread leaving([&] {
            while (m_server->parts().runs.running() == 0)
                std::this_thread::yield();
            client.leave();
        });
        QCOMPARE(answered(m_server->router(), call).status, 499);
        const auto runs = m_server->parts().runs.list(m_server->caller);
        const auto end = runs.back()->wait(std::chrono::steady_clock::time_point::max(), {});
        for (const auto& run : runs)
            QVERIFY(run->wait(std::chrono::steady_clock::time_point::max(), {}));
        QVERIFY(end);
        QCOMPARE(m_server->parts().runs.running(), std::size_t(0));
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
        const auto answer = answered(m_server->router(), call);
        QVERIFY2(answer.status == 200, answer.body.c_str());
        if (path.contains("stream"))
            QVERIFY2(answer.body.find("event: ended\n") != std::string::npos, answer.body.c_str());
        else
            QCOMPARE(textOf(answer, "verdict"), std::string("cancelled"));
        for (const auto& run : m_server->parts().runs.list(m_server->caller))
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
        for (const auto& run : m_server->parts().runs.list(m_server->caller))
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
        auto sent = answered(m_server->router(), call);
        while (sent.status == 503)
            sent = answered(m_server->router(), call);
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
        QCOMPARE(answered(m_server->router(), call).status, 202);
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

    void bringsFilesInAndOut()
    {
        std::string bytes;
        for (int i = 0; i < 300'000; ++i)
            bytes += static_cast<char>(i * 7);
        const auto written = put("/files/deep/down/data.bin", bytes);
        QVERIFY2(written.status == 201, written.body.c_str());
        const auto read = m_server->send("GET", at("/files/deep/down/data.bin"));
        QCOMPARE(read.status, 200);
        QVERIFY(read.body == bytes);
        QCOMPARE(read.type, std::string("application/octet-stream"));
        QVERIFY(
            read.header("content-disposition").starts_with("attachment; filename=\"data.bin\""));
        const auto list = m_server->send("GET", at("/files?path=deep&depth=3"));
        QVERIFY2(
            list.body.find("/work/deep/down/data.bin") != std::string::npos, list.body.c_str());
        QCOMPARE(
            m_server->send("POST", at("/rename"), {{"from", "deep/down/data.bin"}, {"to", "b.bin"}})
                .status,
            200);
        QCOMPARE(m_server->send("GET", at("/files/deep/down/data.bin")).status, 404);
        QCOMPARE(m_server->send("DELETE", at("/files/deep?recursive=true")).status, 204);
        QCOMPARE(m_server->send("GET", at("/files/deep/down")).status, 404);
        QCOMPARE(m_server->send("POST", at("/folders"), {{"path", "x/y"}}).status, 201);
        QCOMPARE(m_server->send("GET", at("/files/x")).status, 400); // a folder has no bytes
        QCOMPARE(put("/files/empty", "").status, 201);
        QCOMPARE(m_server->send("GET", at("/files/empty")).body, std::string());
    }

    void takesFormsOfFiles()
    {
        GivenBody form(
            {{{"file", "a.txt", "text/plain"}, "one"}, {{"file", "d/b.txt", ""}, "two"}});
        auto call = m_server->call("POST", at("/files?path=in"));
        call.headers["content-type"] = "Multipart/Form-Data; boundary=x";
        call.body = &form;
        const auto answer = answered(m_server->router(), call);
        QVERIFY2(answer.status == 201, answer.body.c_str());
        const auto said
            = execute({{"code", "print(open('in/a.txt').read(), open('in/d/b.txt').read())"}});
        QCOMPARE(textOf(said, "stdout"), std::string("one two\n"));
        GivenBody hostile({{{"file", "c.txt", ""}, "x"}, {{"file", "../../etc/passwd", ""}, "x"}});
        call.body = &hostile;
        const auto half = answered(m_server->router(), call);
        QCOMPARE(half.status, 400);
        const auto& written = jsonField(half.json, "written");
        QVERIFY2(
            written.size() == 1 && jsonString(written[0], "path") == "in/c.txt", half.body.c_str());
        call.headers["content-type"] = "multipart/form-dataX; boundary=x";
        QCOMPARE(answered(m_server->router(), call).status, 415);
        QCOMPARE(m_server->send("DELETE", at("/files/in")).code(), std::string("not_empty"));
    }

    void listsEveryFileByOneName()
    {
        QCOMPARE(put("/files/a.txt", "x").status, 201);
        for (const char* query : {"/files", "/files?path=.", "/files?path=/work/./&absolute=1"}) {
            const auto listed = m_server->send("GET", at(query));
            QVERIFY2(listed.body.find("\"/work/a.txt\"") != std::string::npos, listed.body.c_str());
        }
        const auto root = m_server->send("GET", at("/files?path=/&absolute=1"));
        QVERIFY2(root.body.find("\"/work\"") != std::string::npos, root.body.c_str());
    }

    void leavesNoFileThatDidNotArriveWhole()
    {
        m_server->caller.quotas.uploadBytes = 1000;
        QCOMPARE(put("/files/large", std::string(2000, 'x')).status, 413);
        QCOMPARE(m_server->send("GET", at("/files/large")).status, 404);
        QCOMPARE(put("/files/fits", std::string(1000, 'x')).status, 201);
    }

    void leadsNowhereThroughFileNames()
    {
        for (const auto* const path : {"/files/../../etc/passwd", "/files/a/../../b", "/files/.."})
            QVERIFY2(m_server->send("GET", at(path)).status == 400, path);
        QCOMPARE(m_server->send("GET", at("/files?path=../..")).status, 400);
        QCOMPARE(
            m_server->send("POST", at("/rename"), {{"from", "a"}, {"to", "../b"}}).status, 400);
    }

    void givesNoFileOfThisMachine()
    {
        QTemporaryDir folder;
        const auto path = folder.filePath("secret").toStdString();
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("ours") == 4);
        file.close();
        // Absolute is what the sandbox calls so; its links lead to its own files too.
        const auto link = execute({{"code", "import os\nos.symlink('" + path + "', 'link')"}});
        QCOMPARE(jsonInt(link.json, "exit_code", -1), std::int64_t(0));
        for (const auto& [name, status] :
             {std::pair("/files" + path + "?absolute=true", 404), {"/files/link", 400}}) {
            const auto read = m_server->send("GET", at(name));
            QVERIFY2(read.status == status, (name + " " + read.body).c_str());
            (void)put(name, "theirs");
            QVERIFY(file.open(QIODevice::ReadOnly) && file.readAll() == "ours");
            file.close();
        }
    }

    void showsArtifactsToNoBrowserAsAPage()
    {
        const auto answer = execute(
            {{"code",
              "import os\nos.makedirs('output', exist_ok=True)\n"
              "open('output/page.html','w').write('<html><script>alert(1)</script></html>')\n"
              "open('output/"
              "dot.png','wb').write(bytes.fromhex('89504e470d0a1a0a0000000d494844520000"
              "00010000000108060000001f15c4890000000d49444154789c626001000000ffff03000006000557bfab"
              "d4"
              "0000000049454e44ae426082'))\n"}});
        QVERIFY2(answer.status == 200, answer.body.c_str());
        const auto& artifacts = jsonField(answer.json, "artifacts");
        QCOMPARE(artifacts.size(), std::size_t(2));
        for (const auto& artifact : artifacts) {
            const auto bytes = m_server->send("GET", jsonString(artifact, "url"));
            QCOMPARE(bytes.status, 200);
            QCOMPARE(bytes.body.size(), static_cast<std::size_t>(jsonInt(artifact, "bytes")));
            QCOMPARE(bytes.header("x-content-type-options"), std::string("nosniff"));
            QVERIFY(bytes.header("content-security-policy").starts_with("sandbox"));
            const bool isPicture = jsonString(artifact, "mime") == "image/png";
            QCOMPARE(bytes.header("content-disposition").starts_with("inline"), isPicture);
        }
        QVERIFY(answer.body.find("storedPath") == std::string::npos);
        QVERIFY(!artifacts[0].contains("path"));
        const auto run = "/runs/" + textOf(answer, "run_id") + "/artifacts";
        QCOMPARE(m_server->send("GET", run).json["artifacts"].size(), std::size_t(2));
        for (const auto* const bad : {"/2", "/-1", "/x", "/0x1", "/..%2f", "/99999999999999999999"})
            QCOMPARE(m_server->send("GET", run + bad).status, 404);
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
        QCOMPARE(m_server->parts().sandboxes.count(), std::size_t(1)); // the test's own
    }
};

QTEST_APPLESS_MAIN(TestRestSessions)
#include "tst_rest_sessions.moc"
