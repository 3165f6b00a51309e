// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/wire/body_decoder.h"
#include "app/rest/wire/header_text.h"
#include "app/rest/wire/multipart.h"
#include "app/rest/wire/request_head.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandbench;
using namespace sandbench::rest;

namespace {

std::string headOf(std::string_view line, std::string_view headers = "Host: a\r\n")
{
    return std::string(line) + "\r\n" + std::string(headers) + "\r\n";
}

/// The refusal's status, or 0 for a head that is taken.
int refusalOf(std::string_view head)
{
    const auto parsed = parseRequestHead(head);
    const auto* const refused = std::get_if<Answer>(&parsed);
    return refused ? refused->status : 0;
}

RequestHead taken(std::string_view head)
{
    const auto parsed = parseRequestHead(head);
    const auto* const good = std::get_if<RequestHead>(&parsed);
    return good ? *good : RequestHead{.method = "refused"};
}

/// Contents, "." when complete, "|" and what was left over; "!" for an error.
std::string decoded(std::string_view headers, std::string_view bytes, std::size_t step)
{
    BodyDecoder decoder(
        taken(headOf("POST / HTTP/1.1", std::string("Host: a\r\n") + std::string(headers))));
    std::string contents;
    while (!bytes.empty() && !decoder.isDone()) {
        const auto used = decoder.feed(bytes.substr(0, step), contents);
        if (!used)
            return contents + "!";
        bytes.remove_prefix(*used);
    }
    return contents + (decoder.isDone() ? "." : "")
        + (bytes.empty() ? "" : "|" + std::string(bytes));
}

/// "name/file/type=contents;" of each part; "!" for an error.
std::string parts(std::string_view bytes, std::size_t step, std::string_view boundary = "XX")
{
    std::string text;
    MultipartParser parser(
        boundary,
        [&](const BodySource::Part& part) {
            text += ";" + part.name + "/" + part.fileName + "/" + part.contentType + "=";
            return Result<void>();
        },
        [&](std::string_view contents) {
            text += contents;
            return Result<void>();
        });
    while (!bytes.empty()) {
        if (!parser.feed(bytes.substr(0, step)))
            return text + "!";
        bytes.remove_prefix(std::min(step, bytes.size()));
    }
    return parser.finish() ? text : text + "?";
}

constexpr std::string_view kChunked = "Transfer-Encoding: chunked\r\n";

} // namespace

class RestWireTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesEventsOnlyWhereTheyArePreferred()
    {
        for (const char* accept :
             {"text/event-stream", "Text/Event-Stream;q=0.2, */*",
              "text/event-stream, application/json", "application/json;q=0.9,text/event-stream",
              "*/*, text/event-stream"})
            QVERIFY2(rest::prefersEvents(accept), accept);
        for (const char* accept :
             {"", "*/*", "application/json, text/event-stream;q=0.5", "text/event-stream;q=0",
              "application/json, text/event-stream", "text/event-streams", ";q=1,,"})
            QVERIFY2(!rest::prefersEvents(accept), accept);
    }

    void aHeadIsTakenApart()
    {
        const auto head = taken(headOf(
            "POST /a%20b/%C3%A4?x=1&y=a+b%26c&empty&x=2 HTTP/1.1",
            "Host: h:80\r\nX-A:  1 \t\r\nx-a: 2\r\nContent-Length: 12\r\nExpect: "
            "100-Continue\r\n"));
        QCOMPARE(head.method, std::string("POST"));
        QCOMPARE(head.path, std::string("/a b/\xc3\xa4"));
        QCOMPARE(head.query.at("x"), std::string("2"));
        QCOMPARE(head.query.at("y"), std::string("a b&c"));
        QCOMPARE(head.query.at("empty"), std::string());
        QCOMPARE(head.headers.at("x-a"), std::string("1, 2"));
        QCOMPARE(head.length.value_or(0), std::uint64_t(12));
        QVERIFY(head.expectsContinue && head.keepsAlive && !head.isChunked);
    }

    void theVersionAndConnectionSayWhetherItStaysOpen()
    {
        QVERIFY(taken(headOf("GET / HTTP/1.1")).keepsAlive);
        QVERIFY(!taken(headOf("GET / HTTP/1.1", "Host: a\r\nConnection: x, Close\r\n")).keepsAlive);
        QVERIFY(!taken(headOf("GET / HTTP/1.0", "")).keepsAlive);
        QVERIFY(taken(headOf("GET / HTTP/1.0", "Connection: Keep-Alive\r\n")).keepsAlive);
        // Later ones of HTTP/1 are to be taken as the last that we know. Source: RFC 9110, 2.5.
        QCOMPARE(refusalOf(headOf("GET / HTTP/1.2")), 0);
        QVERIFY(!taken(headOf("GET / HTTP/1.9")).isOldVersion);
    }

    void aHostMayBeAnyNameOrAddress()
    {
        for (const std::string good :
             {"", "a", "a:", "a.example:8080", "127.0.0.1:1", "[::1]", "[::1]:80", "a_b-c~%41"})
            QCOMPARE(
                taken(headOf("GET / HTTP/1.1", "Host: " + good + "\r\n")).headers.at("host"), good);
    }

    void aTargetMayNameItsHost()
    {
        const auto whole = taken(headOf("GET HTTP://Box:8080/a%20b?c=d HTTP/1.1"));
        QCOMPARE(whole.path, std::string("/a b"));
        QCOMPARE(whole.query.at("c"), std::string("d"));
        // What it says counts, not what Host says: else the gate could be told another name.
        QCOMPARE(whole.headers.at("host"), std::string("Box:8080"));
        QCOMPARE(taken(headOf("GET https://b HTTP/1.1")).path, std::string("/"));
        const auto bare = taken(headOf("GET http://b?c=d HTTP/1.1"));
        QVERIFY(bare.path == "/" && bare.query.at("c") == "d");
        std::string most;
        for (std::size_t i = 0; i < HeadLimits::kHeaders; ++i)
            most += "X" + std::to_string(i) + ": 1\r\n";
        QCOMPARE(refusalOf(headOf("GET / HTTP/1.0", most)), 0);
        QCOMPARE(refusalOf(headOf("GET http://b/ HTTP/1.0", most)), 431);
    }

    void whatCanBeReadInTwoWaysIsRefused_data()
    {
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<int>("status");
        const auto row = [](const char* name, const std::string& head, int status) {
            QTest::newRow(name) << QByteArray::fromStdString(head) << status;
        };
        const std::string get = "GET / HTTP/1.1", host = "Host: a\r\n";
        row("length and coding",
            headOf(get, host + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n"), 400);
        row("two lengths", headOf(get, host + "Content-Length: 1\r\nContent-Length: 1\r\n"), 400);
        row("a list of lengths", headOf(get, host + "Content-Length: 1, 1\r\n"), 400);
        row("signed length", headOf(get, host + "Content-Length: +1\r\n"), 400);
        row("hexadecimal length", headOf(get, host + "Content-Length: 0x1\r\n"), 400);
        row("huge length", headOf(get, host + "Content-Length: 99999999999999999999\r\n"), 400);
        row("two codings",
            headOf(get, host + "Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n"), 400);
        row("another coding", headOf(get, host + "Transfer-Encoding: gzip, chunked\r\n"), 501);
        row("chunks of 1.0", headOf("GET / HTTP/1.0", "Transfer-Encoding: chunked\r\n"), 400);
        row("space before colon", headOf(get, host + "Content-Length : 1\r\n"), 400);
        row("folded line", headOf(get, host + "X: 1\r\n 2\r\n"), 400);
        row("bare line feed", headOf(get, host + "X: 1\nContent-Length: 5\r\n"), 400);
        row("bare return", headOf(get, host + "X: 1\rY: 2\r\n"), 400);
        row("no host", headOf(get, ""), 400);
        row("two hosts", headOf(get, "Host: a\r\nHost: b\r\n"), 400);
        row("zero byte in path", headOf("GET /%00 HTTP/1.1"), 400);
        row("broken escape", headOf("GET /%4 HTTP/1.1"), 400);
        row("space in target", headOf("GET /a b HTTP/1.1"), 400);
        for (const std::string wrong :
             {"a/b", "me@a", "a b", "a:8x", "a:-1", "a:1:2", "[::1", "::1]", "[::1]x", "a\"",
              "[a/b]"})
            row(("host " + wrong).c_str(), headOf(get, "Host: " + wrong + "\r\n"), 400);
        row("another version", headOf("GET / HTTP/2.0"), 505);
        row("long version", headOf("GET / HTTP/1.10"), 505);
        row("no version", headOf("GET /"), 400);
        for (const std::string wrong :
             {"http:///x", "ftp://b/", "http://me@b/", "b:80", "?x", "://"})
            row(wrong.c_str(), headOf("GET " + wrong + " HTTP/1.1"), 400);
        row("method of no word", headOf("G(T / HTTP/1.1"), 400);
        row("another expectation", headOf(get, host + "Expect: more\r\n"), 417);
        row("long target", headOf("GET /" + std::string(9000, 'a') + " HTTP/1.1"), 414);
        row("long head", headOf(get, host + "X: " + std::string(40000, 'a') + "\r\n"), 431);
        std::string many = host;
        for (int i = 0; i < 200; ++i)
            many += "X: 1\r\n";
        row("many headers", headOf(get, many), 431);
    }

    void whatCanBeReadInTwoWaysIsRefused()
    {
        QFETCH(QByteArray, head);
        QFETCH(int, status);
        QCOMPARE(refusalOf(head.toStdString()), status);
    }

    void whatIsNoHeadIsKnownBeforeItsEnd()
    {
        const auto good = headOf("GET /a HTTP/1.1", "Host: a\r\nX: y\r\n");
        for (std::size_t size = 0; size <= good.size(); ++size)
            for (std::size_t from = 0; from <= size; ++from)
                QVERIFY(canBecomeHead(std::string_view(good).substr(0, size), from));
        for (const std::string& bad :
             {std::string("\x16\x03\x01\0", 4), std::string("nonsense\r\n"),
              std::string("GET /\r\n"), std::string("GET / HTTP/1.1\n"),
              std::string("GET / HTTP/1.1\r\nHost: a\n"), std::string(33, 'A'),
              std::string("{\"a\"")})
            QVERIFY2(!canBecomeHead(bad), bad.c_str());
        QVERIFY(!canBecomeHead("GET / HTTP/1.1\r\nHost: a\n", 16));
    }

    void aZeroByteIsNoBrokenEscape()
    {
        const auto detail = [](std::string_view line) {
            return std::get<Answer>(parseRequestHead(headOf(line))).body;
        };
        QVERIFY(detail("GET /%00 HTTP/1.1").find("NUL") != std::string::npos);
        QVERIFY(detail("GET /?a=%00 HTTP/1.1").find("NUL") != std::string::npos);
        QVERIFY(detail("GET /%4 HTTP/1.1").find("broken escape") != std::string::npos);
    }

    void aTargetThatIsNoPathAndNoWholeAddressIsRefused()
    {
        for (const char* target : {"http", "https", "http:", "http:/", "ftp://a/", "a/b"}) {
            const auto parsed
                = parseRequestHead(headOf("GET " + std::string(target) + " HTTP/1.1"));
            QVERIFY2(std::holds_alternative<Answer>(parsed), target);
            QCOMPARE(std::get<Answer>(parsed).status, 400);
        }
    }

    void aBodyIsTheSameHoweverItsBytesAreCut()
    {
        const std::string chunks
            = "5;x=y\r\nhello\r\nA\r\n, world 10\r\n0\r\nTrailer: x\r\n\r\nnext";
        for (std::size_t step = 1; step <= chunks.size(); ++step) {
            const auto all = decoded(kChunked, chunks, step);
            QVERIFY2(all.starts_with("hello, world 10.|") && all.ends_with("next"), all.c_str());
            QVERIFY(decoded("Content-Length: 3\r\n", "abcdef", step) == "abc.|def");
        }
        QCOMPARE(decoded("", "next", 4), std::string(".|next"));
    }

    void chunksThatCanBeReadInTwoWaysAreRefused()
    {
        for (const char* bytes :
             {"0x5\r\nhello\r\n", "+5\r\nhello\r\n", " 5\r\nhello\r\n", "5 \r\nhello\r\n",
              "5\nhello\n", "5\r\nhello!\r\n", "5\r\nhelloX", "\r\n", "-1\r\n",
              "8000000000000000\r\n", "fffffffffffffffff\r\n", "5;a\rb\r\nhello\r\n",
              "0\r\nno header\r\n", "0\r\nX : 1\r\n", "0\r\n: 1\r\n"})
            for (const std::size_t step : {std::size_t(1), std::size_t(64)})
                QVERIFY2(
                    decoded(kChunked, std::string(bytes) + "0\r\n\r\n", step).ends_with('!'),
                    bytes);
        QVERIFY(decoded(kChunked, "5;" + std::string(5000, 'x'), 100).ends_with('!'));
        std::string trailers = "0\r\n";
        for (int i = 0; i < 3000; ++i)
            trailers += "a: b\r\n";
        QVERIFY(decoded(kChunked, trailers, 1000).ends_with('!'));
    }

    void aFormIsTheSameHoweverItsBytesAreCut()
    {
        const std::string form = "preamble\r\n--XX\r\nContent-Disposition: form-data; "
                                 "name=\"a\"\r\n\r\none\r\n-\r\n--X\r\n"
                                 "--XX  \r\ncontent-type: text/plain\r\n"
                                 "Content-Disposition: form-data; name=b; "
                                 "filename=\"q\\\"\\x;y.txt\"\r\n\r\n\r\n--XX\r\n"
                                 "Content-Disposition: form-data; name=\"c\"; filename=\"x\"; "
                                 "filename*=UTF-8''%C3%A4\r\n\r\n"
                                 "\r\n\r\n--XX--\r\nepilogue";
        const std::string wanted
            = ";a//=one\r\n-\r\n--X;b/q\"\\x;y.txt/text/plain=;c/\xc3\xa4/=\r\n";
        for (std::size_t step = 1; step <= form.size(); ++step)
            QCOMPARE(parts(form, step), wanted);
    }

    void brokenFormsAreRefused()
    {
        const std::string part = "--XX\r\nContent-Disposition: form-data; name=a\r\n\r\n1";
        QVERIFY(parts(part, 7).ends_with('?'));
        QVERIFY(parts("", 1).ends_with('?'));
        QVERIFY(parts("--XX\r\n\r\n1\r\n--XX--", 3).ends_with('!'));
        QVERIFY(parts("--XX\r\nno colon\r\n\r\n1\r\n--XX--", 3).ends_with('!'));
        QVERIFY(parts("--XXmore\r\n", 3).ends_with('!'));
        QVERIFY(parts("--XX\r\nA: " + std::string(9000, 'x'), 1000).ends_with('!'));
        std::string many;
        for (int i = 0; i < 1100; ++i)
            many += part + "\r\n";
        QVERIFY(parts(many, 5000).ends_with('!'));
        QVERIFY(!multipartBoundary("multipart/form-data"));
        QVERIFY(!multipartBoundary("multipart/form-data; boundary=" + std::string(71, 'a')));
        QVERIFY(!multipartBoundary("text/plain; boundary=a").value());
        QCOMPARE(
            multipartBoundary("Multipart/Form-Data; x=y; Boundary=\"a;b\"").value().value(),
            std::string("a;b"));
    }
};

SANDBENCH_TEST(RestWireTest);
#include "tst_rest_wire.moc"
