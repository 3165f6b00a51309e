// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/unit/net/http_requests.h"

#include <QTest>

using namespace sandbench;
using namespace sandbench::net;
using namespace sandbench::test;
using namespace std::chrono_literals;

class HttpUpgradeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anUpgradedConnectionCarriesBytesBothWays_data()
    {
        QTest::addColumn<QByteArray>("head");
        QTest::newRow("101") << QByteArray("HTTP/1.1 101 UPGRADED\r\nUpgrade: tcp\r\n\r\n");
        QTest::newRow("200") << QByteArray("HTTP/1.1 200 OK\r\nContent-Type: x\r\n\r\n");
        QTest::newRow("after 100")
            << QByteArray("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 101 UPGRADED\r\n\r\n");
    }

    void anUpgradedConnectionCarriesBytesBothWays()
    {
        QFETCH(QByteArray, head);
        for (const auto listen :
             {HostileHttpServer::Listen::Unix, HostileHttpServer::Listen::Tcp}) {
            const HostileHttpServer server(
                [&](Conversation& peer) {
                    // The first bytes of the stream come with the head.
                    peer.send(head.toStdString() + "early|");
                    peer.send("got " + peer.receive(4));
                    peer.cut();
                },
                listen);
            const HttpClient client(server.endpoint());
            auto sent = request("/attach");
            sent.method = "POST";
            auto upgraded = client.upgrade(sent, {});
            QVERIFY2(upgraded, upgraded ? "" : upgraded.error().text().c_str());
            QVERIFY(upgraded->stream);
            QVERIFY(upgraded->stream->write("ping"));
            std::string all;
            for (;;) {
                char bytes[3];
                const auto n = upgraded->stream->read(bytes, 10s);
                QVERIFY(n);
                if (*n == 0)
                    break;
                all.append(bytes, *n);
            }
            QCOMPARE(all, std::string("early|got ping"));
        }
    }

    void aRefusedUpgradeIsAnAnswerWithItsBody_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("counted") << QByteArray("HTTP/1.1 404 No\r\nContent-Length: 5\r\n\r\nhello");
        QTest::newRow("chunked") << QByteArray(
            "HTTP/1.1 404 No\r\nTransfer-Encoding: chunked\r\n\r\n"
            "2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n");
        QTest::newRow("to the end") << QByteArray("HTTP/1.1 404 No\r\n\r\nhello");
        QTest::newRow("cut") << QByteArray("HTTP/1.1 404 No\r\nContent-Length: 50\r\n\r\nhello");
    }

    void aRefusedUpgradeIsAnAnswerWithItsBody()
    {
        QFETCH(QByteArray, bytes);
        const HostileHttpServer server(sends(bytes.toStdString()));
        const HttpClient client(server.endpoint());
        const auto upgraded = client.upgrade(request("/"), {});
        QVERIFY2(upgraded, upgraded ? "" : upgraded.error().text().c_str());
        QVERIFY(!upgraded->stream);
        QCOMPARE(upgraded->response.status, 404);
        QCOMPARE(upgraded->response.body, std::string("hello"));
    }

    void a200WithALengthIsNoStream()
    {
        const HostileHttpServer server([](Conversation& peer) { peer.answer(200, "{}"); });
        const HttpClient client(server.endpoint());
        const auto upgraded = client.upgrade(request("/"), {});
        QVERIFY(upgraded);
        QVERIFY(!upgraded->stream);
        QCOMPARE(upgraded->response.body, std::string("{}"));
    }

    void anUpgradeToNonsenseIsATypedError_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("code");
        QTest::newRow("closes at once") << QByteArray() << QByteArray("connection_lost");
        QTest::newRow("garbage") << QByteArray("\x01\x02\x03\r\n\r\n") << QByteArray("protocol");
        QTest::newRow("an endless head") << QByteArray("HTTP/1.1 101 U\r\nA: ")
                + QByteArray(70'000, 'x') << QByteArray("protocol");
        QTest::newRow("a bad chunk of a refusal")
            << QByteArray("HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")
            << QByteArray("protocol");
    }

    void anUpgradeToNonsenseIsATypedError()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, code);
        const HostileHttpServer server(sends(bytes.toStdString()));
        const HttpClient client(server.endpoint());
        QCOMPARE(QByteArray::fromStdString(codeOfUpgrade(client, request("/", 20s))), code);
    }

    void aStreamOutlivesItsClientAndIsWokenAndClosed()
    {
        const HostileHttpServer server([](Conversation& peer) {
            peer.send("HTTP/1.1 101 UPGRADED\r\n\r\n");
            peer.send(peer.awaitEnd());
        });
        std::unique_ptr<ByteStream> stream;
        {
            const HttpClient client(server.endpoint());
            auto upgraded = client.upgrade(request("/"), {});
            QVERIFY(upgraded && upgraded->stream);
            stream = std::move(upgraded->stream);
        }
        char bytes[10];
        stream->wake();
        QCOMPARE(stream->read(bytes, 10s).error().code(), ErrorCode::Cancelled);
        QCOMPARE(stream->read(bytes, 1ms).error().code(), ErrorCode::Timeout);
        stream->close();
        stream->close();
        const auto ended = stream->read(bytes, 10s);
        QVERIFY(ended);
        QCOMPARE(*ended, std::size_t{0});
        QVERIFY(!stream->write("x"));
    }

    void aStopEndsAnUpgrade()
    {
        std::stop_source stop;
        const HostileHttpServer server([&](Conversation& peer) {
            peer.send("HTTP/1.1 101 UP");
            stop.request_stop();
            (void)peer.awaitEnd();
        });
        const HttpClient client(server.endpoint());
        QCOMPARE(
            codeOfUpgrade(client, request("/", 0ms), stop.get_token()), std::string("cancelled"));
    }
};

SANDBENCH_TEST(HttpUpgradeTest);
#include "tst_http_upgrade.moc"
