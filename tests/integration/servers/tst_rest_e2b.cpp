// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/base64.h"
#include "tests/integration/servers/e2b_calls.h"
#include "tests/support/needs.h"
#include "tests/support/test_engine.h"
#include "tests/support/test_program.h"

#include <QCryptographicHash>
#include <QTest>
#include <QUrl>

using namespace sandbench;
using sandbench::test::Answered;
using sandbench::test::answered;
using sandbench::test::E2bCalls;
using sandbench::test::envelope;
using sandbench::test::GivenBody;
using sandbench::test::RestApi;

/// What E2B's clients send about sandboxes, files and commands, answered with real ones.
class TestRestE2b : public E2bCalls
{
    Q_OBJECT

private Q_SLOTS:
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

    void e2bSaysWhatALiveSandboxCannot()
    {
        const auto id = e2bSandbox();
        for (const auto* call :
             {"POST pause", "POST resume", "GET metrics", "POST snapshots", "GET logs",
              "PUT network", "POST fork"}) {
            const std::string text = call;
            const auto space = text.find(' ');
            const auto path = "/e2b/sandboxes/" + id + "/" + text.substr(space + 1);
            const auto answer = m_server->send(text.substr(0, space), path);
            QVERIFY2(answer.status == 501, (path + " " + answer.body).c_str());
            QCOMPARE(jsonInt(answer.json, "code"), std::int64_t(501));
            QVERIFY2(jsonString(answer.json, "message").size() > 30, answer.body.c_str());
        }
        QCOMPARE(m_server->send("POST", "/e2b/sandboxes/none/pause").status, 404);
        QCOMPARE(m_server->send("GET", "/e2b/templates").status, 501);
        QVERIFY(m_server->sandboxes().close(m_server->caller, id));
    }

    void e2bIsNotSilentlySomethingElse()
    {
        const auto count = m_server->sandboxes().count();
        const auto unknown = m_server->send(
            "POST", "/e2b/v2/sandboxes", {{"templateID", "mine"}, {"timeout", 60}});
        QCOMPARE(unknown.status, 404);
        QVERIFY2(unknown.body.find("mine") != std::string::npos, unknown.body.c_str());
        for (const Json& wish :
             {Json{{"autoPause", true}}, Json{{"volumeMounts", {{{"name", "v"}, {"path", "/v"}}}}},
              Json{{"mcp", {{"a", Json::object()}}}}, Json{{"network", {{"denyOut", {"*"}}}}},
              Json{{"allow_internet_access", true}}}) {
            const auto answer = m_server->send("POST", "/e2b/v2/sandboxes", wish);
            QVERIFY2(answer.status == 501, (writeJson(wish) + answer.body).c_str());
        }
        QCOMPARE(m_server->sandboxes().count(), count);
        const Json usual
            = {{"templateID", "code-interpreter-v1"},
               {"autoPause", false},
               {"allow_internet_access", false},
               {"mcp", nullptr}};
        const auto opened = m_server->send("POST", "/e2b/v2/sandboxes", usual);
        QVERIFY2(opened.status == 201, opened.body.c_str());
        // Their getHost() makes a name of a port from it, which must be nobody's machine.
        QVERIFY(jsonString(opened.json, "domain").ends_with(".invalid"));
        const auto id = jsonString(opened.json, "sandboxID");
        const auto as = [&](const std::string& user) {
            GivenBody given(R"({"path":"/"})");
            auto call = m_server->call("POST", "/e2b/filesystem.Filesystem/Stat");
            call.headers
                = {{"e2b-sandbox-id", id}, {"authorization", "Basic " + toBase64(user + ":")}};
            call.body = &given;
            return m_server->send(std::move(call));
        };
        QCOMPARE(as("user").status, 200);
        QCOMPARE(as("root").status, 400);
        QVERIFY(as("root").body.find("root") != std::string::npos);
        QCOMPARE(send(id, "GET", "/e2b/files?path=/a&username=root", "").status, 400);
        const auto port = m_server->send("GET", "/e2b/ports/3000/");
        QCOMPARE(port.status, 501);
        QVERIFY(m_server->sandboxes().close(m_server->caller, id));
    }

