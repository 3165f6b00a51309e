// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/http_endpoint.h"
#include "app/mcp/http_headers.h"
#include "app/mcp/stdio_server.h"
#include "tests/support/rest_client.h"
#include "tests/support/test_program.h"
#include "tests/unit/app/mcp_fixture.h"

#include <QTest>

#include <array>
#include <set>
#include <thread>
#include <tuple>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::mcp;
using namespace std::string_literals;
using test::echoTool;
using test::statelessMeta;
using test::testResources;

namespace {

Json request(const Json& id, const char* method, Json params = Json::object())
{
    return {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}};
}

Json echo(const Json& id, const char* text)
{
    return request(id, "tools/call", {{"name", "echo"}, {"arguments", {{"text", text}}}});
}

Json notice()
{
    return {{"jsonrpc", "2.0"}, {"method", "notifications/initialized"}};
}

/// The ids of a list of answers, those of errors with a mark.
std::set<std::string> answerIdsOf(const Json& answers)
{
    std::set<std::string> ids;
    for (const auto& answer : answers)
        ids.insert(writeJson(answer.at("id")) + (answer.contains("error") ? "!" : ""));
    return ids;
}

} // namespace

/// The transports of MCP, without a client's program.
class TestMcpEndpoint : public QObject
{
    Q_OBJECT

private:
    const McpServer m_server{{{echoTool()}, testResources()}, "1"};

    test::Answered post(const Json& body, rest::Headers headers = {})
    {
        HttpEndpoint endpoint(m_server);
        test::GivenBody given(writeJson(body));
        rest::Call call;
        call.method = "POST";
        call.path = "/mcp";
        call.caller = workspace::localCaller();
        call.headers = std::move(headers);
        call.body = &given;
        return test::answered(rest::Router(mcpRoutes(endpoint, m_server)), std::move(call));
    }

    static std::string sessionOf(HttpEndpoint& endpoint)
    {
        test::GivenBody body(
            writeJson(request(0, "initialize", {{"protocolVersion", "2025-11-25"}})));
        rest::Call call;
        call.caller = workspace::localCaller();
        call.body = &body;
        return endpoint.answer(call).headers["mcp-session-id"];
    }

    /// What a client that said @p lines and left has got.
    std::vector<Json> talk(const std::vector<Json>& lines)
    {
        std::array<int, 2> in{}, out{};
        if (::pipe(in.data()) != 0 || ::pipe(out.data()) != 0)
            return {};
        UniqueFd inRead(in[0]), inWrite(in[1]), outRead(out[0]), outWrite(out[1]);
        std::string text;
        for (const auto& line : lines)
            text += writeJson(line) + "\n";
        if (::write(inWrite.get(), text.data(), text.size()) < 0)
            return {};
        inWrite.reset();
        StdioServer(m_server, workspace::localCaller(), inRead.get(), outWrite.get()).serve({});
        outWrite.reset();
        std::string bytes(1 << 16, 0);
        const auto count = ::read(outRead.get(), bytes.data(), bytes.size());
        bytes.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
        std::vector<Json> answers;
        LineSplitter splitter(1 << 16);
        splitter.add(bytes);
        while (const auto line = splitter.take())
            answers.push_back(Json::parse(line->text));
        return answers;
    }

private Q_SLOTS:
    void comparesHeadersWithTheBody_data()
    {
        QTest::addColumn<QByteArray>("version");
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<int>("code");
        QTest::newRow("good") << QByteArray("2026-07-28") << QByteArray("tools/call")
                              << QByteArray("echo") << 0;
        QTest::newRow("encoded") << QByteArray("2026-07-28") << QByteArray("tools/call")
                                 << QByteArray("=?base64?ZWNobw==?=") << 0;
        QTest::newRow("no version")
            << QByteArray() << QByteArray("tools/call") << QByteArray("echo") << kHeaderMismatch;
        QTest::newRow("other version") << QByteArray("2025-11-25") << QByteArray("tools/call")
                                       << QByteArray("echo") << kHeaderMismatch;
        QTest::newRow("unknown version") << QByteArray("2031-01-01") << QByteArray("tools/call")
                                         << QByteArray("echo") << kUnsupportedVersion;
        QTest::newRow("other method") << QByteArray("2026-07-28") << QByteArray("tools/list")
                                      << QByteArray("echo") << kHeaderMismatch;
        QTest::newRow("other name") << QByteArray("2026-07-28") << QByteArray("tools/call")
                                    << QByteArray("run_code") << kHeaderMismatch;
        QTest::newRow("no name") << QByteArray("2026-07-28") << QByteArray("tools/call")
                                 << QByteArray() << kHeaderMismatch;
    }

