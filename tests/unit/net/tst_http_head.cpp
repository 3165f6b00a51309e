// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/net/http_body.h"
#include "core/net/http_head.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandbench;
using namespace sandbench::net;

namespace {

const std::string kHead = "HTTP/1.1 101 UPGRADED\r\nContent-Type:  application/x \t\r\n"
                          "Api-Version: 1.41\r\nX-Empty:\r\nX-Twice: a\r\nx-twice: b\r\n\r\n";

/// What came of it: "" while incomplete, the error, or the parsed head in one text.
std::string textOf(const HttpHeadParser& parser)
{
    if (!parser.head())
        return {};
    auto text = std::to_string(parser.head()->status);
    for (const auto& [name, value] : parser.head()->headers)
        text += "|" + name + "=" + value;
    return text;
}

/// The body that is left of @p bytes when they come in pieces of @p step.
std::string bodyOf(const std::string& head, std::string_view bytes, std::size_t step)
{
    HttpHeadParser headParser;
    if (!headParser.feed(head))
        return "bad head";
    HttpBodyParser body(*headParser.head(), 64);
    while (!bytes.empty() && !body.isDone()) {
        if (!body.feed(bytes.substr(0, step)))
            return "error";
        bytes.remove_prefix(std::min(step, bytes.size()));
    }
    return body.body() + (body.isDone() ? "." : "");
}

} // namespace

class HttpHeadTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aHeadIsTheSameHoweverItsBytesAreCut()
    {
        const auto bytes = kHead + "\1\0\0\0 the stream";
        const std::string wanted
            = "101|api-version=1.41|content-type=application/x|x-empty=|x-twice=b";
        for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
            HttpHeadParser parser;
            const auto first = parser.feed(bytes.substr(0, cut));
            QVERIFY(first);
            const auto second = parser.feed(bytes.substr(*first));
            QVERIFY(second);
            QCOMPARE(*first + *second, kHead.size());
            QCOMPARE(textOf(parser), wanted);
        }
    }

    void aHeadThatDripsIsCompleteWithItsLastByteOnly()
    {
        HttpHeadParser parser;
        for (std::size_t i = 0; i < kHead.size(); ++i) {
            QVERIFY(!parser.head());
            const auto taken = parser.feed(kHead.substr(i, 1));
            QVERIFY(taken);
            QCOMPARE(*taken, std::size_t{1});
        }
        QVERIFY(parser.head());
        QCOMPARE(*parser.feed("more"), std::size_t{0});
    }

    void linesMayEndWithoutCarriageReturn()
    {
        HttpHeadParser parser;
        QCOMPARE(*parser.feed("HTTP/1.0 200\nA: b\n\nbody"), std::size_t{19});
        QCOMPARE(textOf(parser), std::string("200|a=b"));
    }

    void whatIsNotAHeadIsRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const auto row
            = [](const char* name, const QByteArray& bytes) { QTest::newRow(name) << bytes; };
        row("another protocol", "SSH-2.0-OpenSSH_9.2\r\n");
        row("HTTP/2", "HTTP/2 200 OK\r\n\r\n");
        row("HTTP/0.9", "<html>\r\n");
        row("an empty first line", "\r\nHTTP/1.1 200 OK\r\n\r\n");
        row("no status", "HTTP/1.1\r\n\r\n");
        row("a status of letters", "HTTP/1.1 2x0 OK\r\n\r\n");
        row("a status of four digits", "HTTP/1.1 2000 OK\r\n\r\n");
        row("status 000", "HTTP/1.1 000 OK\r\n\r\n");
        row("status 600", "HTTP/1.1 600 OK\r\n\r\n");
        row("a header without a colon", "HTTP/1.1 200 OK\r\nNonsense\r\n\r\n");
        row("a header without a name", "HTTP/1.1 200 OK\r\n: x\r\n\r\n");
        row("a space before the colon", "HTTP/1.1 200 OK\r\nA : x\r\n\r\n");
        row("a folded header", "HTTP/1.1 200 OK\r\nA: x\r\n y\r\n\r\n");
        row("a zero byte", QByteArray("HTTP/1.1 200 OK\r\nA: \0\r\n\r\n", 25));
        row("a lone carriage return", "HTTP/1.1 200 OK\r\nA: x\ry\r\n\r\n");
        row("a TLS alert", QByteArray("\x15\x03\x01\x00\x02\x02\x46\n", 8));
    }

    void whatIsNotAHeadIsRefused()
    {
        QFETCH(QByteArray, bytes);
        HttpHeadParser parser;
        const auto taken = parser.feed({bytes.data(), std::size_t(bytes.size())});
        QVERIFY(!taken);
        QCOMPARE(taken.error().code(), ErrorCode::Protocol);
        QVERIFY2(!parser.feed(kHead), "a parser that refused must stay so");
    }

    void aHeadWithoutAnEndIsRefusedAtItsLimit()
    {
        HttpHeadParser parser;
        std::size_t fed = 0;
        QVERIFY(parser.feed("HTTP/1.1 200 OK\r\nA: "));
        while (parser.feed(std::string(1000, 'x')))
            fed += 1000;
        QVERIFY2(fed > 60'000 && fed < 66'000, std::to_string(fed).c_str());
    }

    void moreThan256HeadersAreRefused()
    {
        HttpHeadParser parser;
        QVERIFY(parser.feed("HTTP/1.1 200 OK\r\n"));
        for (int i = 0; i < 256; ++i)
            QVERIFY(parser.feed("h" + std::to_string(i) + ": x\r\n"));
        QVERIFY(!parser.feed("one: more\r\n"));
    }

    void aBodyIsTheSameHoweverItsBytesAreCut_data()
    {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("wanted");
        const auto row = [](const char* name, const char* header, const char* bytes,
                            const char* wanted) {
            QTest::newRow(name) << QByteArray(header) << QByteArray(bytes) << QByteArray(wanted);
        };
        const char* chunked = "Transfer-Encoding: chunked\r\n";
        row("counted", "Content-Length: 5\r\n", "hello and more", "hello.");
        row("counted and cut", "Content-Length: 5\r\n", "hel", "hel");
        row("empty", "Content-Length: 0\r\n", "more", ".");
        row("to the end", "", "hello", "hello");
        row("chunked", chunked, "5\r\nhello\r\n6;x=y\r\n world\r\n0\r\nT: x\r\n\r\nmore",
            "hello world.");
        row("larger than its limit", "Content-Length: 99999\r\n",
            "0123456789012345678901234567890123456789012345678901234567890123456789",
            "0123456789012345678901234567890123456789012345678901234567890123.");
        row("a chunk without a size", chunked, "\r\nhello", "error");
        row("a chunk of nonsense", chunked, "zz\r\nhello", "error");
        row("a chunk that is longer than it says", chunked, "2\r\nhello\r\n0\r\n\r\n", "error");
        row("a size beyond all sizes", chunked, "fffffffffffffffff\r\n", "error");
        row("a negative length", "Content-Length: -1\r\n", "x", "error");
    }

    void aBodyIsTheSameHoweverItsBytesAreCut()
    {
        QFETCH(QByteArray, header);
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, wanted);
        const auto head = "HTTP/1.1 500 No\r\n" + header.toStdString() + "\r\n";
        for (const auto step : {1, 2, 3, 7, 1000})
            QCOMPARE(
                QByteArray::fromStdString(bodyOf(head, bytes.toStdString(), std::size_t(step))),
                wanted);
    }
};

SANDBENCH_TEST(HttpHeadTest);
#include "tst_http_head.moc"
