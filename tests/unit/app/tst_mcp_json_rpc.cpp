// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/json_rpc.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandbench;
using namespace sandbench::mcp;
using namespace std::string_literals;

namespace {

/// The code of the refusal of @p text; 0 = it is a message.
int codeOf(std::string_view text)
{
    const auto parsed = parseMessage(text);
    const auto* refusal = std::get_if<Json>(&parsed);
    return refusal ? static_cast<int>(jsonInt(jsonField(*refusal, "error"), "code")) : 0;
}

Message messageOf(std::string_view text)
{
    auto parsed = parseMessage(text);
    auto* message = std::get_if<Message>(&parsed);
    return message ? *message : Message();
}

} // namespace

class TestMcpJsonRpc : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsRequestsNotificationsAndAnswers()
    {
        const auto request
            = messageOf(R"({"jsonrpc":"2.0","id":"a","method":"tools/list","params":{"x":1}})");
        QCOMPARE(request.id.get<std::string>(), "a"s);
        QCOMPARE(request.method, "tools/list"s);
        QCOMPARE(jsonInt(request.params, "x"), 1);
        const auto note = messageOf(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
        QVERIFY(note.id.is_null());
        QVERIFY(note.params.is_object());
        const auto answer = messageOf(R"({"jsonrpc":"2.0","id":3,"result":{}})");
        QVERIFY(answer.method.empty());
        QCOMPARE(answer.id.get<int>(), 3);
    }

    void refusesWhatIsNoMessage_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("code");
        QTest::newRow("empty") << QByteArray() << kParseError;
        QTest::newRow("half") << QByteArray("{\"jsonrpc\":") << kParseError;
        QTest::newRow("two") << QByteArray("{} {}") << kParseError;
        QTest::newRow("not UTF-8") << QByteArray("{\"jsonrpc\":\"\xff\"}") << kParseError;
        QTest::newRow("deep") << QByteArray(1000, '[') + QByteArray(1000, ']') << kParseError;
        QTest::newRow("text") << QByteArray("\"hello\"") << kInvalidRequest;
        QTest::newRow("batch") << QByteArray("[]") << kInvalidRequest;
        QTest::newRow("version") << QByteArray("{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"x\"}")
                                 << kInvalidRequest;
        QTest::newRow("version's type")
            << QByteArray("{\"jsonrpc\":2.0,\"id\":1,\"method\":\"x\"}") << kInvalidRequest;
        QTest::newRow("no method")
            << QByteArray("{\"jsonrpc\":\"2.0\",\"id\":1}") << kInvalidRequest;
        QTest::newRow("method's type")
            << QByteArray("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":[]}") << kInvalidRequest;
        QTest::newRow("long method") << QByteArray("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"")
                + QByteArray(300, 'x')
                + "\"}" << kInvalidRequest;
        QTest::newRow("null id") << QByteArray("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"x\"}")
                                 << kInvalidRequest;
        QTest::newRow("id's type")
            << QByteArray("{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"x\"}") << kInvalidRequest;
        QTest::newRow("broken id")
            << QByteArray("{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"x\"}") << kInvalidRequest;
        QTest::newRow("params' type")
            << QByteArray("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\",\"params\":[1]}")
            << kInvalidParams;
    }

    void refusesWhatIsNoMessage()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, code);
        QCOMPARE(codeOf({text.constData(), static_cast<std::size_t>(text.size())}), code);
    }

    void saysWhoseRefusalItIsWhereThatIsKnown()
    {
        const auto parsed = parseMessage(R"({"jsonrpc":"2.0","id":7,"method":"x","params":1})");
        QCOMPARE(jsonInt(std::get<Json>(parsed), "id"), 7);
        const auto unknown = parseMessage(R"({"jsonrpc":"2.0","id":[7],"method":"x"})");
        QVERIFY(std::get<Json>(unknown).at("id").is_null());
    }

    void readsABatchWhereTheVersionHasThem()
    {
        const std::string note = R"({"jsonrpc":"2.0","method":"x"})";
        const auto batch = parseMessages(
            "[" + note + R"(,1,{"jsonrpc":"2.0","id":2,"method":"initialize"}])", true);
        QVERIFY(batch.isBatch);
        QCOMPARE(batch.messages.size(), std::size_t(3));
        QVERIFY(std::holds_alternative<Message>(batch.messages[0]));
        QCOMPARE(jsonInt(std::get<Json>(batch.messages[2]), "id"), 2);
        QVERIFY(!parseMessages("[" + note + "]", false).isBatch);
        QVERIFY(!parseMessages("[]", true).isBatch);
        std::string many = note;
        for (std::size_t i = 0; i < kMostBatch; ++i)
            many += "," + note;
        QVERIFY(!parseMessages("[" + many + "]", true).isBatch);
        QVERIFY(!parseMessages(note, true).isBatch);
    }

    void refusesAMessageOfTooManyValues()
    {
        std::string bomb = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"x\",\"params\":{\"a\":[";
        for (int i = 0; i < 1'200'000; ++i)
            bomb += "{},";
        QCOMPARE(codeOf(bomb + "0]}}"), kParseError);
    }

    void writesAnErrorInOneLine()
    {
        const auto error = errorMessage(1, kInternalError, "a\nb\x1b[0m" + std::string(5000, 'x'));
        const auto line = writeJson(error);
        QVERIFY(line.find('\n') == std::string::npos);
        QVERIFY(line.size() < 1200);
        QVERIFY(!error["error"].contains("data"));
    }
};

SANDBENCH_TEST(TestMcpJsonRpc);
#include "tst_mcp_json_rpc.moc"
