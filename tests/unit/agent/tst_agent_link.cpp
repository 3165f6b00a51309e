// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/link.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace sandbench;
using agent::Link;

namespace {

Link::Token token(char fill = 't')
{
    Link::Token made;
    made.fill(fill);
    return made;
}

/// Two ends and a wire between them that delivers in pieces and may be cut.
struct Wire
{
    Link a = Link(token());
    Link b = Link(token());
    std::string atA, atB; ///< What each end received.

    void connect()
    {
        a.begin();
        b.begin();
    }

    /// False when an end refused.
    bool carry(std::size_t piece = 1U << 20)
    {
        while (a.hasOutput() || b.hasOutput())
            if (!move(a, b, atB, piece) || !move(b, a, atA, piece))
                return false;
        return true;
    }

    static bool move(Link& from, Link& to, std::string& received, std::size_t piece)
    {
        const auto bytes = from.takeOutput();
        for (std::size_t at = 0; at < bytes.size(); at += piece)
            if (!to.feed(std::string_view(bytes).substr(at, piece), received))
                return false;
        return true;
    }
};

std::string frame(char type, std::string_view payload)
{
    std::string out(1, type);
    for (int shift = 0; shift < 32; shift += 8)
        out += static_cast<char>(payload.size() >> shift);
    return out + std::string(payload);
}

std::string count(std::uint64_t number)
{
    std::string out;
    for (int shift = 0; shift < 64; shift += 8)
        out += static_cast<char>(number >> shift);
    return out;
}

std::string hello(std::uint64_t received, char fill = 't')
{
    return frame(1, std::string(Link::kTokenBytes, fill) + count(received));
}

ErrorCode refusalOf(Link& link, const std::string& bytes)
{
    std::string received;
    const auto fed = link.feed(bytes, received);
    return fed ? ErrorCode::Internal : fed.error().code();
}

} // namespace

class TestAgentLink : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void carriesBytesBothWaysHoweverTheyAreCut()
    {
        for (const std::size_t piece : {1U, 2U, 7U, 4096U}) {
            Wire wire;
            wire.connect();
            wire.a.send("to b");
            wire.b.send(std::string("to\0a", 4));
            QVERIFY(wire.carry(piece));
            QCOMPARE(wire.atB, std::string("to b"));
            QCOMPARE(wire.atA, std::string("to\0a", 4));
        }
    }

    void sendsAgainWhatABrokenConnectionLost()
    {
        Wire wire;
        wire.connect();
        QVERIFY(wire.carry());
        wire.a.send("one");
        QVERIFY(wire.carry());
        wire.a.send("two");
        (void)wire.a.takeOutput(); // lost on the way
        wire.b.send("back");
        wire.connect();
        wire.a.send("three");
        QVERIFY(wire.carry());
        QCOMPARE(wire.atB, std::string("onetwothree"));
        QCOMPARE(wire.atA, std::string("back"));
    }

    void losesNothingOverAHundredCutsInTheMiddleOfFrames()
    {
        std::mt19937 random(5); // NOLINT: the same cuts every time
        Wire wire;
        std::string sent;
        for (int round = 0; round < 100; ++round) {
            wire.connect();
            QVERIFY(wire.carry(13));
            std::string bytes(random() % 3000 + 1, static_cast<char>('a' + round % 26));
            wire.a.send(bytes);
            sent += bytes;
            const auto output = wire.a.takeOutput();
            QVERIFY(wire.b.feed(
                std::string_view(output).substr(0, random() % output.size()), wire.atB));
        }
        wire.connect();
        QVERIFY(wire.carry());
        QVERIFY(wire.atB == sent);
    }

    void neverKeepsMoreThanItsWindow()
    {
        Wire wire;
        wire.connect();
        QVERIFY(wire.carry());
        wire.a.send(std::string(Link::kWindow, 'x'));
        QCOMPARE(wire.a.room(), std::size_t(0));
        QVERIFY(wire.carry());
        QVERIFY(wire.a.room() > Link::kWindow / 2);
        QCOMPARE(wire.atB.size(), Link::kWindow);
    }

    void endsWithBye()
    {
        Wire wire;
        wire.connect();
        wire.a.send("last");
        QVERIFY(wire.carry());
        wire.a.sendBye();
        QVERIFY(wire.carry());
        QVERIFY(wire.b.hasEnded());
        QCOMPARE(wire.atB, std::string("last"));
    }

    void refusesWhatBreaksTheRules_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("isStranger");
        const auto row = [](const char* name, const std::string& bytes, bool isStranger = false) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << isStranger;
        };
        row("no greeting", frame(2, "x"));
        row("two greetings", hello(0) + hello(0));
        row("another token", hello(0, 'u'), true);
        row("received what was never sent", hello(1));
        row("confirms what was never sent", hello(0) + frame(3, count(1)));
        row("a huge number", hello(~0ULL));
        row("an empty piece of data", hello(0) + frame(2, ""));
        row("a frame that is too long", hello(0) + std::string("\2\1\0\x10\0", 5));
        row("a type that there is not", hello(0) + frame(7, ""));
        row("a successor's greeting behind another", hello(0) + agent::anewFrame(token()));
        row("type 0", std::string(5, '\0'));
        row("a short confirmation", hello(0) + frame(3, "1234567"));
        row("data after Bye", hello(0) + frame(4, "") + frame(2, "x"));
    }
    void refusesWhatBreaksTheRules()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(bool, isStranger);
        Link link(token());
        link.begin();
        QCOMPARE(
            refusalOf(link, bytes.toStdString()),
            isStranger ? ErrorCode::PermissionDenied : ErrorCode::Protocol);
    }

    void takesNoConfirmationBack()
    {
        Wire wire;
        wire.connect();
        QVERIFY(wire.carry());
        wire.a.send("12345");
        std::string received;
        QVERIFY(wire.a.feed(frame(3, count(5)), received));
        QCOMPARE(refusalOf(wire.a, frame(3, count(4))), ErrorCode::Protocol);
    }

    void readsATokenWhenItIsWhole()
    {
        Link::Token found = {};
        const auto bytes = hello(0, 'z');
        for (std::size_t n = 0; n < bytes.size(); ++n)
            QCOMPARE(*agent::readToken(std::string_view(bytes).substr(0, n), found), false);
        QCOMPARE(*agent::readToken(bytes, found), true);
        QVERIFY(found == token('z'));
        QVERIFY(!agent::readToken("GET / HTTP/1.1\r\n", found));
        QVERIFY(!agent::asksAnew(bytes));
        const auto anew = agent::anewFrame(token('y'));
        QVERIFY(agent::asksAnew(anew));
        QCOMPARE(*agent::readToken(anew, found), true);
        QVERIFY(found == token('y'));
    }

    void asksToBeKeptOverEveryConnection()
    {
        Wire wire;
        wire.connect();
        QVERIFY(wire.carry());
        QVERIFY(!wire.b.isKept());
        wire.a.sendKeep();
        QVERIFY(wire.carry());
        QVERIFY(wire.b.isKept());
        Link other(token());
        std::string received;
        wire.a.begin();
        other.begin();
        QVERIFY(other.feed(wire.a.takeOutput(), received));
        QVERIFY(other.isKept());
    }
};

SANDBENCH_TEST(TestAgentLink);
#include "tst_agent_link.moc"
