// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/mcp_server.h"
#include "app/mcp/toolbox.h"
#include "core/workspace/requests.h"
#include "tests/support/test_program.h"
#include "tests/unit/app/mcp_fixture.h"

#include <QTest>

#include <algorithm>
#include <new>

using namespace sandbench;
using namespace sandbench::mcp;
using namespace std::string_literals;
using test::Client;
using test::echoTool;
using test::statelessMeta;
using test::testResources;

class TestMcpServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
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
        QCOMPARE(jsonString(found, "cacheScope"), "private"s); // of networks it tells by caller
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
        QCOMPARE(client.code("subscriptions/listen"), kMethodNotFound);
        for (const char* method : {"logging/setLevel", "resources/subscribe"})
            QCOMPARE(client.code(method, {{"_meta", statelessMeta()}}), kMethodNotFound);
    }

    void saysWhatItIsAbleToInTheWordsOfTheVersion()
    {
        const auto of = [](const char* version) {
            Client client;
            return jsonField(jsonField(client.initialize(version), "result"), "capabilities");
        };
        for (const char* name : {"tools", "resources", "prompts", "logging", "completions"})
            QVERIFY2(of("2025-11-25").contains(name), name);
        QVERIFY(jsonBool(of("2025-11-25")["resources"], "subscribe"));
        QVERIFY(!of("2024-11-05").contains("completions"));
        Client client;
        const auto found = client.result("server/discover", {{"_meta", statelessMeta()}});
        QVERIFY(found.at("capabilities").contains("prompts"));
        // "New implementations SHOULD NOT adopt it."
        QVERIFY(!found.at("capabilities").contains("logging"));
    }

    void tellsUnknownToolsFromWrongArguments()
    {
        Client client;
        client.initialize("2025-11-25");
        QCOMPARE(client.code("tools/call", {{"name", "nothing"}}), kInvalidParams);
        QCOMPARE(client.code("tools/call", {{"name", "echo"}, {"arguments", 1}}), kInvalidParams);
    }

    void refusesWhatTheSchemaOfAToolDoesNotAllow_data()
    {
        QTest::addColumn<std::string>("version");
        for (const char* version : {"2024-11-05", "2025-06-18", "2025-11-25", "2026-07-28"})
            QTest::newRow(version) << std::string(version);
    }

    void refusesWhatTheSchemaOfAToolDoesNotAllow()
    {
        QFETCH(std::string, version);
        Client client;
        client.initialize(version);
        for (const Json& arguments :
             {Json{{"txt", "a"}}, Json{{"text", 5}}, Json::object(),
              Json{{"text", "a"}, {"more", 1}}}) {
            Json params = {{"name", "echo"}, {"arguments", arguments}};
            if (version == kStatelessVersion)
                params["_meta"] = statelessMeta();
            const auto answer = client.ask("tools/call", params);
            const auto* const member = arguments.contains("more") ? "more" : "text";
            // Up to 2025-06-18 invalid arguments are errors of the protocol; then SEP-1303 gives
            // them to the model.
            std::string told;
            if (version >= "2025-11-25") {
                const auto result = jsonField(answer, "result");
                QVERIFY(jsonBool(result, "isError"));
                told = jsonString(result.at("content").at(0), "text");
                QVERIFY2(told.starts_with("Error (invalid_argument): "), told.c_str());
            } else {
                const auto error = jsonField(answer, "error");
                QCOMPARE(jsonInt(error, "code"), kInvalidParams);
                QCOMPARE(jsonString(jsonField(error, "data"), "code"), "invalid_argument"s);
                told = jsonString(error, "message");
            }
            QVERIFY2(told.find(member) != std::string::npos, told.c_str());
        }
    }

    void saysWhatItFoundAsJsonTextToo()
    {
        for (const char* version : {"2024-11-05", "2025-11-25"}) {
            Client client;
            client.initialize(version);
            const auto made
                = client.result("tools/call", {{"name", "echo"}, {"arguments", {{"text", "a"}}}});
            QCOMPARE(jsonString(made.at("content").back(), "text"), "{\"text\":\"a\"}"s);
        }
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
        client.caller.scopes = {workspace::Scope::Read};
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

    void answersWhoWaitsWhenTheServerEnds()
    {
        Client client;
        client.initialize("2025-11-25");
        std::stop_source stop;
        stop.request_stop();
        const Message message{7, "tools/call", {{"name", "echo"}, {"arguments", {{"text", "a"}}}}};
        client.sent.clear();
        client.server.handle(
            message, client.peer, client.caller,
            [&](const Json& out) { client.sent.push_back(out); }, stop.get_token(),
            stop.get_token());
        QCOMPARE(client.sent.size(), std::size_t(1));
        QVERIFY(client.sent[0].contains("result"));
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

    void survivesWhatHandlersThrow()
    {
        auto tool = echoTool();
        tool.handler = [](const ToolCall&) -> Result<ToolResult> { throw std::bad_alloc(); };
        auto resources = testResources();
        resources.read = [](const workspace::Caller&, const std::string&,
                            std::stop_token) -> Result<Json> { throw std::bad_alloc(); };
        Client client{
            .server = {{{tool}, resources}, "1"},
            .peer = {},
            .caller = workspace::localCaller(),
            .sent = {}};
        client.initialize("2025-11-25");
        QVERIFY(jsonBool(
            client.result("tools/call", {{"name", "echo"}, {"arguments", {{"text", "a"}}}}),
            "isError"));
        QCOMPARE(client.code("resources/read", {{"uri", "sandbox://there"}}), kInternalError);
        QVERIFY(client.result("ping") == Json::object());
    }

    void saysHowLongASandboxMayLiveWhereItSaysWhatItTakes()
    {
        const auto tools = describeTools();
        const auto create = std::find_if(tools.begin(), tools.end(), [](const Tool& tool) {
            return tool.name == "create_sandbox";
        });
        QVERIFY(create != tools.end());
        for (const char* name : {"idle_seconds", "lifetime_seconds"}) {
            QVERIFY(!checkFields({{name, 10'000'000}}, create->input));
            QVERIFY(!checkFields({{name, 10'000'000}}, workspace::openFields()));
            QVERIFY(checkFields({{name, 2'592'000}}, create->input));
        }
    }

    void offersWhatTheTableOfMembersHasForModels()
    {
        const auto tools = describeTools();
        const auto create = std::find_if(tools.begin(), tools.end(), [](const Tool& tool) {
            return tool.name == "create_sandbox";
        });
        QVERIFY(create != tools.end());
        std::string names;
        for (const auto& field : create->input)
            names += std::string(field.name) + " ";
        QCOMPARE(
            names,
            "engine language size packages env policy idle_seconds lifetime_seconds "
            "image network "s);
        QVERIFY(!checkFields({{"user", "root"}}, create->input));
    }

    void givesATaskToAClientThatPollsForIt()
    {
        auto tool = echoTool();
        tool.handler = [](const ToolCall& call) -> Result<ToolResult> {
            auto result = structuredResult("it goes on", {{"text", "a"}});
            if (call.takesTasks)
                result.task = newTask("r-1", 1'780'000'000);
            return result;
        };
        std::string cancelled;
        Tasks tasks;
        tasks.get = [](const workspace::Caller&, const std::string& id) -> Result<Json> {
            return id == "r-1.6a18a500" ? Result<Json>(Json{{"taskId", id}, {"status", "working"}})
                                        : Error(ErrorCode::NotFound, "there is no run");
        };
        tasks.cancel = [&](const workspace::Caller&, const std::string& id) -> Result<void> {
            cancelled = id;
            return {};
        };
        Client client{
            .server = {{{tool}, testResources(), tasks}, "1"},
            .peer = {},
            .caller = workspace::localCaller(),
            .sent = {}};
        auto meta = statelessMeta();
        const Json call = {{"name", "echo"}, {"arguments", {{"text", "a"}}}};
        auto with = [&](Json params) {
            params["_meta"] = meta;
            return params;
        };
        const auto extension = "io.modelcontextprotocol/tasks";
        QVERIFY(client.result("server/discover", with({}))
                    .at("capabilities")
                    .at("extensions")
                    .contains(extension));
        // Who has not said that it polls gets the usual answer, and is told what it lacks.
        QVERIFY(client.result("tools/call", with(call)).contains("content"));
        const auto lacking = client.ask("tasks/get", with({{"taskId", "r-1.6a18a500"}}));
        QCOMPARE(jsonInt(lacking.at("error"), "code"), kMissingCapability);
        QVERIFY(lacking.at("error").at("data").at("requiredCapabilities").contains("extensions"));
        meta["io.modelcontextprotocol/clientCapabilities"]
            = {{"extensions", {{extension, Json::object()}}}};
        const auto made = client.result("tools/call", with(call));
        QCOMPARE(jsonString(made, "resultType"), "task"s);
        QCOMPARE(jsonString(made, "status"), "working"s);
        QCOMPARE(jsonString(made, "createdAt"), "2026-05-28T20:26:40Z"s);
        const Json named = {{"taskId", jsonString(made, "taskId")}};
        const auto task = client.result("tasks/get", with(named));
        QCOMPARE(jsonString(task, "resultType"), "complete"s);
        QCOMPARE(jsonString(task, "status"), "working"s);
        QVERIFY(client.ask("tasks/cancel", with(named)).contains("result"));
        QCOMPARE(cancelled, "r-1.6a18a500"s);
        QVERIFY(client.ask("tasks/update", with(named)).contains("result"));
        QCOMPARE(client.code("tasks/get", with({{"taskId", "r-2"}})), kInvalidParams);
        QCOMPARE(client.code("tasks/result", with(named)), kMethodNotFound);
        // The versions before have no such thing.
        client.initialize("2025-11-25");
        QCOMPARE(client.code("tasks/get", named), kMethodNotFound);
        QVERIFY(client.result("tools/call", call).contains("content"));
    }

    void saysWhereItIsInItsCard()
    {
        Client client;
        const auto card = client.server.serverCard("http://127.0.0.1:1/mcp");
        QCOMPARE(jsonString(card.at("remotes").at(0), "url"), "http://127.0.0.1:1/mcp"s);
        QCOMPARE(jsonString(card, "version"), "1.2.3"s);
    }
};

SANDBENCH_TEST(TestMcpServer);
#include "tst_mcp_server.moc"
