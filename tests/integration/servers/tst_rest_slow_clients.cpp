// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/transport/listen_socket.h"
#include "tests/integration/servers/raw_requests.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <sys/socket.h>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::chrono_literals;

/// Clients that send or read slowly, go, or end one side.
class RestSlowClientsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void slowHeadsAndBodiesEnd()
    {
        RestServer server({.headPatience = 300ms, .idlePatience = 300ms, .stallPatience = 300ms});
        RawClient silent(server.port()), head(server.port()), body(server.port());
        QVERIFY(head.send("GET / HTTP/1.1\r\nHo"));
        QVERIFY(body.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc"));
        QCOMPARE(silent.receiveAll(), std::string());
        QCOMPARE(statusOf(head.receiveAll()), 408);
        QCOMPARE(statusOf(body.receiveAll()), 408);
        QCOMPARE(server.refusals(), std::vector<int>{408});
    }

    void aDrippingHeadEndsToo()
    {
        RestServer server({.headPatience = 300ms});
        RawClient client(server.port());
        QVERIFY(client.send("GET / HTTP/1.1\r\n"));
        while (client.send("X: y\r\n") && !client.hasMore(20ms)) { }
        QCOMPARE(statusOf(client.receiveAll()), 408);
    }

    void whoReadsNothingIsLetGo()
    {
        RestServer server({.stallPatience = 300ms});
        RawClient client(server.port());
        QVERIFY(client.send(get("/drip")));
        QVERIFY(isDone(server.stopped));
    }

    void whoReadsNothingOfAWholeAnswerIsLetGoToo()
    {
        RestServer server({.stallPatience = 300ms});
        RawClient client(server.port());
        QVERIFY(client.send(muchMore()));
        QVERIFY(client.receiveUntil("bbbb").size() > 4);
        QTRY_VERIFY_WITH_TIMEOUT(server.listener().counters().connections == 0, 20'000);
    }

    void whoReadsNothingFillsNoBuffersOfTheSystem()
    {
        const auto listening = rest::listenOn("127.0.0.1", 0);
        QVERIFY(listening);
        RawClient client(portOf("http://" + rest::localAddress(listening->get())));
        UniqueFd socket;
        rest::Acceptor({}).accept(
            listening->get(), [&](UniqueFd one, const std::string&) { socket = std::move(one); });
        const std::string piece(64U << 10, 'x');
        std::size_t sent = 0;
        for (ssize_t some = 0; some >= 0 && sent<(16U << 20); sent += some> 0 ? some : 0)
            some = ::send(socket.get(), piece.data(), piece.size(), MSG_DONTWAIT);
        QVERIFY2(sent > 0 && sent < (1U << 20), std::to_string(sent).c_str());
    }

    void slowReadersHoldNoWorker()
    {
        RestServer server({.workers = 2, .reserve = 0});
        std::vector<RawClient> slow;
        for (int i = 0; i < 3; ++i) {
            slow.emplace_back(server.port());
            QVERIFY(slow.back().send(muchMore() + last("/hello")));
            QVERIFY(slow.back().receiveUntil("bbbb").size() > 4);
        }
        // Until its workers have sent what the sockets take, the others are refused.
        const auto ask = [&] {
            RawClient other(server.port());
            other.send(last("/hello"));
            return statusOf(other.receiveAll());
        };
        QTRY_COMPARE_WITH_TIMEOUT(ask(), 200, 20'000);
        const auto all = slow.back().receiveAll();
        QVERIFY(all.size() > (16U << 20) && all.ends_with("hello"));
        QCOMPARE(count(all, "HTTP/1.1 200 OK\r\n"), std::size_t(5));
    }

    void aStoppedStreamDoesNotWaitForItsReader()
    {
        RestServer server({.stallPatience = 1h});
        RawClient client(server.port());
        QVERIFY(client.send(get("/drip")));
        QVERIFY(client.receiveUntil("x\r\n").size() > 3);
        client.endSending();
        QVERIFY(isDone(server.stopped));
    }

    void theLastWorkersAreForFewerCalls()
    {
        RestServer server({.workers = 1, .reserve = 8});
        const auto room = [&] {
            RawClient client(server.port());
            client.send(last("/room"));
            const auto all = client.receiveAll();
            return statusOf(all) == 200 ? all.substr(all.size() - 1)
                                        : std::to_string(statusOf(all));
        };
        std::vector<RawClient> waiting;
        std::string rooms;
        for (std::size_t i = 0; i < 8; ++i) {
            rooms += room() + " ";
            waiting.emplace_back(server.port());
            QVERIFY(waiting.back().send(get("/wait")));
            QTRY_VERIFY_WITH_TIMEOUT(server.listener().counters().calls == i + 1, 20'000);
        }
        QCOMPARE(rooms, std::string("0 1 1 1 1 1 1 2 "));
    }

    void aClientThatVanishesStopsItsCall_data()
    {
        QTest::addColumn<int>("way");
        QTest::newRow("reset") << 0;
        QTest::newRow("end") << 1;
        QTest::newRow("half-closed") << 2;
    }

    void aClientThatVanishesStopsItsCall()
    {
        QFETCH(int, way);
        RestServer server;
        RawClient client(server.port());
        QVERIFY(client.send(get("/wait")));
        QVERIFY(isDone(server.started));
        if (way == 0)
            client.vanish();
        else if (way == 1)
            client.close();
        else
            client.endSending();
        QVERIFY(isDone(server.stopped));
        if (way == 2) // It may still want to know.
            QCOMPARE(statusOf(client.receiveAll()), 499);
    }

    void aHalfClosedClientGetsItsAnswer()
    {
        RestServer server;
        RawClient client(server.port());
        QVERIFY(client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"));
        client.endSending();
        QVERIFY(client.receiveAll().ends_with("abc"));
    }
};

SANDBENCH_TEST(RestSlowClientsTest);
#include "tst_rest_slow_clients.moc"
