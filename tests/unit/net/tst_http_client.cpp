// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/unit/net/http_requests.h"

#include <QTest>

#include <atomic>
#include <latch>
#include <thread>

using namespace sandbench;
using namespace sandbench::net;
using namespace sandbench::test;
using namespace std::chrono_literals;

namespace {

using Handler = HostileHttpServer::Handler;

/// What send(), stream() and upgrade() have in common: the error's code, or "".
std::string codeOfSend(const HttpClient& client, const HttpRequest& sent, std::stop_token stop = {})
{
    const auto response = client.send(sent, stop, 1U << 20);
    return response ? "" : codeName(response.error());
}

std::string
codeOfStream(const HttpClient& client, const HttpRequest& sent, std::stop_token stop = {})
{
    const auto response = client.stream(
        sent, [](std::string_view) { return Result<void>(); }, stop);
    return response ? "" : codeName(response.error());
}

} // namespace

class HttpClientTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anAnswerComesWithStatusHeadersAndBody()
    {
        const HostileHttpServer server([](Conversation& peer) {
            peer.answer(418, "[" + peer.line + "|" + peer.body + "]", "X-Tea: Pot\r\n");
        });
        const HttpClient client(server.endpoint());
        auto sent = request("/v1/a%20b?c=d");
        sent.method = "POST";
        sent.body = "text";
        const auto response = client.send(sent, {});
        QVERIFY2(response, response ? "" : response.error().text().c_str());
        QCOMPARE(response->status, 418);
        QCOMPARE(response->header("x-tea"), std::string("Pot"));
        QCOMPARE(response->body, std::string("[POST /v1/a%20b?c=d HTTP/1.1|text]"));
    }

    void aConnectionIsUsedAgain()
    {
        const HostileHttpServer server([](Conversation& peer) { peer.answer(200, "x"); });
        const HttpClient client(server.endpoint());
        for (int i = 0; i < 5; ++i)
            QCOMPARE(codeOfSend(client, request("/")), std::string());
        QCOMPARE(server.connections(), 1);
    }

    void aKeptConnectionThatTheServerClosedIsMadeAnew()
    {
        const HostileHttpServer server([](Conversation& peer) {
            peer.answer(200, "x");
            peer.cut();
        });
        const HttpClient client(server.endpoint());
        for (int i = 0; i < 5; ++i)
            QCOMPARE(codeOfSend(client, request("/")), std::string());
        QCOMPARE(server.connections(), 5);
    }

    void callsMayOverlap()
    {
        std::latch allAreHere(8);
        const HostileHttpServer server([&](Conversation& peer) {
            allAreHere.arrive_and_wait();
            peer.answer(200, peer.path());
        });
        const HttpClient client(server.endpoint());
        std::atomic<int> right = 0;
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < 8; ++i)
                threads.emplace_back([&, path = "/" + std::to_string(i)] {
                    const auto response = client.send(request(path), {});
                    right += response && response->body == path ? 1 : 0;
                });
        }
        QCOMPARE(right.load(), 8);
    }

    void aWrongAnswerIsATypedError_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("code");
        const auto row = [](const char* name, const std::string& bytes, const char* code) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << QByteArray(code);
        };
        const std::string ok = "HTTP/1.1 200 OK\r\n";
        row("closes at once", "", "connection_lost");
        row("cut in the status line", "HTTP/1.1 2", "connection_lost");
        row("cut in the head", ok + "A: b\r\n", "connection_lost");
        row("cut in a counted body", ok + "Content-Length: 10\r\n\r\nhello", "connection_lost");
        row("cut in a chunk", ok + "Transfer-Encoding: chunked\r\n\r\n9\r\nhello",
            "connection_lost");
        row("a bad chunk", ok + "Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n", "protocol");
        row("another protocol", "SSH-2.0-OpenSSH_9.2\r\n", "protocol");
        row("a page without a head", "<html>hello</html>", "protocol");
        row("a wrong status line", "HTTP/1.1 OK 200\r\n\r\n", "protocol");
        row("status 999", "HTTP/1.1 999 No\r\n\r\n", "protocol");
        row("a line that is no header", ok + "Nonsense\r\n\r\n", "protocol");
        row("a header larger than its limit", ok + "A: " + std::string(70'000, 'x') + "\r\n\r\n",
            "protocol");
        std::string headers;
        for (int i = 0; i < 300; ++i)
            headers += "h" + std::to_string(i) + ": x\r\n";
        row("too many headers", ok + headers + "\r\n", "protocol");
        row("an unasked encoding and a body larger than the limit",
            ok + "Content-Length: 2000000\r\n\r\n" + std::string(2'000'000, 'x'), "protocol");
        row("a negative length", ok + "Content-Length: -5\r\n\r\n", "protocol");
    }

    void aWrongAnswerIsATypedError()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, code);
        const HostileHttpServer server(sends(bytes.toStdString()));
        const HttpClient client(server.endpoint());
        const auto response = client.send(request("/"), {}, 1U << 20);
        QVERIFY(!response);
        QCOMPARE(QByteArray(codeName(response.error())), code);
        QVERIFY2(
            response.error().text().find(server.endpoint().text()) != std::string::npos,
            response.error().text().c_str());
        QVERIFY(response.error().text().find('\n') == std::string::npos);
    }

    void anEndlessAnswerIsEndedAtItsLimit_data()
    {
        QTest::addColumn<QByteArray>("start");
        QTest::addColumn<QByteArray>("then");
        const QByteArray ok = "HTTP/1.1 200 OK\r\n";
        QTest::newRow("headers") << ok << QByteArray("a: b\r\n");
        QTest::newRow("one header") << ok + "a: " << QByteArray("bbbbbbbb");
        QTest::newRow("interim answers")
            << QByteArray() << QByteArray("HTTP/1.1 100 Continue\r\n\r\n");
        QTest::newRow("body") << ok + "\r\n" << QByteArray(65536, 'x');
        QTest::newRow("chunks") << ok + "Transfer-Encoding: chunked\r\n\r\n"
                                << QByteArray("1\r\nx\r\n").repeated(1000);
        QTest::newRow("trailers") << ok + "Transfer-Encoding: chunked\r\n\r\n0\r\n"
                                  << QByteArray("a: b\r\n").repeated(100);
    }

    void anEndlessAnswerIsEndedAtItsLimit()
    {
        QFETCH(QByteArray, start);
        QFETCH(QByteArray, then);
        const HostileHttpServer server([&](Conversation& peer) {
            peer.send(start.toStdString());
            peer.sendForEver(then.toStdString());
        });
        const HttpClient client(server.endpoint());
        QCOMPARE(codeOfSend(client, request("/")), std::string("protocol"));
    }

    void anEndlessRefusalOfAStreamIsCutAndStillARefusal()
    {
        const HostileHttpServer server([](Conversation& peer) {
            peer.send("HTTP/1.1 500 No\r\n\r\n");
            peer.sendForEver(std::string(4096, 'x'));
        });
        const HttpClient client(server.endpoint());
        int pieces = 0;
        const auto onBody = [&](std::string_view) {
            ++pieces;
            return Result<void>();
        };
        const auto response = client.stream(request("/"), onBody, {});
        QVERIFY(response);
        QCOMPARE(response->status, 500);
        QCOMPARE(response->body.size(), std::size_t{64U << 10});
        QCOMPARE(pieces, 0);
        const auto upgraded = client.upgrade(request("/"), {});
        QVERIFY(upgraded);
        QVERIFY(!upgraded->stream);
        QCOMPARE(upgraded->response.body.size(), std::size_t{64U << 10});
    }

    void silenceEndsWithTheRequestsPatience_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::newRow("before the head") << QByteArray();
        QTest::newRow("in the head") << QByteArray("HTTP/1.1 200 OK\r\n");
        QTest::newRow("in the body") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx");
    }

    void silenceEndsWithTheRequestsPatience()
    {
        QFETCH(QByteArray, before);
        const HostileHttpServer server([&](Conversation& peer) {
            peer.send(before.toStdString());
            (void)peer.awaitEnd();
        });
        const HttpClient client(server.endpoint());
        const auto short_ = request("/", 100ms);
        QCOMPARE(codeOfSend(client, short_), std::string("timeout"));
        QCOMPARE(codeOfStream(client, short_), std::string("timeout"));
    }

    void aHeadThatDripsDoesNotOutlastThePatience()
    {
        const HostileHttpServer server([&](Conversation& peer) {
            // Slow enough to be told from an answer, quick enough never to be silent.
            peer.send("HTTP/1.1 200 OK\r\n");
            while (!peer.isGoneWithin(10ms) && peer.send("A: b\r\n")) { }
        });
        const HttpClient client(server.endpoint());
        QCOMPARE(codeOfSend(client, request("/", 300ms)), std::string("timeout"));
        QCOMPARE(codeOfUpgrade(client, request("/", 300ms)), std::string("timeout"));
    }

    void aStopEndsEveryKindOfCall_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("for_ever");
        const QByteArray ok = "HTTP/1.1 200 OK\r\n";
        QTest::newRow("no answer") << QByteArray() << QByteArray();
        QTest::newRow("half a head") << ok << QByteArray();
        QTest::newRow("half a body") << ok + "Content-Length: 99\r\n\r\nx" << QByteArray();
    }

    void aStopEndsEveryKindOfCall()
    {
        QFETCH(QByteArray, before);
        using Call = std::string (*)(const HttpClient&, const HttpRequest&, std::stop_token);
        for (const Call call : {&codeOfSend, &codeOfStream}) {
            std::stop_source stop;
            const HostileHttpServer server([&](Conversation& peer) {
                peer.send(before.toStdString());
                stop.request_stop();
                (void)peer.awaitEnd();
            });
            const HttpClient client(server.endpoint());
            QCOMPARE(call(client, request("/", 0ms), stop.get_token()), std::string("cancelled"));
        }
    }

    void aStoppedCallDoesNotEvenConnect()
    {
        const HostileHttpServer server([](Conversation& peer) { peer.answer(200, ""); });
        std::stop_source stop;
        stop.request_stop();
        const HttpClient client(server.endpoint());
        QCOMPARE(codeOfSend(client, request("/"), stop.get_token()), std::string("cancelled"));
        QVERIFY(server.requests().empty());
    }

    void aStopIsObeyedInTheMiddleOfAFlood()
    {
        const HostileHttpServer server([](Conversation& peer) {
            peer.send("HTTP/1.1 200 OK\r\n\r\n");
            peer.sendForEver(std::string(65536, 'x'));
        });
        const HttpClient client(server.endpoint());
        std::stop_source stop;
        std::size_t after = 0;
        const auto onBody = [&](std::string_view bytes) {
            after += stop.stop_requested() ? bytes.size() : 0;
            stop.request_stop();
            return Result<void>();
        };
        const auto response = client.stream(request("/"), onBody, stop.get_token());
        QVERIFY(!response);
        QCOMPARE(response.error().code(), ErrorCode::Cancelled);
        QCOMPARE(after, std::size_t(0));
    }

    void aSourceIsSentInChunks()
    {
        const HostileHttpServer server([](Conversation& peer) { peer.answer(200, peer.body); });
        const HttpClient client(server.endpoint());
        auto sent = request("/");
        sent.method = "PUT";
        int piece = 0;
        sent.source = [&](std::span<char> into) -> Result<std::size_t> {
            const std::string text = piece++ < 2 ? "hello" : "";
            text.copy(into.data(), into.size());
            return text.size();
        };
        const auto response = client.send(sent, {});
        QVERIFY2(response, response ? "" : response.error().text().c_str());
        QCOMPARE(response->body, std::string("5\r\nhello\r\n5\r\nhello\r\n0\r\n\r\n"));
        QCOMPARE(server.requests().front(), std::string("PUT / HTTP/1.1"));
    }

    void anErrorOfTheSourceEndsTheRequestWithIt()
    {
        const HostileHttpServer server([](Conversation& peer) { peer.answer(200, ""); });
        const HttpClient client(server.endpoint());
        auto sent = request("/");
        sent.method = "PUT";
        sent.source = [](std::span<char>) -> Result<std::size_t> {
            return Error(ErrorCode::ResourceExhausted, "the file ended");
        };
        const auto response = client.send(sent, {});
        QVERIFY(!response);
        QCOMPARE(response.error().text(), std::string("the file ended"));
    }

    void anErrorOfTheReaderEndsTheStreamWithIt()
    {
        const HostileHttpServer server([](Conversation& peer) { peer.answer(200, "bytes"); });
        const HttpClient client(server.endpoint());
        const auto response = client.stream(
            request("/"),
            [](std::string_view) -> Result<void> { return Error(ErrorCode::Io, "disk full"); }, {});
        QVERIFY(!response);
        QCOMPARE(response.error().text(), std::string("disk full"));
    }

    void aRequestCannotBecomeTwo_data()
    {
        QTest::addColumn<QByteArray>("target");
        QTest::newRow("line end") << QByteArray("/a\r\nX: y");
        QTest::newRow("space") << QByteArray("/a HTTP/1.1");
        QTest::newRow("no path") << QByteArray("@evil/");
        QTest::newRow("empty") << QByteArray("");
    }

    void aRequestCannotBecomeTwo()
    {
        QFETCH(QByteArray, target);
        const HostileHttpServer server([](Conversation& peer) { peer.answer(200, ""); });
        const HttpClient client(server.endpoint());
        QCOMPARE(
            codeOfSend(client, request(target.toStdString())), std::string("invalid_argument"));
        QCOMPARE(
            codeOfUpgrade(client, request(target.toStdString())), std::string("invalid_argument"));
        auto sent = request("/");
        sent.headers = {{"X-Name", "a\r\nX-Other: b"}};
        QCOMPARE(codeOfSend(client, sent), std::string("invalid_argument"));
        QCOMPARE(server.connections(), 0);
    }

    void theWorldsProxySettingsAreNotForEngines()
    {
        const HostileHttpServer server(
            [](Conversation& peer) { peer.answer(200, ""); }, HostileHttpServer::Listen::Tcp);
        qputenv("http_proxy", "http://127.0.0.1:1");
        const auto code = codeOfSend(HttpClient(server.endpoint()), request("/"));
        qunsetenv("http_proxy");
        QCOMPARE(code, std::string());
    }

    void textIsEncodedForAPath()
    {
        QCOMPARE(percentEncode("a b/ü?&=%\n~"), std::string("a%20b/%C3%BC%3F%26%3D%25%0A~"));
    }
};

SANDBENCH_TEST(HttpClientTest);
#include "tst_http_client.moc"
