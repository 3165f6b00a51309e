// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/http_endpoint.h"
#include "app/mcp/line_splitter.h"
#include "app/mcp/stdio_server.h"
#include "tests/support/rest_client.h"
#include "tests/unit/mcp_fixture.h"

#include <QTest>

#include <array>
#include <set>
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
std::set<std::string> idsOf(const Json& answers)
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
    const McpServer m_server{{echoTool()}, testResources(), "1"};

    test::Answered post(const Json& body, rest::Headers headers = {})
    {
        HttpEndpoint endpoint(m_server);
        test::GivenBody given(writeJson(body));
        rest::Call call;
        call.method = "POST";
        call.path = "/mcp";
        call.caller = service::localCaller();
        call.headers = std::move(headers);
        call.body = &given;
        return test::answered(rest::Router(mcpRoutes(endpoint, m_server)), std::move(call));
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
        StdioServer(m_server, service::localCaller(), inRead.get(), outWrite.get()).serve({});
        outWrite.reset();
        std::string bytes(1 << 16, 0);
        const auto count = ::read(outRead.get(), bytes.data(), bytes.size());
        bytes.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
        std::vector<Json> answers;
        LineSplitter splitter(
            1 << 16, [&](std::string_view line) { answers.push_back(Json::parse(line)); }, [] {});
        splitter.feed(bytes);
        return answers;
    }

private slots:
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
            call.caller = service::localCaller();
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
        const McpServer server({tool}, testResources(), "1");
        HttpEndpoint endpoint(server);
        to = &endpoint;
        const Json request
            = {{"jsonrpc", "2.0"},
               {"id", 1},
               {"method", "tools/call"},
               {"params", {{"name", "echo"}, {"arguments", {{"text", "a"}}}}}};
        QCOMPARE(post(request), 200);
        QVERIFY(!isCancelled);
        session = "its own";
        QCOMPARE(post(request), 499);
        QVERIFY(isCancelled);
    }

    void saysTheSchemeOfItsListenerInItsCard()
    {
        const McpServer server({echoTool()}, testResources(), "1");
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
        QVERIFY2(idsOf(list.json) == (std::set{"null!"s, "1"s, "\"b\""s}), list.body.c_str());
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
        QVERIFY2(idsOf(list) == (std::set{"1"s, "2"s, "\"i\"!"s}), text.c_str());
        const auto refused = talk({hello("2025-06-18"), batch});
        QCOMPARE(jsonInt(jsonField(refused.at(1), "error"), "code"), kInvalidRequest);
    }
};

QTEST_GUILESS_MAIN(TestMcpEndpoint)
#include "tst_mcp_endpoint.moc"