    void comparesHeadersWithTheBody()
    {
        QFETCH(QByteArray, version);
        QFETCH(QByteArray, method);
        QFETCH(QByteArray, name);
        QFETCH(int, code);
        rest::Headers headers;
        headers["mcp-protocol-version"] = version.toStdString();
        headers["mcp-method"] = method.toStdString();
        headers["mcp-name"] = name.toStdString();
        const Message message{1, "tools/call", {{"name", "echo"}, {"_meta", statelessMeta()}}};
        const auto problem = headerProblem(message, headers);
        QCOMPARE(problem ? jsonInt(jsonField(*problem, "error"), "code") : 0, code);
    }

    void comparesTheNamesOfPromptsAndTasks()
    {
        for (const auto& [method, member, isNeeded] :
             {std::tuple("prompts/get", "name", true), std::tuple("tasks/get", "taskId", false)}) {
            const Message message{1, method, {{member, "one"}, {"_meta", statelessMeta()}}};
            rest::Headers headers
                = {{"mcp-protocol-version", "2026-07-28"}, {"mcp-method", method}};
            QCOMPARE(headerProblem(message, headers).has_value(), isNeeded);
            headers["mcp-name"] = "one";
            QVERIFY(!headerProblem(message, headers));
            headers["mcp-name"] = "other";
            QVERIFY(headerProblem(message, headers));
        }
    }

    void saysInTheVersionsOwnWordsThatThereIsNoSuchMethod()
    {
        // Up to 2025-11-25, 404 makes a client begin a new session.
        const auto old = post(request(1, "no/such"), {{"mcp-protocol-version", "2025-11-25"}});
        QCOMPARE(old.status, 200);
        QCOMPARE(jsonInt(old.json.at("error"), "code"), kMethodNotFound);
        const auto stateless = post(
            request(1, "no/such", {{"_meta", statelessMeta()}}),
            {{"mcp-protocol-version", "2026-07-28"}, {"mcp-method", "no/such"}});
        QCOMPARE(stateless.status, 404);
        // Also what its other versions have, and answer as a stream.
        const auto removed = post(
            request(1, "resources/subscribe", {{"_meta", statelessMeta()}}),
            {{"mcp-protocol-version", "2026-07-28"},
             {"mcp-method", "resources/subscribe"},
             {"accept", "application/json, text/event-stream"}});
        QCOMPARE(removed.status, 404);
    }

    void refusesAStatelessRequestWithoutItsMeta()
    {
        auto meta = statelessMeta();
        for (const char* name :
             {"io.modelcontextprotocol/clientCapabilities",
              "io.modelcontextprotocol/protocolVersion"}) {
            meta.erase(name);
            const auto refused = post(
                request(1, "tools/list", {{"_meta", meta}}),
                {{"mcp-protocol-version", "2026-07-28"}, {"mcp-method", "tools/list"}});
            QCOMPARE(refused.status, 400);
            QCOMPARE(jsonInt(refused.json.at("error"), "code"), kInvalidParams);
        }
    }

    void tellsASessionOfChangesAsLongAsItGoesOn()
    {
        HttpEndpoint endpoint(m_server);
        const rest::Router router(mcpRoutes(endpoint, m_server));
        const auto get = [&](const std::string& session, const std::string& accept) {
            rest::Call call;
            call.method = "GET";
            call.path = "/mcp";
            call.caller = workspace::localCaller();
            call.headers = {{"mcp-session-id", session}, {"accept", accept}};
            return call;
        };
        const auto session = sessionOf(endpoint);
        const auto status = [&](const std::string& of, const std::string& accept) {
            auto call = get(of, accept);
            return router.answer(call).status;
        };
        QCOMPARE(status("", "text/event-stream"), 405);
        QCOMPARE(status("zzz", "text/event-stream"), 404);
        QCOMPARE(status(session, "application/json"), 406);
        auto call = get(session, "text/event-stream");
        auto stream = router.answer(call);
        QCOMPARE(stream.status, 200);
        std::jthread ending([&] {
            rest::Call over = get(session, "");
            over.method = "DELETE";
            (void)router.answer(over);
        });
        struct Nothing : rest::BodySink
        {
            bool write(std::string_view) override { return true; }
        } sink;
        stream.stream(sink); // ends since its session does
    }

