// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/mcp_server.h"
#include "tests/support/test_program.h"
#include "tests/unit/app/mcp_fixture.h"

#include <QTest>

#include <algorithm>
#include <atomic>

using namespace sandbench;
using namespace sandbench::mcp;
using namespace std::string_literals;
using test::Client;
using test::echoTool;
using test::statelessMeta;
using test::testPrompt;
using test::testResources;

/// What a server offers besides tools: prompts, completions, a log, subscriptions.
class TestMcpMethods : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fillsInItsPrompts()
    {
        Client client;
        client.initialize("2025-11-25");
        const auto listed = client.result("prompts/list").at("prompts").at(0);
        QCOMPARE(jsonString(listed, "title"), "Greet"s);
        QVERIFY(jsonBool(listed.at("arguments").at(0), "required"));
        const auto got
            = client.result("prompts/get", {{"name", "greet"}, {"arguments", {{"whom", "you"}}}});
        QCOMPARE(jsonString(got.at("messages").at(0).at("content"), "text"), "hello you"s);
        QCOMPARE(client.code("prompts/get", {{"name", "greet"}}), kInvalidParams);
        QCOMPARE(client.code("prompts/get", {{"name", "none"}}), kInvalidParams);
        QVERIFY(client.result("prompts/list", {{"_meta", statelessMeta()}}).contains("ttlMs"));
        client.initialize("2024-11-05");
        QVERIFY(!client.result("prompts/list").at("prompts").at(0).contains("title"));
    }

    void completesWhatAPersonTypes()
    {
        Offers offers{{echoTool()}, testResources(), {}, {testPrompt()}};
        offers.complete = [](const Completing& typed, std::stop_token) {
            return std::vector<std::string>(250, typed.argument + typed.value);
        };
        Client client{
            .server = {std::move(offers), "1"},
            .peer = {},
            .caller = workspace::localCaller(),
            .sent = {}};
        client.initialize("2025-11-25");
        Json params
            = {{"ref", {{"type", "ref/prompt"}, {"name", "greet"}}},
               {"argument", {{"name", "whom"}, {"value", "x"}}}};
        const auto found = client.result("completion/complete", params).at("completion");
        QCOMPARE(found.at("values").size(), std::size_t(100));
        QCOMPARE(found.at("values").at(0).get<std::string>(), "whomx"s);
        QCOMPARE(jsonInt(found, "total"), 250);
        QVERIFY(jsonBool(found, "hasMore"));
        params["argument"] = {{"name", "whom"}};
        QCOMPARE(client.code("completion/complete", params), kInvalidParams);
        QCOMPARE(client.code("completion/complete"), kInvalidParams);
    }

    void logsToWhoWantsToHearOfIt()
    {
        auto tool = echoTool();
        tool.handler = [](const ToolCall& call) -> Result<ToolResult> {
            call.log(kLogDebug, "small");
            call.log(kLogWarning, "large\nof two lines");
            return Error(ErrorCode::Unavailable, "it is broken");
        };
        Client client{
            .server = {{{tool}, testResources()}, "1"},
            .peer = {.conversation = std::make_shared<Conversation>()},
            .caller = workspace::localCaller(),
            .sent = {}};
        client.initialize("2025-11-25");
        const Json call = {{"name", "echo"}, {"arguments", {{"text", "a"}}}};
        client.ask("tools/call", call);
        QCOMPARE(client.sent.size(), std::size_t(1));
        QCOMPARE(client.code("logging/setLevel", {{"level", "loud"}}), kInvalidParams);
        QVERIFY(client.result("logging/setLevel", {{"level", "info"}}) == Json::object());
        client.ask("tools/call", call);
        QCOMPARE(client.sent.size(), std::size_t(3));
        QCOMPARE(jsonString(client.sent[0], "method"), "notifications/message"s);
        QCOMPARE(jsonString(client.sent[0].at("params"), "level"), "warning"s);
        QVERIFY(writeJson(client.sent[0]).find("\\n") == std::string::npos);
        QCOMPARE(jsonString(client.sent[1].at("params"), "level"), "error"s);
        auto stateless = call;
        stateless["_meta"] = statelessMeta();
        client.ask("tools/call", stateless);
        QCOMPARE(client.sent.size(), std::size_t(1));
        client.peer.conversation.reset();
        QCOMPARE(client.code("logging/setLevel", {{"level", "info"}}), kInvalidRequest);
    }

    void tellsOfEachChangeOnce()
    {
        auto resources = testResources();
        std::atomic<int> looks = 0;
        resources.stamp = [&](const workspace::Caller&, const std::string& uri,
                              std::stop_token) -> Result<std::string> {
            if (uri == "sandbox://gone" && looks > 0)
                return Error(ErrorCode::NotFound, "it is gone");
            return uri == "sandbox://new" ? std::to_string(std::min(++looks, 2)) : std::string();
        };
        Watched watched;
        for (const char* uri : {"sandbox://new", "sandbox://old", "sandbox://gone"})
            QVERIFY(watched.add(uri, uri == "sandbox://new"s ? "1" : ""));
        std::vector<std::string> told;
        std::stop_source stop;
        // The third look finds all as it was.
        watched.follow(
            resources, workspace::localCaller(),
            [&](const std::string& uri) {
                told.push_back(uri);
                if (told.size() == 2)
                    stop.request_stop();
            },
            stop.get_token());
        std::sort(told.begin(), told.end());
        QVERIFY((told == std::vector{"sandbox://gone"s, "sandbox://new"s}));
        for (std::size_t i = watched.all().size(); i < Watched::kMost; ++i)
            QVERIFY(watched.add("sandbox://" + std::to_string(i), ""));
        QVERIFY(!watched.add("sandbox://one too many", ""));
        watched.remove("sandbox://new");
        QVERIFY(watched.add("sandbox://one too many", ""));
    }

    void keepsWhatAClientSubscribedTo()
    {
        Client client;
        client.initialize("2025-11-25");
        QCOMPARE(client.code("resources/subscribe", {{"uri", "sandbox://no"}}), kResourceNotFound);
        const Json there = {{"uri", "sandbox://there"}};
        QVERIFY(client.result("resources/subscribe", there) == Json::object());
        QCOMPARE(client.peer.conversation->watched.all().size(), std::size_t(1));
        QVERIFY(client.result("resources/unsubscribe", there) == Json::object());
        QVERIFY(client.peer.conversation->watched.all().empty());
        client.peer.conversation.reset();
        QCOMPARE(client.code("resources/subscribe", there), kInvalidRequest);
    }

    void listensForAStatelessClient()
    {
        Client client;
        std::stop_source stop;
        stop.request_stop();
        const Message message{
            7,
            "subscriptions/listen",
            {{"notifications", {{"toolsListChanged", true}, {"resourceSubscriptions", {5}}}},
             {"_meta", statelessMeta()}}};
        client.server.handle(
            message, client.peer, client.caller,
            [&](const Json& out) { client.sent.push_back(out); }, stop.get_token(),
            stop.get_token());
        // What it cannot tell of it does not promise; and it says when it ends.
        const auto& first = client.sent.at(0);
        QCOMPARE(jsonString(first, "method"), "notifications/subscriptions/acknowledged"s);
        const Json nothing = {{"resourceSubscriptions", Json::array()}};
        QVERIFY(first.at("params").at("notifications") == nothing);
        const auto id = "io.modelcontextprotocol/subscriptionId";
        QCOMPARE(jsonInt(first.at("params").at("_meta"), id), 7);
        QCOMPARE(jsonInt(client.sent.at(1).at("result").at("_meta"), id), 7);
        QCOMPARE(client.code("subscriptions/listen", {{"_meta", statelessMeta()}}), kInvalidParams);
    }

    void knowsToolsAndArgumentsByTheirOtherNames()
    {
        auto tool = echoTool();
        tool.alias = "say";
        tool.input.push_back({"timeout_seconds", FieldType::Number, "How long"});
        tool.handler = [](const ToolCall& call) -> Result<ToolResult> {
            return structuredResult(writeJson(call.arguments), {{"text", "a"}});
        };
        Client client{
            .server = {{{tool}, testResources()}, "1"},
            .peer = {},
            .caller = workspace::localCaller(),
            .sent = {}};
        client.initialize("2025-11-25");
        const auto made = client.result(
            "tools/call", {{"name", "say"}, {"arguments", {{"text", "a"}, {"timeout", 3}}}});
        QCOMPARE(
            jsonString(made.at("content").at(0), "text"),
            "{\"text\":\"a\",\"timeout_seconds\":3}"s);
        QVERIFY(jsonBool(
            client.result(
                "tools/call",
                {{"name", "say"},
                 {"arguments", {{"text", "a"}, {"timeout", 3}, {"timeout_seconds", 4}}}}),
            "isError"));
        QCOMPARE(client.result("tools/list").at("tools").size(), std::size_t(1));
    }
};

SANDBENCH_TEST(TestMcpMethods);
#include "tst_mcp_methods.moc"
