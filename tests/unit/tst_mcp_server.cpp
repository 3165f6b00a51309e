// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/http_endpoint.h"
#include "app/mcp/mcp_server.h"
#include "app/mcp/toolbox.h"
#include "app/service/requests.h"
#include "tests/support/rest_client.h"

#include <QTest>

#include <algorithm>
#include <new>

using namespace sandbench;
using namespace sandbench::mcp;
using namespace std::string_literals;

namespace {

Tool echoTool()
{
    Tool tool
        = {.name = "echo",
           .title = "Echo",
           .description = "Says it again",
           .input = {{"text", service::FieldType::Text, "What", true}},
           .output = {{"text", service::FieldType::Text, "The same", true}}};
    tool.handler = [](const ToolCall& call) -> Result<ToolResult> {
        const auto text = jsonString(call.arguments, "text");
        if (text == "break")
            return Error(ErrorCode::Unavailable, "it is broken");
        if (call.onProgress)
            for (const char* line : {"one", "two", "three"})
                call.onProgress(line);
        auto result = structuredResult("echo: " + text, {{"text", text}});
        result.content.push_back(
            {{"type", "resource_link"},
             {"uri", "sandbox://x"},
             {"name", "x"},
             {"mimeType", "y/z"}});
        return result;
    };
    return tool;
}

Resources testResources()
{
    Resources resources;
    resources.list = [](const service::Caller&) { return Json::array(); };
    resources.read
        = [](const service::Caller&, const std::string& uri, std::stop_token) -> Result<Json> {
        if (uri == "sandbox://there")
            return Json{{"uri", uri}, {"text", "t"}};
        return Error(ErrorCode::NotFound, "it is not there");
    };
    return resources;
}

Json statelessMeta(const char* version = "2026-07-28")
{
    return {
        {"io.modelcontextprotocol/protocolVersion", version},
        {"io.modelcontextprotocol/clientCapabilities", Json::object()}};
}

/// One client of one server.
struct Client
{
    McpServer server{{echoTool()}, testResources(), "1.2.3"};
    McpServer::Peer peer;
    service::Caller caller = service::localCaller();
    std::vector<Json> sent;

    Json ask(const std::string& method, Json params = Json::object(), std::stop_token stop = {})
    {
        sent.clear();
        const Message message{7, method, std::move(params)};
        server.handle(
            message, peer, caller, [this](const Json& out) { sent.push_back(out); }, stop);
        return sent.empty() ? Json() : sent.back();
    }
    Json initialize(const std::string& version)
    {
        return ask("initialize", {{"protocolVersion", version}});
    }
    Json result(const std::string& method, Json params = Json::object())
    {
        return jsonField(ask(method, std::move(params)), "result");
    }
    int code(const std::string& method, Json params = Json::object())
    {
        const auto answer = ask(method, std::move(params));
        return static_cast<int>(jsonInt(jsonField(answer, "error"), "code"));
    }
};

} // namespace

