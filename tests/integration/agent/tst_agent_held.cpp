// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/client.h"
#include "core/agent/held_stream.h"
#include "core/base/socket_stream.h"
#include "core/process/child_process.h"
#include "tests/integration/agent/agent_harness.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <csignal>
#include <mutex>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::chrono_literals;
using agent::AgentClient;
using agent::HeldStream;

namespace {

/// `sandbench-agent hold`, and relays to it that the test can kill.
class HeldAgent
{
public:
    HeldAgent()
        : m_name("test-" + std::to_string(::getpid()) + "-" + std::to_string(++s_count))
    {
        m_agent = start({"hold", m_name}, -1);
    }

    HeldStream::Connect connector()
    {
        return [this](std::stop_token) -> Result<std::unique_ptr<ByteStream>> {
            const std::lock_guard lock(m_mutex);
            if (m_isGone)
                return Error(ErrorCode::NotFound, "the sandbox was removed");
            if (m_refusals > 0 && m_refusals-- > 0)
                return Error(ErrorCode::Unavailable, "nobody listens");
            SANDBENCH_TRY(auto pair, makeSocketPair());
            m_relay = start({"attach", m_name}, pair.second.get());
            return std::make_unique<SocketStream>(std::move(pair.first));
        };
    }

    void cut()
    {
        const std::lock_guard lock(m_mutex);
        m_relay.kill(SIGKILL);
    }
    void refuse(int times)
    {
        const std::lock_guard lock(m_mutex);
        m_refusals = times;
    }
    void remove()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_isGone = true;
        }
        m_agent.kill(SIGKILL);
        cut();
    }
    void terminate() { m_agent.kill(SIGTERM); }
    bool hasEnded() { return m_agent.wait(10s).has_value(); }
    const std::string& name() const { return m_name; }

    static ChildProcess start(std::vector<std::string> arguments, int stream)
    {
        SpawnSpec spec;
        spec.program = builtProgram("sandbench-agent");
        spec.arguments = std::move(arguments);
        spec.arguments.insert(spec.arguments.begin(), "sandbench-agent");
        spec.fds = {stream, stream, STDERR_FILENO};
        auto child = ChildProcess::spawn(spec);
        return child ? std::move(*child) : ChildProcess();
    }

private:
    static inline int s_count = 0;
    const std::string m_name;
    std::mutex m_mutex;
    ChildProcess m_agent, m_relay;
    int m_refusals = 0;
    bool m_isGone = false;
};

/// A client of one over a stream that survives its relays.
struct HeldClient
{
    HeldAgent held;
    std::unique_ptr<HeldStream> stream;
    std::unique_ptr<AgentClient> client;

    bool open(
        std::chrono::milliseconds patience = 30s,
        const agent::Link::Token& token = agent::makeToken())
    {
        auto opened = HeldStream::open(held.connector(), patience, {}, token);
        if (!opened)
            return false;
        stream = std::move(*opened);
        auto connected = AgentClient::connect(*stream, {}, {});
        if (!connected)
            return false;
        client = std::move(*connected);
        return true;
    }

    /// Standard output of a program, with @p onBytes after each piece.
    std::string
    outputOf(const std::string& script, const std::function<void(std::size_t)>& onBytes = {}) const
    {
        auto run = client->open(
            {{"verb", "run"},
             {"argv", {"/bin/sh", "-c", script}},
             {"cwd", "/"},
             {"env", {{"PATH", "/usr/bin:/bin"}}}});
        if (!run)
            return "!" + run.error().text();
        std::string out;
        for (;;) {
            auto item = run->next({}, Clock::now() + 60s);
            if (!item)
                return "!" + item.error().text();
            if (item->kind == agent::StreamItem::Kind::Reply)
                return out;
            if (item->kind != agent::StreamItem::Kind::Data)
                continue;
            out += item->bytes();
            if (onBytes)
                onBytes(out.size());
        }
    }
};

using Token = agent::Link::Token;

/// One connection that said no more than a greeting.
struct Greeted
{
    bool isAccepted = false;
    std::string hello; ///< The data of the first frame behind the agent's own greeting.
    std::unique_ptr<ByteStream> stream;
};

/// The first @p count bytes; fewer where the other end closes.
std::string readExactly(ByteStream& stream, std::size_t count)
{
    std::string bytes(count, '\0');
    std::size_t at = 0;
    while (at < count) {
        const auto n = stream.read(std::span(bytes).subspan(at), 20s);
        if (!n || *n == 0)
            break;
        at += *n;
    }
    bytes.resize(at);
    return bytes;
}

