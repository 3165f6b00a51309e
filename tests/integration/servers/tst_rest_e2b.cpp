// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/base64.h"
#include "tests/support/needs.h"
#include "tests/support/rest_client.h"
#include "tests/support/test_engine.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
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

/// What E2B's clients send, answered with real sandboxes.
class TestRestE2b : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<RestApi> m_server;

    Answered send(
        const std::string& sandbox, std::string method, std::string path, std::string body,
        const std::string& type = "application/json") const
    {
        GivenBody given(std::move(body));
        auto call = m_server->call(std::move(method), std::move(path));
        call.headers = {{"e2b-sandbox-id", sandbox}, {"content-type", type}};
        call.body = &given;
        return m_server->send(std::move(call));
    }
    std::string e2bSandbox(int timeout = 300) const
    {
        const Json wish = {{"templateID", "base"}, {"timeout", timeout}};
        return jsonString(m_server->send("POST", "/e2b/v2/sandboxes", wish).json, "sandboxID");
    }
    /// A call of the Connect protocol whose answer is a stream.
    Answered stream(const std::string& sandbox, const char* method, const Json& message) const
    {
        return send(
            sandbox, "POST", std::string("/e2b/process.Process/") + method, envelope(message),
            "application/connect+json");
    }
    static Json commandOf(const std::string& line)
    {
        return {{"process", {{"cmd", "/bin/bash"}, {"args", {"-c", line}}}}};
    }
    /// The number of the command that @p events are of.
    static int pidOf(const Answered& events)
    {
        const std::string begin = "\"start\":{\"pid\":";
        const auto at = events.body.find(begin);
        return at == std::string::npos ? 0 : std::stoi(events.body.substr(at + begin.size()));
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

    void e2bFindsSandboxesByTheirMetadata()
    {
        const auto opened = m_server->send(
            "POST", "/e2b/sandboxes",
            {{"timeout", 60}, {"metadata", {{"user", "a b"}, {"n", "1"}}}});
        QCOMPARE(opened.status, 201);
        const auto id = jsonString(opened.json, "sandboxID");
        const auto listed = [&](const char* query) {
            return m_server->send("GET", std::string("/e2b/v2/sandboxes") + query).json.size();
        };
        QCOMPARE(listed("?metadata=user=a%20b&limit=9"), std::size_t(1));
        QCOMPARE(listed("?metadata=user=zz"), std::size_t(0));
        QCOMPARE(listed("?metadata=k=zz"), std::size_t(0));
        QCOMPARE(m_server->send("GET", "/e2b/v2/sandboxes?metadata=user").status, 400);
        const auto shown = m_server->send("GET", "/e2b/sandboxes/" + id);
        QCOMPARE(
            writeJson(jsonField(shown.json, "metadata")), std::string(R"({"n":"1","user":"a b"})"));
        const auto wrong = m_server->send("POST", "/e2b/sandboxes", {{"metadata", {{"n", 1}}}});
        QCOMPARE(wrong.status, 400);
        QVERIFY(m_server->sandboxes().close(m_server->caller, id));
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
        QVERIFY2(linesOf(failed, "stderr").empty(), failed.body.c_str());
        const auto rich = run(
            {{"code",
              "class T:\n def _repr_html_(self): return '<p>t</p>'\n"
              " def __repr__(self): return 't'\nT()"}});
        QCOMPARE(linesOf(rich, "result").size(), std::size_t(1));
        QCOMPARE(jsonString(linesOf(rich, "result")[0], "html"), std::string("<p>t</p>"));
        QCOMPARE(jsonString(linesOf(rich, "result")[0], "text"), std::string("t"));
        QCOMPARE(run({{"code", "1"}, {"language", "klingon"}}).status, 400);
        QCOMPARE(send(id, "POST", "/e2b/contexts", R"({"cwd":"/tmp"})").status, 400);
        const auto context = send(id, "POST", "/e2b/contexts", R"({"language":"python"})");
        const auto name = jsonString(context.json, "id");
        const auto apart = run({{"code", "x"}, {"context_id", name}});
        QCOMPARE(jsonString(linesOf(apart, "error").at(0), "name"), std::string("NameError"));
        QCOMPARE(send(id, "POST", "/e2b/contexts/" + name + "/restart", "").status, 204);
        QCOMPARE(send(id, "DELETE", "/e2b/contexts/" + name, "").status, 204);
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

    void e2bMovesFilesAndRunsCommands()
    {
        const auto id = e2bSandbox();
        const auto written = send(
            id, "POST", "/e2b/files?path=/home/user/a.txt", "text", "application/octet-stream");
        QVERIFY2(written.status == 200, written.body.c_str());
        QCOMPARE(send(id, "GET", "/e2b/files?path=/home/user/a.txt", "").body, std::string("text"));
        const auto relative = send(id, "POST", "/e2b/files?path=d/b.txt", "x", "text/plain");
        QCOMPARE(jsonString(relative.json.at(0), "path"), std::string("/work/d/b.txt"));
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
        const auto events = stream(id, "Start", commandOf("cat /home/user/a.txt; exit 3"));
        QVERIFY(pidOf(events) > 0);
        QVERIFY(events.body.find("\"stdout\":\"" + toBase64("text")) != std::string::npos);
        QVERIFY(events.body.find("\"exitCode\":3") != std::string::npos);
        const auto bad = send(
            id, "POST", "/e2b/process.Process/Start", "no envelope", "application/connect+json");
        QVERIFY(bad.body.find("invalid_argument") != std::string::npos);
        QVERIFY(m_server->sandboxes().close(m_server->caller, id));
    }

    void e2bSaysWhyACommandDidNotStart_data()
    {
        QTest::addColumn<QByteArray>("process");
        QTest::newRow("program") << QByteArray(R"({"cmd":"no-such-program"})");
        QTest::newRow("folder") << QByteArray(R"({"cmd":"true","cwd":"/no/such/folder"})");
    }
    void e2bSaysWhyACommandDidNotStart()
    {
        QFETCH(QByteArray, process);
        const auto id = e2bSandbox();
        const auto events
            = stream(id, "Start", {{"process", parseJson(process.toStdString()).value_or(Json())}});
        QVERIFY2(
            events.body.find("{\"error\":{\"code\":") != std::string::npos, events.body.c_str());
        QVERIFY2(events.body.find("no") != std::string::npos, events.body.c_str());
        QVERIFY2(events.body.find("\"end\"") == std::string::npos, events.body.c_str());
        QVERIFY(m_server->sandboxes().close(m_server->caller, id));
    }

    void e2bListsAndFollowsCommands()
    {
        const auto id = e2bSandbox();
        GivenBody given(envelope(
            {{"process", commandOf("echo here; read -r line; echo \"$line\"")["process"]},
             {"stdin", true},
             {"tag", "mine"}}));
        auto call = m_server->call("POST", "/e2b/process.Process/Start");
        call.headers = {{"e2b-sandbox-id", id}};
        call.body = &given;
        // Its client leaves after the first events.
        const auto pid = pidOf(answered(m_server->router(), std::move(call), 1));
        QVERIFY(pid > 0);
        const auto list = [&] { return send(id, "POST", "/e2b/process.Process/List", "{}").json; };
        const auto process = list().at("processes").at(0);
        QCOMPARE(jsonInt(process, "pid"), std::int64_t(pid));
        QCOMPARE(jsonString(process, "tag"), std::string("mine"));
        QCOMPARE(jsonString(process["config"], "cmd"), std::string("/bin/bash"));
        QVERIFY2(list().at("processes").size() == 1, writeJson(list()).c_str());
        const Json selector = {{"process", {{"pid", pid}}}};
        auto input = selector;
        input["input"] = {{"stdin", toBase64("typed\n")}};
        QCOMPARE(send(id, "POST", "/e2b/process.Process/SendInput", writeJson(input)).status, 200);
        const auto events = stream(id, "Connect", selector);
        QCOMPARE(pidOf(events), pid);
        QVERIFY2(events.body.find("\"exitCode\":0") != std::string::npos, events.body.c_str());
        QVERIFY(list().at("processes").empty());
        auto late = selector;
        late["signal"] = "SIGNAL_SIGKILL";
        const auto gone = send(id, "POST", "/e2b/process.Process/SendSignal", writeJson(late));
        QCOMPARE(gone.status, 404);
        QCOMPARE(gone.code(), std::string("not_found"));
        m_server->caller.id = "somebody else";
        m_server->caller.scopes.erase(workspace::Scope::Admin);
        QVERIFY(stream(id, "Connect", selector).body.find("not_found") != std::string::npos);
        m_server->caller = workspace::localCaller();
        QVERIFY(m_server->sandboxes().close(m_server->caller, id));
    }

    void e2bSaysWhatItDoesNotHave()
    {
        const auto wrong = send("", "POST", "/e2b/process.Process/List", "{");
        QCOMPARE(wrong.code(), std::string("invalid_argument"));
        QVERIFY2(!jsonString(wrong.json, "message").empty(), wrong.body.c_str());
        const auto nowhere = send("", "POST", "/e2b/process.Process/List", "{}");
        QCOMPARE(nowhere.status, 400);
        QVERIFY2(nowhere.body.find("E2b-Sandbox-Id") != std::string::npos, nowhere.body.c_str());
        const auto unknown = m_server->send("GET", "/e2b/v9/things");
        QCOMPARE(unknown.status, 404);
        QCOMPARE(jsonInt(unknown.json, "code"), std::int64_t(404));
        const auto unary = send("", "POST", "/e2b/filesystem.Filesystem/CreateWatcher", "{}");
        QCOMPARE(unary.code(), std::string("unimplemented"));
        const auto streamed = stream("", "StreamInput", Json::object());
        QCOMPARE(streamed.status, 200);
        QVERIFY2(streamed.body.find("unimplemented") != std::string::npos, streamed.body.c_str());
    }

    void e2bTimeoutsSayWhenASandboxEnds()
    {
        const auto id = e2bSandbox(300);
        const auto limit = [&] {
            const auto found = m_server->sandboxes().find(m_server->caller, id);
            return found ? (*found)->idleLimit().count() : -1;
        };
        const auto ask = [&](const std::string& what, int timeout) {
            return m_server->send("POST", "/e2b/sandboxes/" + id + what, {{"timeout", timeout}});
        };
        const auto first = m_server->send("GET", "/e2b/sandboxes/" + id);
        QCOMPARE(limit(), 300);
        QCOMPARE(ask("/timeout", 1200).status, 204);
        QCOMPARE(limit(), 1200);
        const auto later = ask("/connect", 60);
        QCOMPARE(limit(), 1200);
        const auto end = [](const Answered& answer) { return jsonString(answer.json, "endAt"); };
        QVERIFY2(end(first) > jsonString(first.json, "startedAt"), end(first).c_str());
        QVERIFY2(end(later) > end(first), end(later).c_str());
        ask("/connect", 1300);
        QCOMPARE(limit(), 1300);
        ask("/timeout", 60);
        QCOMPARE(limit(), 60);
        const auto wrong = ask("/timeout", -1);
        QCOMPARE(wrong.status, 400);
        QCOMPARE(jsonInt(wrong.json, "code"), std::int64_t(400));
        // Never more than the quota, whose 0 would be no limit.
        ask("/timeout", 2'000'000'000);
        QCOMPARE(limit(), m_server->caller.quotas.idle.count());
        ask("/timeout", 0);
        QCOMPARE(limit(), 1);
        QVERIFY(m_server->sandboxes().close(m_server->caller, id));
    }
};

SANDBENCH_TEST(TestRestE2b);
#include "tst_rest_e2b.moc"
