// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/exec_stream.h"
#include "tests/support/test_program.h"
#include "tests/support/websocket_peer.h"
#include "tests/unit/net/http_requests.h"

#include <QTest>

#include <future>
#include <thread>

using namespace sandbench;
using namespace sandbench::kubernetes;
using namespace sandbench::test;
using namespace std::chrono_literals;

namespace {

const std::string kSuccessStatus = R"({"status":"Success"})";

HostileHttpServer::Handler
speaksExec(std::function<void(WebSocketPeer&)> play, std::string_view protocol = kChannelProtocol5)
{
    return [play = std::move(play), protocol](Conversation& conversation) {
        WebSocketPeer peer(conversation);
        if (peer.accept(protocol))
            play(peer);
        conversation.cut();
    };
}

void listenOnly(WebSocketPeer& peer)
{
    while (peer.receive()) { }
}

std::unique_ptr<ExecStream>
openExec(const HostileHttpServer& server, std::chrono::milliseconds silence = 30s)
{
    auto opened = net::openWebSocket(
        net::HttpClient(server.endpoint()), request("/exec"),
        {std::string(kChannelProtocol5), std::string(kChannelProtocol4)}, {});
    if (!opened)
        qFatal("%s", opened.error().text().c_str());
    return std::make_unique<ExecStream>(std::move(opened->stream), silence);
}

/// All output, and how it ended: "." or the error's code in brackets.
std::string readAll(ExecStream& stream, std::size_t step = 7)
{
    std::string all, buffer(step, '\0');
    for (;;) {
        const auto n = stream.read(buffer, 20s);
        if (!n)
            return all + "[" + codeName(n.error()) + "]";
        if (*n == 0)
            return all + ".";
        all.append(buffer, 0, *n);
    }
}

} // namespace

class ExecStreamTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aProgramsOutputEndsWithItsStatus()
    {
        const HostileHttpServer server(speaksExec([](WebSocketPeer& peer) {
            peer.send(channelFrame(1, "") + channelFrame(1, "hello ") + channelFrame(2, "oops"));
            peer.send(channelFrame(1, "world") + channelFrame(3, kSuccessStatus));
            listenOnly(peer); // servers of 1.30 and later wait for us
        }));
        const auto stream = openExec(server);
        QCOMPARE(readAll(*stream), std::string("hello world."));
        QCOMPARE(readAll(*stream), std::string("."));
        QVERIFY(stream->status());
        QVERIFY(stream->status()->isSuccess);
        QCOMPARE(stream->complaint(), std::string("oops"));
    }

    void anExitCodeIsAnEndAndNoError()
    {
        const HostileHttpServer server(speaksExec([](WebSocketPeer& peer) {
            peer.send(channelFrame(1, "x") + channelFrame(3, R"({"status":"Failure","details":
                {"causes":[{"reason":"ExitCode","message":"42"}]}})"));
        }));
        const auto stream = openExec(server);
        QCOMPARE(readAll(*stream), std::string("x."));
        QCOMPARE(stream->status()->exitCode.value_or(-1), 42);
    }

    void aProgramThatCannotStartIsUnavailableWithTheClustersWords()
    {
        const HostileHttpServer server(speaksExec([](WebSocketPeer& peer) {
            peer.send(channelFrame(3, R"({"status":"Failure","message":"container not found"})"));
        }));
        const auto stream = openExec(server);
        char byte = 0;
        const auto read = stream->read({&byte, 1}, 20s);
        QVERIFY(!read);
        QCOMPARE(read.error().code(), ErrorCode::Unavailable);
        QVERIFY(read.error().message().find("container not found") != std::string::npos);
        QVERIFY(stream->status());
    }

    void withoutAStatusTheConnectionIsLost_data()
    {
        QTest::addColumn<QByteArray>("last");
        QTest::addColumn<QByteArray>("wanted");
        const auto row = [](const char* name, const std::string& last, const char* wanted) {
            QTest::newRow(name) << QByteArray::fromStdString(last) << QByteArray(wanted);
        };
        row("cut", "", "part[connection_lost]");
        row("a goodbye", serverFrame(8, closePayload(1000)), "part[connection_lost]");
        row("an empty status", channelFrame(3, ""), "part[connection_lost]");
        row("output's end alone", channelFrame(255, "\1"), "part[connection_lost]");
        row("words that are no status", channelFrame(3, "upstream connect error"),
            "part[protocol]");
        row("bad JSON", channelFrame(3, "{\"status\":"), "part[protocol]");
        row("a huge status", channelFrame(3, std::string(2U << 20, 'x')), "part[protocol]");
        row("text", serverFrame(1, "\1hello"), "part[protocol]");
        row("an unknown channel", channelFrame(77, "x"), "part[protocol]");
        row("a broken frame", serverFrame(3, "x"), "part[protocol]");
        row("a frame too large", std::string("\x82\x7f\0\0\0\0\0\x50\0\0\1", 11), "part[protocol]");
    }

    void withoutAStatusTheConnectionIsLost()
    {
        QFETCH(QByteArray, last);
        QFETCH(QByteArray, wanted);
        const HostileHttpServer server(speaksExec(
            [&](WebSocketPeer& peer) { peer.send(channelFrame(1, "part") + last.toStdString()); }));
        const auto stream = openExec(server);
        QCOMPARE(QByteArray::fromStdString(readAll(*stream)), wanted);
        QVERIFY(!stream->status());
    }

    void inputGoesInMessagesOfAtMostAMebibyte()
    {
        std::promise<std::string> got;
        std::size_t largest = 0;
        const HostileHttpServer server(speaksExec([&](WebSocketPeer& peer) {
            std::string all;
            while (const auto frame = peer.receive()) {
                largest = std::max(largest, frame->payload.size());
                if (frame->opcode != 2 || !frame->isMasked)
                    all += "?";
                if (frame->payload == std::string("\xff\0", 2))
                    break;
                all += frame->payload.substr(1);
                if (frame->payload[0] != 0)
                    all += "!";
            }
            got.set_value(all);
        }));
        const auto stream = openExec(server);
        std::string input(3'000'000, '\0');
        for (std::size_t i = 0; i < input.size(); ++i)
            input[i] = static_cast<char>(i * 31);
        QVERIFY(stream->write(input));
        QVERIFY(stream->write(""));
        QVERIFY(stream->closeInput());
        QVERIFY(got.get_future().get() == input);
        QVERIFY(largest <= (1U << 20));
    }

    void onlyVersion5EndsInputAlone()
    {
        const HostileHttpServer server(speaksExec(listenOnly, kChannelProtocol4));
        const auto stream = openExec(server);
        QCOMPARE(stream->closeInput().error().code(), ErrorCode::Unsupported);
    }

    void silenceIsBrokenWhileSomebodyReads()
    {
        std::promise<std::string> got;
        const HostileHttpServer server(speaksExec([&](WebSocketPeer& peer) {
            const auto first = peer.receive(), second = peer.receive();
            got.set_value(first->payload + second->payload);
            peer.send(channelFrame(3, kSuccessStatus));
        }));
        const auto stream = openExec(server, 20ms);
        QCOMPARE(readAll(*stream), std::string("."));
        // Not the resize channel: see breakSilence().
        QCOMPARE(got.get_future().get(), std::string("\1\1"));
    }

    void aServerThatDoesNotReadHoldsNoReader()
    {
        const HostileHttpServer deaf([](Conversation& conversation) {
            WebSocketPeer peer(conversation);
            peer.accept(kChannelProtocol5);
            peer.send(channelFrame(1, "one"));
            (void)conversation.isGoneWithin(60s);
        });
        const auto stream = openExec(deaf, 1ms);
        std::thread writer([&] { (void)stream->write(std::string(64U << 20, 'x')).has_value(); });
        while (stream->isWritable())
            std::this_thread::yield();
        std::string buffer(10, '\0');
        const auto first = stream->read(buffer, 20s);
        QCOMPARE(first.value_or(0), std::size_t{3});
        QCOMPARE(stream->read(buffer, 20ms).error().code(), ErrorCode::Timeout);
        stream->wake();
        QCOMPARE(stream->read(buffer, 20s).error().code(), ErrorCode::Cancelled);
        stream->close();
        writer.join();
        QCOMPARE(stream->read(buffer, 20s).error().code(), ErrorCode::Cancelled);
    }
};

SANDBENCH_TEST(ExecStreamTest);
#include "tst_exec_stream.moc"