/// @p received: what this host claims to have had already.
Greeted greet(HeldAgent& held, const Token& token, std::uint64_t received)
{
    constexpr std::size_t kHeadBytes = 5, kHelloBytes = kHeadBytes + 40;
    std::string hello = {1, 40, 0, 0, 0};
    hello.append(token.data(), token.size());
    for (int shift = 0; shift < 64; shift += 8)
        hello += static_cast<char>(received >> shift);
    Greeted greeted;
    auto stream = held.connector()({});
    if (!stream || !(*stream)->write(hello))
        return greeted;
    greeted.stream = std::move(*stream);
    greeted.isAccepted = readExactly(*greeted.stream, kHelloBytes).size() == kHelloBytes;
    if (!greeted.isAccepted || received > 0)
        return greeted;
    // The agent's own hello was never confirmed, so it comes again each time.
    const auto head = readExactly(*greeted.stream, kHeadBytes);
    std::size_t length = 0;
    for (std::size_t i = 1; i < head.size(); ++i)
        length |= static_cast<std::size_t>(static_cast<unsigned char>(head[i])) << (8 * (i - 1));
    greeted.hello = readExactly(*greeted.stream, length);
    return greeted;
}

/// An agent's end that greets, and whose relay is then killed.
class GreetingStream : public ByteStream
{
public:
    explicit GreetingStream(const Token& token)
    {
        agent::Link link(token);
        link.begin();
        m_greeting = link.takeOutput();
    }
    Result<std::size_t> read(std::span<char> into, std::chrono::milliseconds) override
    {
        const auto n = m_greeting.copy(into.data(), into.size());
        m_greeting.erase(0, n);
        return n;
    }
    Result<void> write(std::string_view) override { return {}; }
    bool isWritable() const override { return true; }
    void wake() override { }
    void close() override { }

private:
    std::string m_greeting;
};

} // namespace

