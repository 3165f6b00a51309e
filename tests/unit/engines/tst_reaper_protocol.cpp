// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/reaper/reaper_protocol.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandbench;
using namespace sandbench::reaper;
using namespace std::chrono_literals;

namespace {

using Verb = ReaperMessage::Verb;

ReaperMessage connectMessage(unsigned engine)
{
    ReaperMessage message;
    message.engine = engine;
    message.connection.engine = "docker";
    message.connection.name = "lab \"one\"\n";
    message.connection.source = "profile lab";
    message.connection.endpoint.kind = net::Endpoint::Kind::Tls;
    message.connection.endpoint.host = "::1";
    message.connection.endpoint.port = 2376;
    message.connection.endpoint.identity = "/a key";
    message.connection.endpoint.tls = {"/a b/ca.pem", "/cert", "/key"};
    return message;
}

ReaperMessage about(Verb verb, unsigned engine, const std::string& name)
{
    ReaperMessage message;
    message.verb = verb;
    message.engine = engine;
    message.thing = {ThingKind::Volume, name};
    message.lease = 90s;
    return message;
}

std::string conversation()
{
    return encodeReaperMessage(connectMessage(3)) + encodeReaperMessage(about(Verb::Made, 3, "one"))
        + encodeReaperMessage(about(Verb::Made, 3, "two"))
        + encodeReaperMessage(about(Verb::Gone, 3, "one"));
}

void isWhatTheConversationLeaves(const ReaperBook& book)
{
    QCOMPARE(book.engines().size(), std::size_t(1));
    const auto& engine = book.engines().at(3);
    QCOMPARE(engine.connection.name, std::string("lab \"one\"\n"));
    QCOMPARE(engine.connection.engine, std::string("docker"));
    QCOMPARE(engine.connection.endpoint.kind, net::Endpoint::Kind::Tls);
    QCOMPARE(engine.connection.endpoint.host, std::string("::1"));
    QCOMPARE(engine.connection.endpoint.port, 2376);
    QCOMPARE(engine.connection.endpoint.identity, std::string("/a key"));
    QCOMPARE(engine.connection.endpoint.tls.ca, std::string("/a b/ca.pem"));
    QCOMPARE(engine.connection.endpoint.tls.key, std::string("/key"));
    QCOMPARE(engine.left.size(), std::size_t(1));
    QVERIFY((engine.left.begin()->first == Thing{ThingKind::Volume, "two"}));
    QCOMPARE(engine.left.begin()->second, 90s);
}

} // namespace

class TestReaperProtocol : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void remembersWhatWasMadeUntilItIsGone()
    {
        ReaperBook book;
        book.feed(conversation());
        isWhatTheConversationLeaves(book);
    }

    void readsTheSameHoweverTheBytesCome()
    {
        const auto text = conversation();
        for (std::size_t step = 1; step < 50; ++step) {
            ReaperBook book;
            for (std::size_t at = 0; at < text.size(); at += step)
                book.feed(std::string_view(text).substr(at, step));
            isWhatTheConversationLeaves(book);
        }
    }

    void doesNotActOnALineThatWasCutByTheProgramsDeath()
    {
        ReaperBook book;
        const auto text = conversation();
        book.feed(text.substr(0, text.size() - 1));
        QCOMPARE(book.engines().at(3).left.size(), std::size_t(2));
    }

    void keepsReadingBehindHostileLines()
    {
        ReaperBook book;
        book.feed(encodeReaperMessage(connectMessage(3)));
        book.feed(std::string(1U << 20, 'x') + "\n\n{}\n[[[[[[[[[[[[\nnull\n\xff\xfe\n");
        for (const char* line :
             {R"({"verb":"made","engine":4,"kind":"volume","name":"x","lease":1})",
              R"({"verb":"made","engine":-1,"kind":"volume","name":"x","lease":1})",
              R"({"verb":"made","engine":3,"kind":"host","name":"x","lease":1})",
              R"({"verb":"made","engine":3,"kind":"volume","name":"","lease":1})",
              R"({"verb":"made","engine":3,"kind":"volume","name":"x","lease":-1})",
              R"({"verb":"made","engine":3,"kind":"volume","name":"x"})",
              R"({"verb":"eat","engine":3,"kind":"volume","name":"x","lease":1})",
              R"({"verb":"connect","engine":3,"endpoint":{"kind":"tcp","port":70000}})",
              R"({"verb":"connect","engine":3})"})
            book.feed(line + std::string("\n"));
        QVERIFY(book.engines().at(3).left.empty());
        QCOMPARE(book.engines().at(3).connection.endpoint.port, 2376);
        book.feed(encodeReaperMessage(about(Verb::Made, 3, "two")));
        isWhatTheConversationLeaves(book);
    }

    void isBoundedHoweverMuchIsSaid()
    {
        ReaperBook book;
        for (unsigned engine = 0; engine < 1000; ++engine)
            book.feed(encodeReaperMessage(connectMessage(engine)));
        QVERIFY(book.engines().size() <= 64);
        for (int i = 0; i < 11'000; ++i)
            book.feed(encodeReaperMessage(about(Verb::Made, 0, std::to_string(i))));
        QCOMPARE(book.engines().at(0).left.size(), std::size_t(10'000));
    }
};

SANDBENCH_TEST(TestReaperProtocol);
#include "tst_reaper_protocol.moc"
