// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/net/websocket_stream.h"
#include "tests/support/test_program.h"
#include "tests/support/websocket_peer.h"
#include "tests/unit/net/http_requests.h"

#include <QTest>

#include <future>
#include <thread>

using namespace sandbench;
using namespace sandbench::net;
using namespace sandbench::test;
using namespace std::chrono_literals;

namespace {

const std::vector<std::string> kProtocols = {"v5.channel.k8s.io", "v4.channel.k8s.io"};

/// What happens behind the handshake.
HostileHttpServer::Handler speaks(std::function<void(WebSocketPeer&)> play)
{
    return [play = std::move(play)](Conversation& conversation) {
        WebSocketPeer peer(conversation);
        if (peer.accept(kProtocols[1]))
            play(peer);
        conversation.cut();
    };
}

std::unique_ptr<WebSocketStream> open(const HostileHttpServer& server)
{
    auto opened = openWebSocket(HttpClient(server.endpoint()), request("/ws"), kProtocols, {});
    if (!opened)
        qFatal("%s", opened.error().text().c_str());
    return std::move(opened->stream);
}

/// The message, or the error's code in brackets.
std::string readText(WebSocketStream& stream, std::chrono::milliseconds wait = 20s)
{
    const auto message = stream.read(wait);
    return message ? message->payload : "[" + std::string(codeName(message.error())) + "]";
}

} // namespace

class WebSocketStreamTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void messagesGoBothWays()
    {
        for (const auto listen :
             {HostileHttpServer::Listen::Unix, HostileHttpServer::Listen::Tcp}) {
            std::promise<std::string> asked;
            const HostileHttpServer server(
                [&](Conversation& conversation) {
                    asked.set_value(conversation.head);
                    WebSocketPeer peer(conversation);
                    peer.accept(kProtocols[1]);
                    peer.send(serverFrame(1, "hello"));
                    const auto frame = peer.receive();
                    peer.send(serverFrame(2, "got " + frame->payload));
                    peer.send(serverFrame(8, closePayload(1000, "done")));
                    conversation.cut();
                },
                listen);
            const auto stream = open(server);
            QCOMPARE(stream->protocol(), kProtocols[1]);
            const auto first = stream->read(20s);
            QVERIFY(first);
            QVERIFY(first->isText);
            QCOMPARE(first->payload, std::string("hello"));
            QVERIFY(stream->write("ping"));
            const auto second = stream->read(20s);
            QVERIFY(second);
            QVERIFY(!second->isText);
            QCOMPARE(second->payload, std::string("got ping"));
            const auto last = stream->read(20s);
            QVERIFY(!last);
            QCOMPARE(last.error().code(), ErrorCode::ConnectionLost);
            QVERIFY(last.error().message().find("1000 (done)") != std::string::npos);
            const auto head = asked.get_future().get();
            QVERIFY(head.find("Upgrade: websocket\r\n") != std::string::npos);
            QVERIFY(head.find("Sec-WebSocket-Version: 13\r\n") != std::string::npos);
            const auto host = server.endpoint().host.empty()
                ? std::string("engine")
                : "127.0.0.1:" + std::to_string(server.endpoint().port);
            QVERIFY2(head.find("\r\nHost: " + host + "\r\n") != std::string::npos, head.c_str());
        }
    }

    void aPingIsAnsweredWhileSomebodyReads()
    {
        const HostileHttpServer server(speaks([](WebSocketPeer& peer) {
            peer.send(serverFrame(9, "are you there"));
            const auto pong = peer.receive();
            peer.send(serverFrame(2, std::to_string(pong->opcode) + pong->payload));
        }));
        const auto stream = open(server);
        QCOMPARE(readText(*stream), std::string("10are you there"));
    }

    void pingsThatNeverEndHoldNobody()
    {
        const HostileHttpServer server(speaks([](WebSocketPeer& peer) {
            while (peer.send(serverFrame(9, "x"))) { }
        }));
        const auto stream = open(server);
        QCOMPARE(readText(*stream, 50ms), std::string("[timeout]"));
        QCOMPARE(readText(*stream, 0ms), std::string("[timeout]"));
    }

    void aRefusalIsAnAnswerWithItsBody()
    {
        const HostileHttpServer server(
            [](Conversation& peer) { peer.answer(403, R"({"kind":"Status"})"); });
        const auto opened
            = openWebSocket(HttpClient(server.endpoint()), request("/"), kProtocols, {});
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        QVERIFY(!opened->stream);
        QCOMPARE(opened->response.status, 403);
        QCOMPARE(opened->response.body, std::string(R"({"kind":"Status"})"));
    }

    void whatIsNoWebSocketIsATypedError_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("an ordinary answer")
            << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
        QTest::newRow("a raw stream") << QByteArray("HTTP/1.1 200 OK\r\n\r\nraw");
        QTest::newRow("another protocol")
            << QByteArray("HTTP/1.1 101 UPGRADED\r\nUpgrade: tcp\r\n\r\n");
        QTest::newRow("the answer to another key")
            << QByteArray("HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                          "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n");
    }

    void whatIsNoWebSocketIsATypedError()
    {
        QFETCH(QByteArray, bytes);
        const HostileHttpServer server(sends(bytes.toStdString()));
        const auto opened
            = openWebSocket(HttpClient(server.endpoint()), request("/"), kProtocols, {});
        QVERIFY(!opened);
        QCOMPARE(opened.error().code(), ErrorCode::Protocol);
    }

    void messagesBeforeAFaultAreStillRead()
    {
        const HostileHttpServer server(speaks([](WebSocketPeer& peer) {
            peer.send(serverFrame(2, "fine") + serverFrame(2, "x", true, 0x10));
            while (peer.receive()) { }
        }));
        const auto stream = open(server);
        QCOMPARE(readText(*stream), std::string("fine"));
        QCOMPARE(readText(*stream), std::string("[protocol]"));
        QCOMPARE(readText(*stream), std::string("[protocol]"));
        const auto written = stream->write("x");
        QVERIFY(!written);
        QCOMPARE(written.error().code(), ErrorCode::ConnectionLost);
    }

    void aFaultAndAGoodbyeAreToldToTheServer_data()
    {
        QTest::addColumn<QByteArray>("last");
        QTest::addColumn<int>("code");
        QTest::newRow("reserved bit")
            << QByteArray::fromStdString(serverFrame(2, "x", true, 0x10)) << 1002;
        QTest::newRow("not UTF-8") << QByteArray::fromStdString(serverFrame(1, "\xff")) << 1007;
        QTest::newRow("a goodbye")
            << QByteArray::fromStdString(serverFrame(8, closePayload(3001))) << 3001;
        QTest::newRow("our own goodbye") << QByteArray() << 1000;
    }

    void aFaultAndAGoodbyeAreToldToTheServer()
    {
        QFETCH(QByteArray, last);
        QFETCH(int, code);
        std::promise<std::string> told;
        {
            const HostileHttpServer server(speaks([&](WebSocketPeer& peer) {
                peer.send(serverFrame(2, "first") + last.toStdString());
                std::string all;
                while (const auto frame = peer.receive())
                    all += std::to_string(frame->opcode) + frame->payload;
                told.set_value(all);
            }));
            const auto stream = open(server);
            QCOMPARE(readText(*stream), std::string("first"));
            if (!last.isEmpty())
                QVERIFY(!stream->read(20s));
            stream->close();
            QCOMPARE(told.get_future().get(), "8" + closePayload(static_cast<unsigned>(code)));
        }
    }

    void aConnectionThatBreaksIsLostAndNotAnEnd()
    {
        const HostileHttpServer server(speaks(
            [](WebSocketPeer& peer) { peer.send(serverFrame(2, "half a message", false)); }));
        const auto stream = open(server);
        QCOMPARE(readText(*stream), std::string("[connection_lost]"));
    }

    void aReaderIsWokenAndEndedByItsOwnSide()
    {
        const HostileHttpServer server(speaks([](WebSocketPeer& peer) {
            while (peer.receive()) { }
        }));
        const auto stream = open(server);
        stream->wake();
        QCOMPARE(readText(*stream), std::string("[cancelled]"));
        QCOMPARE(readText(*stream, 1ms), std::string("[timeout]"));
        std::thread closer([&] { stream->close(); });
        QCOMPARE(readText(*stream), std::string("[cancelled]"));
        closer.join();
        stream->close();
        QCOMPARE(stream->write("x").error().code(), ErrorCode::Cancelled);
    }

    void aWriterThatWaitsIsEndedByClose()
    {
        const HostileHttpServer deaf([&](Conversation& conversation) {
            WebSocketPeer(conversation).accept(kProtocols[0]);
            (void)conversation.isGoneWithin(60s);
        });
        const auto stream = open(deaf);
        std::thread closer([&] {
            // Full when nothing fits any more.
            while (stream->isWritable())
                std::this_thread::yield();
            stream->close();
        });
        const auto written = stream->write(std::string(64U << 20, 'x'));
        closer.join();
        QVERIFY(!written);
        QCOMPARE(written.error().code(), ErrorCode::Cancelled);
    }

    void aReaderGoesOnWhileAWriterWaits()
    {
        const HostileHttpServer deaf([&](Conversation& conversation) {
            WebSocketPeer peer(conversation);
            peer.accept(kProtocols[0]);
            // Until the writer fills all that is between us.
            peer.send(serverFrame(9, "nobody can answer now") + serverFrame(2, "one"));
            (void)conversation.isGoneWithin(60s);
        });
        const auto stream = open(deaf);
        std::thread writer([&] { (void)stream->write(std::string(64U << 20, 'x')).has_value(); });
        while (stream->isWritable())
            std::this_thread::yield();
        QCOMPARE(readText(*stream), std::string("one"));
        QCOMPARE(readText(*stream, 10ms), std::string("[timeout]"));
        stream->close();
        writer.join();
    }
};

SANDBENCH_TEST(WebSocketStreamTest);
#include "tst_websocket_stream.moc"