class TestAgentHeld : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void runsAProgramThroughARelay()
    {
        HeldClient box;
        QVERIFY(box.open());
        QCOMPARE(box.outputOf("echo hello"), std::string("hello\n"));
        QCOMPARE(box.stream->reconnections(), 0U);
    }

    void losesNoOutputWhenItsRelaysAreKilledAgainAndAgain()
    {
        HeldClient box;
        QVERIFY(box.open());
        std::size_t nextCut = 100'000;
        const auto out = box.outputOf("seq 1 1500000", [&](std::size_t seen) {
            if (seen < nextCut)
                return;
            nextCut += 3'000'000;
            box.held.cut();
        });
        QVERIFY(box.stream->reconnections() >= 3);
        std::string wanted;
        for (int i = 1; i <= 1'500'000; ++i)
            wanted += std::to_string(i) + "\n";
        QVERIFY(out == wanted);
    }

    void comesBackWhenNobodyListensForAWhile()
    {
        HeldClient box;
        QVERIFY(box.open());
        box.held.refuse(4);
        box.held.cut();
        QCOMPARE(box.outputOf("echo still here"), std::string("still here\n"));
        QCOMPARE(box.stream->reconnections(), 1U);
    }

    void opensFewConnectionsWhereEachIsCutAtOnce()
    {
        const Token token = {'t', 'o', 'k', 'e', 'n'};
        int connections = 0;
        const auto stream = HeldStream::open(
            [&](std::stop_token) -> Result<std::unique_ptr<ByteStream>> {
                ++connections;
                return std::make_unique<GreetingStream>(token);
            },
            30s, {}, token);
        QVERIFY(stream);
        char byte = 0;
        // As its reader does; the pauses grow to 50, 100, 200 ms.
        for (const auto until = Clock::now() + 300ms; Clock::now() < until;)
            QVERIFY((*stream)->read({&byte, 1}, 300ms).failedAs(ErrorCode::Timeout));
        QVERIFY2(connections <= 5, qPrintable(QString::number(connections)));
    }

    void endsAtOnceWhenTheSandboxWasRemoved()
    {
        HeldClient box;
        QVERIFY(box.open());
        box.held.remove();
        const auto out = box.outputOf("echo never");
        QVERIFY2(out.find("the sandbox was removed") != std::string::npos, out.c_str());
        QCOMPARE(box.client->failure()->code(), ErrorCode::ConnectionLost);
    }

    void givesUpWhenItsPatienceIsOver()
    {
        HeldClient box;
        QVERIFY(box.open(200ms));
        box.held.refuse(1000);
        box.held.cut();
        const auto out = box.outputOf("echo never");
        QVERIFY2(out.find("nobody listens") != std::string::npos, out.c_str());
    }

    void endsTheAgentWhenItIsClosed()
    {
        HeldClient box;
        QVERIFY(box.open());
        box.client->close();
        QVERIFY(box.held.hasEnded());
    }

    void turnsAwayWhoDoesNotKnowTheToken()
    {
        HeldClient box;
        QVERIFY(box.open());
        const auto stranger = HeldStream::open(box.held.connector(), 1s, {});
        QVERIFY(!stranger);
        QCOMPARE(stranger.error().code(), ErrorCode::Unavailable);
        QCOMPARE(box.outputOf("echo mine"), std::string("mine\n"));
    }

    void tellsOfItsEndWhenNothingIsLeftThatItStarted()
    {
        HeldClient box;
        QVERIFY(box.open());
        // Another run of this test, in another tree, counts its own.
        const auto seconds = std::to_string(10'000'000 + ::getpid());
        const auto pids = box.outputOf(
            "for i in $(seq 100); do setsid sleep " + seconds + " & echo $!; done; echo done");
        QVERIFY2(pids.ends_with("done\n"), pids.c_str());
        box.client->close();
        QVERIFY(box.stream->awaitEnd(30s));
        QCOMPARE(countProcesses(seconds), 0);
    }

    void isThereForAnotherHostWhenItWasKept()
    {
        const Token token = {'t', 'o', 'k', 'e', 'n'};
        HeldClient box;
        QVERIFY(box.open(30s, token));
        box.stream->keep();
        box.client->close();
        QVERIFY(box.stream->awaitEnd(30s));
        // The second one vanishes without a word, and its agent waits for it.
        {
            const auto second = greet(box.held, token, 0);
            QVERIFY(second.isAccepted);
        }
        QVERIFY(!greet(box.held, {'x'}, 0).isAccepted);
        QVERIFY(HeldStream::endFormer(box.held.connector(), token, {}));
        QVERIFY(box.open(30s, token));
        QCOMPARE(box.outputOf("echo again"), std::string("again\n"));
        box.held.terminate();
        QVERIFY(box.held.hasEnded());
    }

    void survivesAGreetingThatComesLate()
    {
        // As when a connection was given up, and its relay starts all the same.
        HeldAgent held;
        const Token token = {'t', 'o', 'k', 'e', 'n'};
        auto inTime = greet(held, token, 0);
        QVERIFY(inTime.isAccepted);
        const auto seen = inTime.hello.size();
        QVERIFY(seen > 0);
        auto confirming = greet(held, token, seen);
        QVERIFY(confirming.isAccepted);
        QVERIFY(!greet(held, token, 0).isAccepted);
        // Nor does one that claims too much end it.
        QVERIFY(!greet(held, token, seen + 1000).isAccepted);
        QVERIFY(greet(held, token, seen).isAccepted);
    }

    void turnsAwayAnotherTokenAlsoWhenNobodyIsConnected()
    {
        HeldAgent held;
        const Token token = {'t', 'o', 'k', 'e', 'n'};
        {
            const auto first = greet(held, token, 0);
            QVERIFY(first.isAccepted);
        }
        QVERIFY(!greet(held, {'t', 'o', 'k', 'e', 'x'}, 0).isAccepted);
        QVERIFY(!greet(held, {}, 0).isAccepted);
        QVERIFY(greet(held, token, 0).isAccepted);
    }

    void survivesCallersThatSayNothingOrRubbish()
    {
        HeldClient box;
        QVERIFY(box.open());
        std::vector<std::pair<ChildProcess, std::unique_ptr<SocketStream>>> callers;
        for (int i = 0; i < 20; ++i) {
            auto pair = makeSocketPair();
            QVERIFY(pair);
            auto relay = HeldAgent::start({"attach", box.held.name()}, pair->second.get());
            callers.emplace_back(
                std::move(relay), std::make_unique<SocketStream>(std::move(pair->first)));
            if (i % 2 == 1)
                QVERIFY(callers.back().second->write(std::string(100, '\xff')));
        }
        QCOMPARE(box.outputOf("echo mine"), std::string("mine\n"));
        box.held.cut();
        // The silent ones are turned away in their turn.
        callers.clear();
        QCOMPARE(box.outputOf("echo mine again"), std::string("mine again\n"));
    }

    void saysThatThereIsNoAgent()
    {
        // NOLINTNEXTLINE: nobody holds one under that name
        auto pair = makeSocketPair();
        QVERIFY(pair);
        auto relay = HeldAgent::start({"attach", "nobody"}, pair->second.get());
        const auto ended = relay.wait(60s);
        QVERIFY(ended);
        QCOMPARE(ended->exitCode.value_or(-1), 3);
    }
};

SANDBENCH_TEST(TestAgentHeld);
#include "tst_agent_held.moc"