    void listensOnlyWhereItCanTell()
    {
        const rest::Headers headers
            = {{"mcp-protocol-version", "2026-07-28"},
               {"mcp-method", "subscriptions/listen"},
               {"accept", "application/json"}};
        const auto refused = post(
            request(
                1, "subscriptions/listen",
                {{"_meta", statelessMeta()}, {"notifications", Json::object()}}),
            headers);
        QCOMPARE(refused.status, 406);
    }

    void asksOldClientsForNoHeaders()
    {
        const Message message{1, "tools/call", {{"name", "echo"}}};
        QVERIFY(!headerProblem(message, {}));
        QVERIFY(!headerProblem(message, {{"mcp-protocol-version", "2025-06-18"}}));
    }

    void cancelsNothingOfOtherClients()
    {
        // A tool that cancels itself as another client would, with the id that it has.
        auto tool = echoTool();
        HttpEndpoint* to = nullptr;
        std::string session;
        bool isCancelled = false;
        const auto post = [&](const Json& message) {
            test::GivenBody body(writeJson(message));
            rest::Call call;
            call.caller = workspace::localCaller();
            call.headers = {{"mcp-protocol-version", "2025-11-25"}, {"mcp-session-id", session}};
            call.body = &body;
            return to->answer(call).status;
        };
        tool.handler = [&](const ToolCall& call) -> Result<ToolResult> {
            const Json cancel
                = {{"jsonrpc", "2.0"},
                   {"method", "notifications/cancelled"},
                   {"params", {{"requestId", 1}}}};
            if (post(cancel) != 202)
                return Error(ErrorCode::Internal, "the notification was refused");
            isCancelled = call.stop.stop_requested();
            return structuredResult("", {{"text", ""}});
        };
        const McpServer server({{tool}, testResources()}, "1");
        HttpEndpoint endpoint(server);
        to = &endpoint;
        const Json request
            = {{"jsonrpc", "2.0"},
               {"id", 1},
               {"method", "tools/call"},
               {"params", {{"name", "echo"}, {"arguments", {{"text", "a"}}}}}};
        QCOMPARE(post(request), 200);
        QVERIFY(!isCancelled);
        session = sessionOf(endpoint);
        QCOMPARE(post(request), 499);
        QVERIFY(isCancelled);
    }

    void keepsASessionUntilItIsEnded()
    {
        HttpEndpoint endpoint(m_server);
        const rest::Router router(mcpRoutes(endpoint, m_server));
        const auto send = [&](const char* method, const std::string& session,
                              const std::string& caller, rest::Headers headers = {}) {
            test::GivenBody body(writeJson(request(1, "tools/list")));
            rest::Call call;
            call.method = method;
            call.path = "/mcp";
            call.caller = workspace::localCaller();
            call.caller.id = caller;
            call.headers = std::move(headers);
            call.headers["mcp-session-id"] = session;
            call.body = &body;
            return test::answered(router, std::move(call));
        };
        const auto caller = workspace::localCaller().id;
        const auto session = sessionOf(endpoint);
        QVERIFY(session.size() >= 32);
        QCOMPARE(send("POST", session, caller).status, 200);
        const auto unknown = send("POST", "zzz", caller);
        QCOMPARE(unknown.status, 404);
        QCOMPARE(jsonInt(unknown.json.at("error"), "code"), kNoSession);
        QCOMPARE(jsonInt(unknown.json, "id"), 1);
        QCOMPARE(send("POST", session, "another").status, 404);
        QCOMPARE(send("DELETE", session, "another").status, 404);
        // The stateless version has no sessions, and its servers take no notice.
        const auto stateless
            = send("POST", "zzz", caller, {{"mcp-protocol-version", "2026-07-28"}});
        QCOMPARE(jsonInt(stateless.json.at("error"), "code"), kInvalidParams);
        QCOMPARE(send("DELETE", "", caller).status, 400);
        QCOMPARE(send("DELETE", session, caller).status, 204);
        QCOMPARE(send("DELETE", session, caller).status, 404);
        QCOMPARE(send("POST", session, caller).status, 404);
        // No one begins more than are kept.
        const auto first = sessionOf(endpoint);
        for (std::size_t i = 0; i < HttpSessions::kMost; ++i)
            QVERIFY(!sessionOf(endpoint).empty());
        QCOMPARE(send("POST", first, caller).status, 404);
    }

