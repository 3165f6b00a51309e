// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/socket_stream.h"
#include "tests/support/agent_connection.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <future>
#include <sys/socket.h>
#include <thread>
#include <vector>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::chrono_literals;

namespace {

/// A guest that stopped reading, while nobody on our side is waiting to write.
void fillTheWayToTheGuest(AgentConnection& connection)
{
    const int socket = dynamic_cast<SocketStream&>(*connection.stream).fd();
    const std::string bytes(64U << 10, 'x');
    while (::send(socket, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL) > 0) { }
    while (::send(socket, bytes.data(), 1, MSG_DONTWAIT | MSG_NOSIGNAL) > 0) { }
}

} // namespace

class SessionClientFlowTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void endsTheConnectionWhenCreditIsOverrun();
    void returnsCreditAsTheCallerConsumes();
    void joinsTinyFramesInsteadOfQueueingMillions();
    void waitsForCreditWhenUploading();
    void tellsWhenAFullChannelTakesDataAgain();
    void stopsAWaitingCaller();
    void stopsAWriteThatNobodyReads();
    void stopsAWriteThatBeginsAfterTheStop();
    void dropsARequestOfAGuestThatReadsNothing();
    void listensWhileTheGuestReadsNothing();
    void letsAnAbandonedRequestFinish();
    void wakesEveryCallerWhenTheGuestGoesAway();
    void deliversWhatCameBeforeTheEnd();
    void passes50MegabytesQuickly();
};

void SessionClientFlowTest::endsTheConnectionWhenCreditIsOverrun()
{
    AgentConnection connection;
    QVERIFY(connection.open());
    auto stream = connection.request();
    const std::string chunk(agent::kDataChunk, 'x');
    for (std::size_t sent = 0; sent < agent::kInitialCredit; sent += chunk.size())
        connection.guest.sendData(stream.id(), Channel::Stdout, chunk);
    // The other channel has credit of its own.
    connection.guest.sendData(stream.id(), Channel::Stderr, "fine");
    connection.guest.sendData(stream.id(), Channel::Stdout, "!");
    QVERIFY(connection.guest.waitForEnd()); // only then, as reading returns credit
    QVERIFY(drain(stream).ends_with("!protocol"));
}

void SessionClientFlowTest::returnsCreditAsTheCallerConsumes()
{
    AgentConnection connection;
    QVERIFY(connection.open());
    auto stream = connection.request();
    const std::string chunk(agent::kDataChunk, 'x');
    for (std::size_t sent = 0; sent < agent::kInitialCredit; sent += chunk.size())
        connection.guest.sendData(stream.id(), Channel::Stdout, chunk);
    QVERIFY(connection.guest.nextOf(FrameType::Request));
    QVERIFY(!connection.guest.next(20ms)); // nothing was consumed yet
    QVERIFY(stream.next({}, Clock::now() + 5s));
    QVERIFY(stream.next({}, Clock::now() + 5s)); // asking again consumes the first
    const auto credit = connection.guest.nextOf(FrameType::Credit);
    QVERIFY(credit);
    QCOMPARE(credit->stream, stream.id());
    QCOMPARE(credit->channel(), Channel::Stdout);
    QCOMPARE(credit->credit(), static_cast<std::uint32_t>(chunk.size()));
    connection.guest.sendData(stream.id(), Channel::Stdout, chunk);
    QVERIFY(stream.next({}, Clock::now() + 5s));
    QVERIFY(connection.client->isAlive());
}