class TestMcpServer : public QObject
{
    Q_OBJECT

private slots:
    void agreesOnTheVersionThatAClientAsksFor_data()
    {
        QTest::addColumn<std::string>("asked");
        QTest::addColumn<std::string>("agreed");
        for (const char* version : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
            QTest::newRow(version) << std::string(version) << std::string(version);
        QTest::newRow("unknown") << "2030-01-01"s
                                 << "2025-11-25"s;
        QTest::newRow("stateless") << "2026-07-28"s
                                   << "2025-11-25"s;
    }

    void agreesOnTheVersionThatAClientAsksFor()
    {
        QFETCH(std::string, asked);
        QFETCH(std::string, agreed);
        Client client;
        const auto result = jsonField(client.initialize(asked), "result");
        QCOMPARE(jsonString(result, "protocolVersion"), agreed);
        QCOMPARE(jsonString(jsonField(result, "serverInfo"), "version"), "1.2.3"s);
        QVERIFY(jsonField(result, "capabilities").contains("tools"));
        QVERIFY(!result.contains("resultType"));
        QCOMPARE(client.peer.version, agreed);
        QVERIFY(client.result("ping") == Json::object());
    }

    void saysOfToolsWhatTheVersionKnows_data()
    {
        QTest::addColumn<std::string>("version");
        QTest::addColumn<bool>("annotations");
        QTest::addColumn<bool>("outputs");
        QTest::newRow("1") << "2024-11-05"s << false << false;
        QTest::newRow("2") << "2025-03-26"s << true << false;
        QTest::newRow("3") << "2025-06-18"s << true << true;
        QTest::newRow("4") << "2025-11-25"s << true << true;
    }

    void saysOfToolsWhatTheVersionKnows()
    {
        QFETCH(std::string, version);
        QFETCH(bool, annotations);
        QFETCH(bool, outputs);
        Client client;
        client.initialize(version);
        const auto tool = client.result("tools/list").at("tools").at(0);
        QCOMPARE(tool.contains("annotations"), annotations);
        QCOMPARE(tool.contains("outputSchema"), outputs);
        QCOMPARE(tool.contains("title"), outputs);
        const auto made
            = client.result("tools/call", {{"name", "echo"}, {"arguments", {{"text", "a"}}}});
        QCOMPARE(made.contains("structuredContent"), outputs);
        QCOMPARE(
            jsonString(made.at("content").at(1), "type"), outputs ? "resource_link"s : "text"s);
        QVERIFY(!made.contains("isError"));
    }

    void answersNothingBeforeInitializeButPing()
    {
        Client client;
        QCOMPARE(client.code("tools/list"), kInvalidRequest);
        QVERIFY(client.result("ping") == Json::object());
        QCOMPARE(client.code("initialize"), kInvalidParams);
        QVERIFY(client.peer.version.empty());
    }

    void servesStatelessRequestsWithoutInitialize()
    {
        Client client;
        const auto found = client.result("server/discover", {{"_meta", statelessMeta()}});
        QCOMPARE(jsonString(found, "resultType"), "complete"s);
        QCOMPARE(found.at("supportedVersions").at(0).get<std::string>(), "2026-07-28"s);
        QVERIFY(jsonInt(found, "ttlMs") > 0);
        QCOMPARE(jsonString(found, "cacheScope"), "public"s);
        QVERIFY(found.at("_meta").contains("io.modelcontextprotocol/serverInfo"));
        const auto list = client.result("tools/list", {{"_meta", statelessMeta()}});
        QCOMPARE(list.at("tools").size(), std::size_t(1));
        QCOMPARE(jsonString(list, "resultType"), "complete"s);
        QVERIFY(list.contains("ttlMs"));
        const auto made = client.result(
            "tools/call",
            {{"name", "echo"}, {"arguments", {{"text", "a"}}}, {"_meta", statelessMeta()}});
        QCOMPARE(jsonString(made, "resultType"), "complete"s);
        QVERIFY(!made.contains("ttlMs"));
        const auto read = client.result(
            "resources/read", {{"uri", "sandbox://there"}, {"_meta", statelessMeta()}});
        QCOMPARE(jsonString(read, "cacheScope"), "private"s);
        QVERIFY(client.peer.version.empty());
    }

    void servesBothErasAtOnce()
    {
        Client client;
        client.initialize("2025-06-18");
        QVERIFY(client.result("tools/list", {{"_meta", statelessMeta()}}).contains("resultType"));
        QVERIFY(!client.result("tools/list").contains("resultType"));
    }

    void refusesVersionsThatItDoesNotKnow()
    {
        Client client;
        const auto answer = client.ask("tools/list", {{"_meta", statelessMeta("2031-01-01")}});
        const auto error = jsonField(answer, "error");
        QCOMPARE(jsonInt(error, "code"), kUnsupportedVersion);
        QCOMPARE(jsonString(error.at("data"), "requested"), "2031-01-01"s);
        QCOMPARE(error.at("data").at("supported").size(), std::size_t(5));
    }

    void needsTheCapabilitiesOfAStatelessClient()
    {
        Client client;
        auto meta = statelessMeta();
        meta.erase("io.modelcontextprotocol/clientCapabilities");
        QCOMPARE(client.code("server/discover", {{"_meta", meta}}), kInvalidParams);
    }

    void hasNoMethodsThatItsVersionDoesNotHave()
    {
        Client client;
        QCOMPARE(client.code("ping", {{"_meta", statelessMeta()}}), kMethodNotFound);
        QCOMPARE(client.code("initialize", {{"_meta", statelessMeta()}}), kMethodNotFound);
        client.initialize("2025-11-25");
        QCOMPARE(client.code("server/discover"), kMethodNotFound);
        QCOMPARE(client.code("prompts/list"), kMethodNotFound);
    }

    void tellsUnknownToolsFromWrongArguments()
    {
        Client client;
        client.initialize("2025-11-25");
        QCOMPARE(client.code("tools/call", {{"name", "nothing"}}), kInvalidParams);
        QCOMPARE(client.code("tools/call", {{"name", "echo"}, {"arguments", 1}}), kInvalidParams);
        // What a model can repair is told to the model.
        const auto wrong
            = client.result("tools/call", {{"name", "echo"}, {"arguments", {{"txt", "a"}}}});
        QVERIFY(jsonBool(wrong, "isError"));
        const auto text = jsonString(wrong.at("content").at(0), "text");
        QVERIFY2(text.find("invalid_argument") != std::string::npos, text.c_str());
        QVERIFY2(text.find("text") != std::string::npos, text.c_str());
    }

    void saysWhyAToolFailed()
    {
        Client client;
        client.initialize("2025-11-25");
        const auto failed
            = client.result("tools/call", {{"name", "echo"}, {"arguments", {{"text", "break"}}}});
        QVERIFY(jsonBool(failed, "isError"));
        QVERIFY(!failed.contains("structuredContent"));
        QCOMPARE(
            jsonString(failed.at("content").at(0), "text"), "Error (unavailable): it is broken"s);
    }

    void letsNobodyCallAToolWithoutItsScope()
    {
        Client client;
        client.caller.scopes = {service::Scope::Read};
        client.initialize("2025-11-25");
        const auto refused
            = client.result("tools/call", {{"name", "echo"}, {"arguments", {{"text", "a"}}}});
        QVERIFY(jsonBool(refused, "isError"));
        const auto text = jsonString(refused.at("content").at(0), "text");
        QVERIFY2(text.find("permission_denied") != std::string::npos, text.c_str());
    }

    void tellsProgressOnlyToWhoAsks()
    {
        Client client;
        client.initialize("2025-11-25");
        Json params = {{"name", "echo"}, {"arguments", {{"text", "a"}}}};
        client.ask("tools/call", params);
        QCOMPARE(client.sent.size(), std::size_t(1));
        params["_meta"] = {{"progressToken", "p"}};
        client.ask("tools/call", params);
        // Three at once are more than five a second.
        QCOMPARE(client.sent.size(), std::size_t(2));
        QCOMPARE(jsonString(client.sent[0], "method"), "notifications/progress"s);
        QCOMPARE(jsonString(client.sent[0].at("params"), "progressToken"), "p"s);
        QCOMPARE(jsonString(client.sent[0].at("params"), "message"), "one"s);
        QCOMPARE(jsonInt(client.sent[0].at("params"), "progress"), 1);
    }

    void answersNoCancelledRequest()
    {
        Client client;
        client.initialize("2025-11-25");
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(client
                    .ask(
                        "tools/call", {{"name", "echo"}, {"arguments", {{"text", "a"}}}},
                        stop.get_token())
                    .is_null());
    }

    void saysThatAResourceIsNotThereInTheWordsOfTheVersion()
    {
        Client client;
        client.initialize("2025-11-25");
        QCOMPARE(client.code("resources/read", {{"uri", "sandbox://no"}}), kResourceNotFound);
        QCOMPARE(
            client.code("resources/read", {{"uri", "sandbox://no"}, {"_meta", statelessMeta()}}),
            kInvalidParams);
        const auto read = client.result("resources/read", {{"uri", "sandbox://there"}});
        QCOMPARE(jsonString(read.at("contents").at(0), "text"), "t"s);
        QVERIFY(!read.contains("ttlMs"));
    }

    void ignoresNotificationsAndAnswers()
    {
        Client client;
        std::vector<Json> sent;
        for (const Message& message :
             {Message{nullptr, "notifications/initialized", Json::object()},
              Message{1, "", Json::object()}, Message{nullptr, "made/up", Json::object()}})
            client.server.handle(
                message, client.peer, client.caller, [&](const Json& out) { sent.push_back(out); },
                {});
        QVERIFY(sent.empty());
    }

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

    void survivesWhatHandlersThrow()
    {
        auto tool = echoTool();
        tool.handler = [](const ToolCall&) -> Result<ToolResult> { throw std::bad_alloc(); };
        auto resources = testResources();
        resources.read = [](const service::Caller&, const std::string&,
                            std::stop_token) -> Result<Json> { throw std::bad_alloc(); };
        Client client{
            .server = {{tool}, resources, "1"},
            .peer = {},
            .caller = service::localCaller(),
            .sent = {}};
        client.initialize("2025-11-25");
        QVERIFY(jsonBool(
            client.result("tools/call", {{"name", "echo"}, {"arguments", {{"text", "a"}}}}),
            "isError"));
        QCOMPARE(client.code("resources/read", {{"uri", "sandbox://there"}}), kInternalError);
        QVERIFY(client.result("ping") == Json::object());
    }

    void saysTheSchemeOfItsListenerInItsCard()
    {
        Client client;
        HttpEndpoint endpoint(client.server);
        const auto urlOf = [&](bool isSecure, const rest::Headers& headers) {
            rest::Call call;
            call.headers = headers;
            const auto routes = mcpRoutes(endpoint, client.server, isSecure);
            const auto card = parseJson(routes.back().handler(call).body);
            return card ? jsonString(card->at("remotes").at(0), "url") : std::string();
        };
        QCOMPARE(urlOf(false, {{"host", "h:1"}}), "http://h:1/mcp"s);
        QCOMPARE(urlOf(true, {{"host", "h:1"}}), "https://h:1/mcp"s);
        QCOMPARE(urlOf(false, {{"host", "h"}, {"x-forwarded-proto", "https"}}), "https://h/mcp"s);
    }

    void saysHowLongASandboxMayLiveWhereItSaysWhatItTakes()
    {
        const auto tools = describeTools();
        const auto create = std::find_if(tools.begin(), tools.end(), [](const Tool& tool) {
            return tool.name == "create_sandbox";
        });
        QVERIFY(create != tools.end());
        for (const char* name : {"idle_seconds", "lifetime_seconds"}) {
            QVERIFY(!service::checkFields({{name, 10'000'000}}, create->input));
            QVERIFY(!service::checkFields({{name, 10'000'000}}, service::openFields()));
            QVERIFY(service::checkFields({{name, 2'592'000}}, create->input));
        }
    }

    void saysWhereItIsInItsCard()
    {
        Client client;
        const auto card = client.server.serverCard("http://127.0.0.1:1/mcp");
        QCOMPARE(jsonString(card.at("remotes").at(0), "url"), "http://127.0.0.1:1/mcp"s);
        QCOMPARE(jsonString(card, "version"), "1.2.3"s);
    }
};

QTEST_GUILESS_MAIN(TestMcpServer)
#include "tst_mcp_server.moc"