    void takesAndGivesOnlyTheTypesOfTheProtocol_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<int>("status");
        const auto row = [](const char* name, const char* value, int status) {
            QTest::newRow(value) << QByteArray(name) << QByteArray(value) << status;
        };
        row("content-type", "application/json", 200);
        row("content-type", "Application/JSON; charset=utf-8", 200);
        row("content-type", "text/plain", 415);
        row("content-type", "application/x-www-form-urlencoded", 415);
        row("accept", "*/*", 200);
        row("accept", "application/*;q=0.5", 200);
        row("accept", "text/html, application/json", 200);
        row("accept", "text/event-stream", 200);
        row("accept", "text/html", 406);
        row("accept", "text/html, image/*,,", 406);
    }

    void takesAndGivesOnlyTheTypesOfTheProtocol()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, value);
        QFETCH(int, status);
        const auto got
            = post(request(1, "tools/list"), {{name.toStdString(), value.toStdString()}});
        QCOMPARE(got.status, status);
    }

    void answersWhoWaitsWhenTheServerEnds_data()
    {
        QTest::addColumn<bool>("isServer");
        QTest::addColumn<std::string>("accept");
        QTest::addColumn<bool>("isAnswered");
        QTest::newRow("server") << true << "application/json"s << true;
        QTest::newRow("server, events") << true << "text/event-stream"s << true;
        QTest::newRow("client") << false << "application/json"s << false;
        QTest::newRow("client, events") << false << "text/event-stream"s << false;
    }

    void answersWhoWaitsWhenTheServerEnds()
    {
        QFETCH(bool, isServer);
        QFETCH(std::string, accept);
        QFETCH(bool, isAnswered);
        std::stop_source ending, stop;
        auto tool = echoTool();
        tool.handler = [&](const ToolCall& call) -> Result<ToolResult> {
            if (isServer)
                ending.request_stop();
            stop.request_stop();
            return call.stop.stop_requested() ? Error(ErrorCode::Cancelled, "as it was told")
                                              : Error(ErrorCode::Internal, "it was not stopped");
        };
        const McpServer server({{tool}, testResources()}, "1");
        HttpEndpoint endpoint(server);
        test::GivenBody body(writeJson(echo(1, "x")));
        rest::Call call;
        call.method = "POST";
        call.path = "/mcp";
        call.caller = workspace::localCaller();
        call.headers = {{"accept", accept}};
        call.body = &body;
        call.stop = stop.get_token();
        call.ending = ending.get_token();
        const auto got = test::answered(rest::Router(mcpRoutes(endpoint, server)), std::move(call));
        const bool says = got.body.find("the server is ending") != std::string::npos
            && got.body.find("\"id\":1") != std::string::npos;
        QVERIFY2(says == isAnswered, got.body.c_str());
    }

    void takesAnIdAgainOnceItIsAnswered()
    {
        std::array<int, 2> in{}, out{};
        QCOMPARE(::pipe(in.data()), 0);
        QCOMPARE(::pipe(out.data()), 0);
        UniqueFd inRead(in[0]), inWrite(in[1]), outRead(out[0]), outWrite(out[1]);
        std::jthread serving([&] {
            StdioServer(m_server, workspace::localCaller(), inRead.get(), outWrite.get()).serve({});
        });
        const auto ask = [&](const Json& message) {
            const auto text = writeJson(message) + "\n";
            std::string line;
            if (::write(inWrite.get(), text.data(), text.size()) < 0)
                return line;
            std::array<char, 4096> bytes;
            while (!line.ends_with('\n')) {
                const auto count = ::read(outRead.get(), bytes.data(), bytes.size());
                if (count <= 0)
                    break;
                line.append(bytes.data(), static_cast<std::size_t>(count));
            }
            return line;
        };
        (void)ask(request("i", "initialize", {{"protocolVersion", "2025-06-18"}}));
        int refused = 0;
        for (int i = 0; i < 200; ++i)
            refused += ask(echo(1, "x")).find("echo: x") == std::string::npos ? 1 : 0;
        inWrite.reset();
        QCOMPARE(refused, 0);
    }

    void saysTheSchemeOfItsListenerInItsCard()
    {
        const McpServer server({{echoTool()}, testResources()}, "1");
        HttpEndpoint endpoint(server);
        const auto urlOf = [&](bool isSecure, const rest::Headers& headers) {
            rest::Call call;
            call.headers = headers;
            const auto routes = mcpRoutes(endpoint, server, isSecure);
            const auto card = parseJson(routes.back().handler(call).body);
            return card ? jsonString(card->at("remotes").at(0), "url") : std::string();
        };
        QCOMPARE(urlOf(false, {{"host", "h:1"}}), "http://h:1/mcp"s);
        QCOMPARE(urlOf(true, {{"host", "h:1"}}), "https://h:1/mcp"s);
        QCOMPARE(urlOf(false, {{"host", "h"}, {"x-forwarded-proto", "https"}}), "https://h/mcp"s);
    }

    void isDescribedForWhoTriesIt()
    {
        HttpEndpoint endpoint(m_server);
        const auto api = rest::openApiOf(mcpRoutes(endpoint, m_server), "1");
        const auto& post = api["paths"]["/mcp"]["post"];
        const auto& schema = post["requestBody"]["content"]["application/json"]["schema"];
        QVERIFY2(schema["properties"].contains("params"), writeJson(post).c_str());
        QCOMPARE(jsonString(post["parameters"][0], "in"), "header"s);
        QVERIFY(post["responses"]["200"]["content"].contains("text/event-stream"));
    }

    void answersABatchOverHttpWhereTheVersionHasThem()
    {
        const Json batch = {request(1, "ping"), notice(), echo("b", "x"), {{"jsonrpc", "1.0"}}};
        const auto list = post(batch);
        QCOMPARE(list.status, 200);
        QVERIFY2(answerIdsOf(list.json) == (std::set{"null!"s, "1"s, "\"b\""s}), list.body.c_str());
        QCOMPARE(post(batch, {{"mcp-protocol-version", "2025-03-26"}}).status, 200);
        QCOMPARE(post(batch, {{"mcp-protocol-version", "2025-06-18"}}).status, 400);
        const auto stream = post(batch, {{"accept", "application/json, text/event-stream"}});
        QCOMPARE(stream.type, "text/event-stream"s);
        QVERIFY2(stream.body.find("echo: x") != std::string::npos, stream.body.c_str());
        QCOMPARE(post(Json::array({notice(), notice()})).status, 202);
    }

    void answersABatchOverStdioWithOneList()
    {
        const auto hello = [](const char* version) {
            return request("i", "initialize", {{"protocolVersion", version}});
        };
        const Json batch = {request(1, "ping"), notice(), echo(2, "x"), hello("2025-03-26")};
        const auto got = talk({hello("2025-03-26"), batch, request(9, "ping")});
        QCOMPARE(got.size(), std::size_t(3));
        const auto& list = got[1].is_array() ? got[1] : got[2];
        const auto text = writeJson(list);
        QVERIFY2(answerIdsOf(list) == (std::set{"1"s, "2"s, "\"i\"!"s}), text.c_str());
        const auto refused = talk({hello("2025-06-18"), batch});
        QCOMPARE(jsonInt(jsonField(refused.at(1), "error"), "code"), kInvalidRequest);
    }
};

SANDBENCH_TEST(TestMcpEndpoint);
#include "tst_mcp_endpoint.moc"