void SessionClientFlowTest::joinsTinyFramesInsteadOfQueueingMillions()
{
    agent::StreamState state(1);
    for (int i = 0; i < 100'000; ++i) {
        std::string bytes;
        agent::appendData(bytes, 1, i % 2 ? Channel::Stdout : Channel::Stderr, "x");
        agent::FrameDecoder decoder;
        decoder.feed(bytes);
        QVERIFY(state.accept(std::move(*decoder.next())));
    }
    QVERIFY2(state.queue.size() < 17'000, qPrintable(QString::number(state.queue.size())));
    std::size_t total = 0;
    for (const auto& item : state.queue)
        total += item.bytes().size();
    QCOMPARE(total, std::size_t(100'000));
}

void SessionClientFlowTest::waitsForCreditWhenUploading()
{
    AgentConnection connection;
    QVERIFY(connection.open());
    auto stream = connection.request();
    const std::string bytes(agent::kInitialCredit + 1000, 'u');
    auto upload = std::async(
        std::launch::async, [&] { return stream.send(Channel::File, bytes, {}).has_value(); });
    std::size_t received = 0;
    while (received < agent::kInitialCredit) {
        const auto frame = connection.guest.nextOf(FrameType::Data);
        QVERIFY(frame);
        received += frame->data().size();
    }
    QCOMPARE(received, std::size_t(agent::kInitialCredit));
    QCOMPARE(upload.wait_for(20ms), std::future_status::timeout);
    connection.guest.sendCredit(stream.id(), Channel::File, 5000);
    QVERIFY(upload.get());
    const auto rest = connection.guest.nextOf(FrameType::Data);
    QVERIFY(rest);
    QCOMPARE(rest->data().size(), std::size_t(1000));
}

void SessionClientFlowTest::tellsWhenAFullChannelTakesDataAgain()
{
    AgentConnection connection;
    QVERIFY(connection.open());
    auto stream = connection.request();
    auto reader = std::async(std::launch::async, [&] {
        std::size_t received = 0;
        while (received < agent::kInitialCredit)
            if (const auto frame = connection.guest.nextOf(FrameType::Data))
                received += frame->data().size();
        connection.guest.sendCredit(stream.id(), Channel::Stdin, 10);
    });
    const std::string bytes(agent::kInitialCredit + 10, 'i');
    const auto sent = stream.trySend(Channel::Stdin, bytes);
    QVERIFY(sent);
    QCOMPARE(*sent, std::size_t(agent::kInitialCredit));
    const auto item = stream.next({}, Clock::now() + 5s);
    reader.get();
    QVERIFY(item);
    QCOMPARE(item->kind, StreamItem::Kind::Writable);
    QCOMPARE(*stream.trySend(Channel::Stdin, "0123456789"), std::size_t(10));
}

void SessionClientFlowTest::stopsAWaitingCaller()
{
    AgentConnection connection;
    QVERIFY(connection.open());
    auto stream = connection.request();
    std::stop_source stop;
    auto waiting = std::async(
        std::launch::async, [&] { return stream.next(stop.get_token()).error().code(); });
    QCOMPARE(waiting.wait_for(20ms), std::future_status::timeout);
    stop.request_stop();
    QCOMPARE(waiting.get(), ErrorCode::Cancelled);
    QVERIFY(connection.client->isAlive());
}

void SessionClientFlowTest::stopsAWriteThatNobodyReads()
{
    AgentConnection connection;
    QVERIFY(connection.open());
    auto stream = connection.request();
    std::stop_source stop;
    const std::string bytes(agent::kInitialCredit, 'u');
    auto upload = std::async(std::launch::async, [&] {
        return stream.send(Channel::File, bytes, stop.get_token()).has_value();
    });
    QCOMPARE(upload.wait_for(50ms), std::future_status::timeout);
    stop.request_stop();
    QCOMPARE(upload.wait_for(3s), std::future_status::ready);
    QVERIFY(!upload.get());
    QCOMPARE(codeOf(connection.client->failure()), ErrorCode::ConnectionLost);
}

void SessionClientFlowTest::stopsAWriteThatBeginsAfterTheStop()
{
    AgentConnection connection;
    QVERIFY(connection.open());
    fillTheWayToTheGuest(connection);
    std::stop_source stop;
    stop.request_stop();
    auto kill = std::async(std::launch::async, [&] {
        return connection.client->post({{"verb", "kill"}}, stop.get_token()).has_value();
    });
    QCOMPARE(kill.wait_for(5s), std::future_status::ready);
    QVERIFY(!kill.get());
}

void SessionClientFlowTest::dropsARequestOfAGuestThatReadsNothing()
{
    AgentConnection connection;
    QVERIFY(connection.open());
    auto stream = connection.request();
    fillTheWayToTheGuest(connection);
    auto drop = std::async(std::launch::async, [&] { stream = AgentStream(); });
    QCOMPARE(drop.wait_for(5s), std::future_status::ready);
}

void SessionClientFlowTest::listensWhileTheGuestReadsNothing()
{
    AgentConnection connection;
    QVERIFY(connection.open(1s));
    auto stream = connection.request();
    fillTheWayToTheGuest(connection);
    // Long enough for a Ping to be due.
    QCOMPARE(stream.next({}, Clock::now() + 500ms).error().code(), ErrorCode::Timeout);
    connection.guest.send(FrameType::Reply, stream.id(), kOk);
    const auto item = stream.next({}, Clock::now() + 5s);
    QVERIFY(item);
    QCOMPARE(item->kind, StreamItem::Kind::Reply);
}

void SessionClientFlowTest::letsAnAbandonedRequestFinish()
{
    AgentConnection connection;
    QVERIFY(connection.open());
    std::uint32_t id = 0;
    {
        const auto stream = connection.request();
        id = stream.id();
    }
    const auto credit = connection.guest.nextOf(FrameType::Credit);
    QVERIFY(credit);
    QVERIFY(credit->credit() > 100U << 20);
    const std::string chunk(agent::kDataChunk, 'x');
    for (int i = 0; i < 20; ++i)
        connection.guest.sendData(id, Channel::Stdout, chunk);
    connection.guest.send(FrameType::Reply, id, kOk);
    auto next = connection.request();
    connection.guest.send(FrameType::Reply, next.id(), kOk);
    QCOMPARE(drain(next), std::string("reply"));
}

void SessionClientFlowTest::wakesEveryCallerWhenTheGuestGoesAway()
{
    AgentConnection connection;
    QVERIFY(connection.open());
    auto first = connection.request();
    auto second = connection.request();
    auto one = std::async(std::launch::async, [&] { return drain(first); });
    auto two = std::async(std::launch::async, [&] { return drain(second); });
    connection.guest.hangUp();
    QCOMPARE(one.get(), std::string("!connection_lost"));
    QCOMPARE(two.get(), std::string("!connection_lost"));
    QVERIFY(!connection.client->isAlive());
}

void SessionClientFlowTest::deliversWhatCameBeforeTheEnd()
{
    AgentConnection connection;
    QVERIFY(connection.open());
    auto stream = connection.request();
    connection.guest.sendData(stream.id(), Channel::Stdout, "last words");
    connection.guest.hangUp();
    QCOMPARE(drain(stream), std::string("o:last words !connection_lost"));
}

void SessionClientFlowTest::passes50MegabytesQuickly()
{
    AgentConnection connection;
    QVERIFY(connection.open());
    auto stream = connection.request();
    constexpr std::size_t kTotal = 50U << 20;
    std::jthread guest([&] {
        const std::string chunk(agent::kDataChunk, 'x');
        std::uint64_t credit = agent::kInitialCredit;
        for (std::size_t sent = 0; sent < kTotal; sent += chunk.size()) {
            while (credit < chunk.size()) {
                const auto frame = connection.guest.nextOf(FrameType::Credit);
                if (!frame)
                    return;
                credit += frame->credit();
            }
            connection.guest.sendData(stream.id(), Channel::Stdout, chunk);
            credit -= chunk.size();
        }
        connection.guest.send(FrameType::Reply, stream.id(), kOk);
    });
    const auto begin = Clock::now();
    std::size_t received = 0;
    for (;;) {
        const auto item = stream.next({}, Clock::now() + 30s);
        QVERIFY(item);
        if (item->kind == StreamItem::Kind::Reply)
            break;
        received += item->bytes().size();
    }
    QCOMPARE(received, kTotal);
    qInfo("50 MiB in %.0f ms", millisSince(begin));
}

SANDBENCH_TEST(SessionClientFlowTest);
#include "tst_session_client_flow.moc"
