// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/agent_connection.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <future>
#include <thread>
#include <vector>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::chrono_literals;

class SessionClientTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void greetsAndTellsTheTtl();
    void refusesAnotherProtocolVersion();
    void refusesBytesThatAreNoGreeting();
    void saysWhenTheSandboxEndedBeforeGreeting();
    void givesUpWaitingForAGreeting();
    void stopsWaitingForAGreeting();
    void deliversInOrderAndEndsWithTheReply();
    void keepsStreamsApart();
    void opensStreamsWhileOthersReceive();
    void understandsEverySplitOfTheBytes();
    void endsTheConnectionOnABrokenRule_data();
    void endsTheConnectionOnABrokenRule();
    void pingsThreeTimesPerTtl();
    void noticesASilentGuest();
    void numbersStreamsInTheOrderOfTheirBytes();
    void sendsNothingOfARequestThatIsTooLarge();
    void closesTwice();
};

void SessionClientTest::greetsAndTellsTheTtl()
{
    AgentConnection connection;
    connection.guest.sendHello();
    AgentClient::Options options;
    options.ttl = 42s;
    options.scratch = {"/work"};
    auto client = AgentClient::connect(*connection.stream, options, {});
    QVERIFY(client);
    QCOMPARE(jsonString((*client)->hello(), "version"), std::string("test"));
    const auto hello = connection.guest.next();
    QVERIFY(hello && hello->type == FrameType::Hello);
    const auto json = parseJson(hello->payload);
    QVERIFY(json);
    QCOMPARE(jsonInt(*json, "ttl_seconds"), 42);
    QCOMPARE(jsonInt(*json, "protocol"), agent::kProtocolVersion);
    QCOMPARE(jsonField(*json, "scratch").size(), std::size_t(1));
}

void SessionClientTest::refusesAnotherProtocolVersion()
{
    AgentConnection connection;
    connection.guest.sendHello(agent::kProtocolVersion + 1);
    const auto client = AgentClient::connect(*connection.stream, {}, {});
    QVERIFY(!client);
    QCOMPARE(client.error().code(), ErrorCode::Unsupported);
}

void SessionClientTest::refusesBytesThatAreNoGreeting()
{
    AgentConnection connection;
    connection.guest.sendRaw("bash: sandbench-agent: cannot execute binary file\n");
    const auto client = AgentClient::connect(*connection.stream, {}, {});
    QVERIFY(!client);
    QCOMPARE(client.error().code(), ErrorCode::Protocol);
}

void SessionClientTest::saysWhenTheSandboxEndedBeforeGreeting()
{
    AgentConnection connection;
    connection.guest.hangUp();
    const auto client = AgentClient::connect(*connection.stream, {}, {});
    QVERIFY(!client);
    QCOMPARE(client.error().code(), ErrorCode::ConnectionLost);
}

void SessionClientTest::givesUpWaitingForAGreeting()
{
    AgentConnection connection;
    AgentClient::Options options;
    options.patience = 30ms;
    const auto client = AgentClient::connect(*connection.stream, options, {});
    QVERIFY(!client);
    QCOMPARE(client.error().code(), ErrorCode::Timeout);
}

void SessionClientTest::stopsWaitingForAGreeting()
{
    AgentConnection connection;
    std::stop_source stop;
    auto waiting = std::async(std::launch::async, [&] {
        return AgentClient::connect(*connection.stream, {}, stop.get_token()).error().code();
    });
    QCOMPARE(waiting.wait_for(20ms), std::future_status::timeout);
    stop.request_stop();
    QCOMPARE(waiting.get(), ErrorCode::Cancelled);
}

void SessionClientTest::sendsNothingOfARequestThatIsTooLarge()
{
    AgentConnection connection;
    QVERIFY(connection.open());
    {
        agent::Batch batch(*connection.client);
        auto large = batch.add({{"verb", "run"}, {"argv", std::string(agent::kMaxPayload, 'a')}});
        QCOMPARE(batch.addData(large, Channel::Stdin, ""), std::size_t(0));
        QVERIFY(batch.send());
        QVERIFY(large.sendEof(Channel::Stdin, {}));
        QCOMPARE(large.reply({}, AgentStream::kForever).error().code(), ErrorCode::InvalidArgument);
    }
    auto next = connection.request();
    const auto frame = connection.guest.next();
    QVERIFY(frame && frame->type == FrameType::Request && frame->stream == next.id());
}

void SessionClientTest::deliversInOrderAndEndsWithTheReply()
{
    AgentConnection connection;
    QVERIFY(connection.open());
    auto stream = connection.request();
    auto& guest = connection.guest;
    guest.send(FrameType::Event, stream.id(), Json{{"event", "started"}});
    guest.sendData(stream.id(), Channel::Stdout, "one");
    guest.sendData(stream.id(), Channel::Stderr, "two");
    guest.sendData(stream.id(), Channel::Stderr, "");
    guest.sendEof(stream.id(), Channel::Stdout);
    guest.send(FrameType::Reply, stream.id(), kOk);
    QCOMPARE(drain(stream), std::string("event o:one e:two eof reply"));
    QVERIFY(connection.client->isAlive());
}

void SessionClientTest::keepsStreamsApart()
{
    AgentConnection connection;
    QVERIFY(connection.open());
    auto first = connection.request();
    auto second = connection.request();
    QVERIFY(first.id() != second.id());
    connection.guest.sendData(second.id(), Channel::Stdout, "2");
    connection.guest.sendData(first.id(), Channel::Stdout, "1");
    connection.guest.send(FrameType::Reply, second.id(), kOk);
    connection.guest.send(FrameType::Reply, first.id(), kOk);
    QCOMPARE(drain(first), std::string("o:1 reply"));
    QCOMPARE(drain(second), std::string("o:2 reply"));
}