    void e2bAddressesOfFilesAreSigned()
    {
        const auto opened = m_server->send("POST", "/e2b/v2/sandboxes", {{"timeout", 60}});
        const auto id = jsonString(opened.json, "sandboxID");
        const auto other = e2bSandbox();
        const auto key = jsonString(opened.json, "envdAccessToken");
        QVERIFY(!key.empty());
        const auto sign = [&](const std::string& text) {
            return QUrl::toPercentEncoding(
                       "v1_"
                       + QCryptographicHash::hash(
                             QByteArray::fromStdString(text + ":" + key),
                             QCryptographicHash::Sha256)
                             .toBase64(QByteArray::OmitTrailingEquals))
                .toStdString();
        };
        const auto ask = [&](const char* method, const std::string& query, const char* body = "") {
            GivenBody given((std::string(body)));
            auto call = m_server->call(method, "/files?" + query);
            // As a listener: decoded.
            for (auto& [name, value] : call.query)
                value = QUrl::fromPercentEncoding(QByteArray::fromStdString(value)).toStdString();
            call.caller = {};
            call.headers["content-type"] = "application/octet-stream";
            call.body = &given;
            return m_server->send(std::move(call));
        };
        const auto written
            = ask("POST", "path=/home/user/a&signature=" + sign("/home/user/a:write:"), "text");
        QVERIFY2(written.status == 200, written.body.c_str());
        const auto mine = "path=/home/user/a&signature=" + sign("/home/user/a:read:");
        QCOMPARE(ask("GET", mine).body, std::string("text"));
        QCOMPARE(send(id, "GET", "/e2b/files?path=/home/user/a", "").body, std::string("text"));
        QCOMPARE(send(other, "GET", "/e2b/files?path=/home/user/a", "").status, 404);
        for (const auto& wrong :
             {"path=/etc/passwd&signature=" + sign("/home/user/a:read:"),
              "path=/home/user/a&signature=" + sign("/home/user/a:write:"),
              std::string("path=/home/user/a"), std::string("path=/home/user/a&signature=v1_")}) {
            const auto refused = ask("GET", wrong);
            QVERIFY2(refused.status == 401, refused.body.c_str());
        }
        QVERIFY(m_server->sandboxes().close(m_server->caller, id));
        QCOMPARE(ask("GET", mine).status, 401);
        QVERIFY(m_server->sandboxes().close(m_server->caller, other));
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

    void e2bWatchesFolders()
    {
        const auto id = e2bSandbox();
        const auto call = [&](const std::string& method, const Json& asked) {
            return send(id, "POST", "/e2b/filesystem.Filesystem/" + method, writeJson(asked));
        };
        const auto made = call("CreateWatcher", {{"path", "/home/user"}, {"recursive", true}}).json;
        const Json watcher = {{"watcherId", jsonString(made, "watcherId")}};
        QCOMPARE(call("GetWatcherEvents", watcher).json, Json({{"events", Json::array()}}));
        std::string seen;
        const auto isSeen = [&](const char* type) {
            seen += call("GetWatcherEvents", watcher).body;
            return seen.find(type) != std::string::npos;
        };
        // Once it is told, what happens in it is.
        stream(id, "Start", commandOf("mkdir ~/d"));
        QTRY_VERIFY(isSeen("CREATE"));
        stream(id, "Start", commandOf("cd; echo a >d/a; mv d/a b; chmod 600 b; rm b"));
        QTRY_VERIFY(isSeen("REMOVE"));
        for (const auto* event :
             {R"({"name":"d/a","type":"EVENT_TYPE_CREATE"})",
              R"({"name":"d/a","type":"EVENT_TYPE_WRITE"})",
              R"({"name":"d/a","type":"EVENT_TYPE_RENAME"})",
              R"({"name":"b","type":"EVENT_TYPE_CREATE"})",
              R"({"name":"b","type":"EVENT_TYPE_CHMOD"})",
              R"({"name":"b","type":"EVENT_TYPE_REMOVE"})"})
            QVERIFY2(seen.find(event) != std::string::npos, seen.c_str());
        QCOMPARE(call("RemoveWatcher", watcher).status, 200);
        QCOMPARE(call("GetWatcherEvents", watcher).code(), std::string("not_found"));
        QCOMPARE(call("RemoveWatcher", watcher).code(), std::string("not_found"));

        const auto gone = call("CreateWatcher", {{"path", "/home/user/d"}}).json;
        stream(id, "Start", commandOf("rmdir ~/d"));
        QTRY_COMPARE(call("GetWatcherEvents", gone).code(), std::string("not_found"));
        QCOMPARE(call("CreateWatcher", {{"path", "/none"}}).code(), std::string("not_found"));
        const auto streamed = send(
            id, "POST", "/e2b/filesystem.Filesystem/WatchDir", envelope({{"path", "/none"}}),
            "application/connect+json");
        QVERIFY2(streamed.body.find("not_found") != std::string::npos, streamed.body.c_str());
        for (int i = 0; i < 31; ++i)
            QCOMPARE(call("CreateWatcher", {{"path", "/tmp"}}).status, 200);
        QCOMPARE(
            call("CreateWatcher", {{"path", "/tmp"}}).code(), std::string("resource_exhausted"));
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
        const auto unary = send("", "POST", "/e2b/filesystem.Filesystem/Compose", "{}");
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
