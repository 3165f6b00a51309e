// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/net/websocket_codec.h"
#include "core/net/websocket_handshake.h"
#include "tests/support/test_program.h"
#include "tests/support/websocket_peer.h"

#include <QTest>

#include <algorithm>

using namespace sandbench;
using namespace sandbench::net;
using namespace sandbench::test;

namespace {

/// All that came of the bytes, in one text.
std::string decodedText(std::string_view bytes, std::size_t step)
{
    WebSocketParser parser;
    std::string text, ping;
    for (std::size_t at = 0; at < bytes.size(); at += step) {
        const bool isFine = parser.feed(bytes.substr(at, step)).has_value();
        while (const auto message = parser.next())
            text += (message->isText ? "t(" : "b(") + message->payload + ")";
        // How many pings become one is a matter of time.
        ping = parser.takePing().value_or(ping);
        if (!isFine)
            return text + "!" + std::to_string(parser.farewell());
    }
    if (!ping.empty())
        text += "p(" + ping + ")";
    if (parser.closed())
        text += "c" + std::to_string(parser.closed()->code) + parser.closed()->reason;
    return text;
}

HttpHead answerTo(const std::string& key)
{
    HttpHead head;
    head.status = 101;
    head.headers
        = {{"upgrade", "WebSocket"},
           {"connection", "keep-alive, Upgrade"},
           {"sec-websocket-accept", webSocketAccept(key)},
           {"sec-websocket-protocol", "v5.channel.k8s.io"}};
    return head;
}

} // namespace

class WebSocketCodecTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void messagesAreTheSameHoweverTheirBytesAreCut()
    {
        const std::string large(70'000, 'x');
        const auto bytes = serverFrame(2, std::string_view("\1ab", 3)) + serverFrame(9, "one")
            + serverFrame(1, "gr\xc3", false) + serverFrame(10, "nobody asked")
            + serverFrame(0, "\xbc", false) + serverFrame(9, "two") + serverFrame(0, "\xc3\x9f")
            + serverFrame(2, "") + serverFrame(2, large.substr(0, 300)) + serverFrame(2, large)
            + serverFrame(8, closePayload(1001, "bye \xe2\x82\xac")) + serverFrame(2, "late");
        const auto wanted = std::string("b(\1ab)t(gr\xc3\xbc\xc3\x9f)b()b(") + large.substr(0, 300)
            + ")b(" + large + ")p(two)c1001bye \xe2\x82\xac";
        for (const std::size_t step : {1, 2, 3, 5, 7, 4095, 4097})
            QCOMPARE(decodedText(bytes, step), wanted);
    }

    void ofManyPingsTheNewestIsAnswered()
    {
        WebSocketParser parser;
        QVERIFY(parser.feed(serverFrame(9, "old") + serverFrame(9, "new")));
        QCOMPARE(parser.takePing().value_or(""), std::string("new"));
        QVERIFY(!parser.takePing());
    }

    void whatBreaksTheRulesIsRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("wanted");
        const auto row = [](const char* name, const std::string& bytes, const char* wanted) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << QByteArray(wanted);
        };
        using namespace std::string_literals;
        row("a reserved bit", serverFrame(2, "x", true, 0x40), "!1002");
        row("an unknown opcode", serverFrame(3, "x"), "!1002");
        row("an unknown control frame", serverFrame(11, "x"), "!1002");
        row("a masked frame", "\x82\x81\1\2\3\4x"s, "!1002");
        row("a long control frame", serverFrame(9, std::string(126, 'x')), "!1002");
        row("a fragmented control frame", serverFrame(9, "x", false), "!1002");
        row("a length that is longer than it needs", "\x82\x7e\0\1x"s, "!1002");
        row("a length past 2^63", "\x82\x7f\xff\xff\xff\xff\xff\xff\xff\xffx"s, "!1002");
        row("a length of exabytes", "\x82\x7f\x7f\xff\xff\xff\xff\xff\xff\xffx"s, "!1009");
        row("a message of 4 MiB and a byte", "\x82\x7f\0\0\0\0\0\x40\0\1x"s, "!1009");
        row("a fragment of nothing", serverFrame(0, "x"), "!1002");
        row("a message within a message", serverFrame(2, "a", false) + serverFrame(2, "b"),
            "!1002");
        row("text that is not UTF-8", serverFrame(1, "\xff"), "!1007");
        row("text that is cut", serverFrame(1, "\xc3", false) + serverFrame(0, ""), "!1007");
        row("half a close code", serverFrame(8, "\3"), "!1002");
        row("close code 999", serverFrame(8, closePayload(999)), "!1002");
        row("close code 1005", serverFrame(8, closePayload(1005)), "!1002");
        row("close code 1006", serverFrame(8, closePayload(1006)), "!1002");
        row("close code 2999", serverFrame(8, closePayload(2999)), "!1002");
        row("close code 5000", serverFrame(8, closePayload(5000)), "!1002");
        row("a reason that is not UTF-8", serverFrame(8, closePayload(1000, "ab\xff")), "!1007");
        row("a good message first", serverFrame(2, "a") + serverFrame(3, "b"), "b(a)!1002");
    }

    void whatBreaksTheRulesIsRefused()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, wanted);
        QCOMPARE(QByteArray::fromStdString(decodedText(bytes.toStdString(), 100'000)), wanted);
        QCOMPARE(QByteArray::fromStdString(decodedText(bytes.toStdString(), 1)), wanted);
    }

    void aMessageOfManyFragmentsIsBoundedToo()
    {
        WebSocketParser parser;
        const auto fragment = serverFrame(0, std::string(1U << 20, 'x'), false);
        QVERIFY(parser.feed(serverFrame(2, "", false)));
        for (int i = 0; i < 4; ++i)
            QVERIFY(parser.feed(fragment));
        QVERIFY(parser.feed(serverFrame(0, "", false)));
        const auto tooMuch = parser.feed(serverFrame(0, "x"));
        QVERIFY(!tooMuch);
        QCOMPARE(tooMuch.error().code(), ErrorCode::Protocol);
        QCOMPARE(int(parser.farewell()), 1009);
        QVERIFY(!parser.next());
    }

    void aBrokenParserStaysBroken()
    {
        WebSocketParser parser;
        QVERIFY(!parser.feed(serverFrame(3, "")));
        QVERIFY(!parser.feed(serverFrame(2, "fine")));
        QVERIFY(!parser.next());
    }

    void aCloseFrameMaySayNothing()
    {
        WebSocketParser parser;
        QVERIFY(parser.feed(serverFrame(8, "")));
        QVERIFY(parser.closed());
        QCOMPARE(int(parser.closed()->code), 0);
        QCOMPARE(int(parser.farewell()), 1000);
    }

    void aClientsFrameIsMaskedAndWhole()
    {
        for (const std::size_t size : {0, 1, 7, 8, 9, 125, 126, 65535, 65536, 200'003}) {
            std::string payload(size, '\0');
            for (std::size_t i = 0; i < size; ++i)
                payload[i] = static_cast<char>(i * 7);
            std::string bytes = "kept";
            appendWebSocketFrame(
                bytes, WebSocketOpcode::Binary, payload, {'\1', '\x80', 'c', '\0'});
            QVERIFY(bytes.starts_with("kept"));
            bytes.erase(0, 4);
            const auto frame = takeClientFrame(bytes);
            QVERIFY(frame);
            QVERIFY(frame->isMasked && frame->isFinal);
            QCOMPARE(frame->opcode, 2U);
            QVERIFY(frame->payload == payload);
            QVERIFY(bytes.empty());
        }
    }

    void theKeyIsAnsweredAsInTheStandard()
    {
        QCOMPARE(
            webSocketAccept("dGhlIHNhbXBsZSBub25jZQ=="),
            std::string("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="));
        const auto key = newWebSocketKey();
        QCOMPARE(key.size(), std::size_t{24});
        QVERIFY(key != newWebSocketKey());
    }

    void anAnswerIsBelievedOnlyWhenAllOfItIsRight()
    {
        const std::vector<std::string> offered = {"v5.channel.k8s.io", "v4.channel.k8s.io"};
        const auto key = newWebSocketKey();
        const auto chosen = checkWebSocketAnswer(answerTo(key), key, offered);
        QVERIFY2(chosen, chosen ? "" : chosen.error().text().c_str());
        QCOMPARE(*chosen, offered[0]);
        const std::vector<std::pair<const char*, const char*>> lies
            = {{"upgrade", "tcp"},
               {"connection", "close"},
               {"connection", "upgraded"},
               {"sec-websocket-accept", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="},
               {"sec-websocket-accept", ""},
               {"sec-websocket-extensions", "permessage-deflate"},
               {"sec-websocket-protocol", "v6.channel.k8s.io"},
               {"sec-websocket-protocol", "v4.channel.k8s.io, v5.channel.k8s.io"}};
        for (const auto& [name, value] : lies) {
            auto head = answerTo(key);
            head.headers[name] = value;
            const auto answer = checkWebSocketAnswer(head, key, offered);
            QVERIFY2(!answer, value);
            QCOMPARE(answer.error().code(), ErrorCode::Protocol);
        }
        auto head = answerTo(key);
        head.status = 200;
        QVERIFY(!checkWebSocketAnswer(head, key, offered));
        head = answerTo(key);
        head.headers.erase("sec-websocket-protocol");
        QCOMPARE(checkWebSocketAnswer(head, key, offered).value_or("?"), std::string());
    }
};

SANDBENCH_TEST(WebSocketCodecTest);
#include "tst_websocket_codec.moc"