void SessionClientTest::opensStreamsWhileOthersReceive()
{
    constexpr int kStreams = 100, kFrames = 5000;
    AgentConnection connection;
    QVERIFY(connection.open());
    auto first = connection.request();
    std::thread guest([&] {
        for (int i = 0; i < kFrames; ++i)
            connection.guest.sendData(first.id(), Channel::Stdout, "1");
        connection.guest.send(FrameType::Reply, first.id(), kOk);
    });
    // The others are opened while these come, not before or after.
    const auto item = first.next({}, Clock::now() + 10s);
    QVERIFY(item && item->kind == StreamItem::Kind::Data);
    auto received = std::string(item->bytes());
    std::vector<AgentStream> others;
    for (int i = 0; i < kStreams; ++i)
        others.push_back(connection.request());
    guest.join();
    for (auto& other : others) {
        connection.guest.send(FrameType::Reply, other.id(), kOk);
        QCOMPARE(drain(other), std::string("reply"));
    }
    received += drain(first);
    QCOMPARE(std::count(received.begin(), received.end(), '1'), std::ptrdiff_t(kFrames));
    QVERIFY(connection.client->isAlive());
}

void SessionClientTest::understandsEverySplitOfTheBytes()
{
    AgentConnection connection;
    QVERIFY(connection.open());
    auto stream = connection.request();
    std::string bytes;
    agent::appendData(bytes, stream.id(), Channel::Stdout, "drip");
    agent::appendFrame(bytes, FrameType::Reply, stream.id(), writeJson(kOk));
    for (const char byte : bytes)
        connection.guest.sendRaw(std::string_view(&byte, 1));
    QCOMPARE(drain(stream), std::string("o:drip reply"));
}

void SessionClientTest::endsTheConnectionOnABrokenRule_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char* name, const std::string& bytes) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes);
    };
    std::string bytes;
    agent::appendFrame(bytes, FrameType::Reply, 77, "{}");
    row("a reply to nothing", bytes);
    agent::appendData(bytes = {}, 77, Channel::Stdout, "x");
    row("data for nothing", bytes);
    agent::appendData(bytes = {}, 1, Channel::Stdin, "x");
    row("data on the host's channel", bytes);
    agent::appendEof(bytes = {}, 1, Channel::Stdout);
    agent::appendData(bytes, 1, Channel::Stdout, "x");
    row("data after its end", bytes);
    agent::appendEof(bytes = {}, 1, Channel::Stdout);
    agent::appendEof(bytes, 1, Channel::Stdout);
    row("two ends", bytes);
    agent::appendCredit(bytes = {}, 1, Channel::Stdout, 1);
    row("credit for its own channel", bytes);
    agent::appendFrame(bytes = {}, FrameType::Request, 1, "{}");
    row("a request", bytes);
    agent::appendFrame(bytes = {}, FrameType::Hello, 0, "{}");
    row("a second greeting", bytes);
    agent::appendFrame(bytes = {}, FrameType::Reply, 1, "not json");
    row("a reply that is no JSON", bytes);
    agent::appendFrame(bytes = {}, FrameType::Event, 1, "[1]");
    row("an event that is no object", bytes);
    row("a length beyond the limit", std::string("\xff\xff\xff\x7f\x03\x01\x00\x00\x00", 9));
    row("an unknown type", std::string("\x00\x00\x00\x00\x63\x01\x00\x00\x00", 9));
}

void SessionClientTest::endsTheConnectionOnABrokenRule()
{
    QFETCH(QByteArray, bytes);
    AgentConnection connection;
    QVERIFY(connection.open());
    auto stream = connection.request();
    connection.guest.sendRaw(bytes.toStdString());
    const auto seen = drain(stream);
    QVERIFY2(seen.ends_with("!protocol"), seen.c_str());
    QCOMPARE(codeOf(connection.client->failure()), ErrorCode::Protocol);
    QVERIFY(connection.guest.waitForEnd());
    QVERIFY(!connection.client->open({{"verb", "ping"}}));
}

void SessionClientTest::pingsThreeTimesPerTtl()
{
    AgentConnection connection;
    QVERIFY(connection.open(1s));
    const auto begin = Clock::now();
    for (int i = 0; i < 2; ++i) {
        QVERIFY(connection.guest.nextOf(FrameType::Ping, 2s));
        connection.guest.send(FrameType::Pong, 0, std::string_view());
    }
    QVERIFY(millisSince(begin) > 600);
    QVERIFY(connection.client->isAlive());
}

void SessionClientTest::noticesASilentGuest()
{
    AgentConnection connection;
    QVERIFY(connection.open(1s));
    auto stream = connection.request();
    const auto begin = Clock::now();
    QCOMPARE(drain(stream), std::string("!connection_lost"));
    QVERIFY(millisSince(begin) > 900);
}

void SessionClientTest::numbersStreamsInTheOrderOfTheirBytes()
{
    AgentConnection connection;
    QVERIFY(connection.open());
    std::vector<std::jthread> callers;
    for (int i = 0; i < 4; ++i)
        callers.emplace_back([&] {
            for (int k = 0; k < 100; ++k)
                if (!connection.client->post({{"verb", "ping"}}))
                    return;
        });
    std::uint32_t last = 0;
    for (int i = 0; i < 400; ++i) {
        const auto frame = connection.guest.nextOf(FrameType::Request);
        QVERIFY(frame);
        QVERIFY(frame->stream > last);
        last = frame->stream;
    }
}

void SessionClientTest::closesTwice()
{
    AgentConnection connection;
    QVERIFY(connection.open());
    connection.client->close();
    connection.client->close();
    QVERIFY(connection.guest.waitForEnd());
}

SANDBENCH_TEST(SessionClientTest);
#include "tst_session_client.moc"
