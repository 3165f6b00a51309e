// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// What a model's server answers, read byte by byte, and where such a server may be.
#include "core/model/answer_reader.h"
#include "core/model/model_server.h"
#include "tests/support/model_server.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <array>
#include <string>

using namespace sandbench;
using namespace sandbench::model;
using namespace sandbench::test;

namespace {

/// The text, and how it ended: "Hello|whole", "Hel|cut off", "|protocol".
std::string readAnswer(std::string_view bytes, std::size_t step)
{
    constexpr std::array kEnds{"whole", "too long", "withheld", "cut off"};
    std::string text;
    AnswerReader reader([&text](std::string_view piece) { text += piece; });
    while (!bytes.empty()) {
        const auto piece = bytes.substr(0, step);
        if (!reader.feed(piece))
            break;
        bytes.remove_prefix(piece.size());
    }
    const auto end = reader.finish();
    return text + '|'
        + (end ? kEnds.at(static_cast<std::size_t>(*end))
               : std::string(errorCodeName(end.error().code())));
}

Error errorOf(std::string_view bytes)
{
    AnswerReader reader([](std::string_view) {});
    (void)reader.feed(bytes);
    auto end = reader.finish();
    return end ? Error(ErrorCode::Internal, "there was none") : end.error();
}

std::string hello(const std::string& lineEnd)
{
    return "data: {\"choices\":[{\"delta\":{\"content\":\"Hel\"}}]}" + lineEnd + lineEnd
        + "data:{\"choices\":[{\"delta\":{\"content\":\"lo \xf0\x9f\x99\x82\"}}]}" + lineEnd
        + lineEnd;
}

} // namespace

class TestModelAnswer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anAnswerIsTheSameHoweverItsBytesAreCut_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("wanted");
        const auto row = [](const char* name, const std::string& bytes, const char* wanted) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << QByteArray(wanted);
        };
        const std::string whole = "Hello \xf0\x9f\x99\x82|whole";
        const std::string done = "data: [DONE]\n\n";
        row("events", hello("\n") + ModelHost::ending("stop") + done, whole.c_str());
        row("lines of Windows", hello("\r\n") + "data: [DONE]\r\n\r\n", whole.c_str());
        row("lines of an old Mac", hello("\r") + "data: [DONE]\r\r", whole.c_str());
        row("without [DONE]", hello("\n") + ModelHost::ending("stop"), whole.c_str());
        row("without a last empty line", hello("\n") + "data: [DONE]", whole.c_str());
        row("with a mark of byte order", "\xef\xbb\xbf" + hello("\n") + done, whole.c_str());
        row("with comments and other fields",
            ": hello\n\nevent: x\nid: 7\nretry: 1\n" + hello("\n") + ":\n" + done, whole.c_str());
        row("data over several lines",
            "data: {\"choices\":\ndata: [{\"delta\":\ndata: {\"content\":\"x\"}}]}\n\n" + done,
            "x|whole");
        row("no text in a piece",
            "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":null}}]}\n\n"
            "data: {\"choices\":[],\"usage\":{}}\n\n"
                + ModelHost::event("x") + done,
            "x|whole");
        row("no choices and no text at all", "data: {}\n\ndata: {\"choices\":7}\n\n", "|protocol");
        row("what comes after the end", ModelHost::ending("stop") + ModelHost::event("x"),
            "|whole");
        row("the model's limit", ModelHost::event("x") + ModelHost::ending("length"), "x|too long");
        row("a filter", ModelHost::event("x") + ModelHost::ending("content_filter"), "x|withheld");
        row("a refusal", "data: {\"choices\":[{\"delta\":{\"refusal\":\"No.\"}}]}\n\n" + done,
            "No.|whole");
        row("cut off between events", hello("\n"), "Hello \xf0\x9f\x99\x82|cut off");
        row("cut off within an event", ModelHost::event("x") + "data: {\"choices\":[{\"del",
            "x|cut off");
        row("an error in the middle", ModelHost::event("x") + "data: {\"error\":\"full\"}\n\n",
            "x|unavailable");
        row("an error as its event says", "event: error\ndata: {\"error\":{\"code\":1}}\n\n",
            "|unavailable");
        row("an event that is no JSON", "data: hello\n\n", "|protocol");
        row("an event that is no object", "data: [1]\n\n", "|protocol");
        row("bytes that are no UTF-8",
            "data: {\"choices\":[{\"delta\":{\"content\":\"\xff\"}}]}\n\n", "|protocol");
        row("one object", R"( {"choices":[{"message":{"content":"x"},"finish_reason":"stop"}]})",
            "x|whole");
        row("one object that was cut short",
            R"({"choices":[{"message":{"content":"x"},"finish_reason":"length"}]})", "x|too long");
        row("one object that tells an error", R"({"error":{"message":"full"}})", "|unavailable");
        row("half an object", "{\"choices\":[{\"message", "|protocol");
        row("an object of something else", R"({"version":"1"})", "|protocol");
        row("another API's lines", "{\"message\":1}\n{\"message\":2}\n", "|protocol");
        row("a page", "\n<!DOCTYPE html>\n<p>hello", "|protocol");
        row("plain words", "Hello, this is no API.\n", "|protocol");
        row("nothing", "", "|protocol");
    }

    void anAnswerIsTheSameHoweverItsBytesAreCut()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, wanted);
        for (const std::size_t step : {1, 2, 3, 7, 1000})
            QCOMPARE(QByteArray::fromStdString(readAnswer(bytes.toStdString(), step)), wanted);
    }

    void whatNeverEndsIsGivenUp()
    {
        const auto feedForEver = [](const std::string& start, const std::string& more) {
            AnswerReader reader([](std::string_view) {});
            auto fed = reader.feed(start);
            std::size_t bytes = 0;
            while (fed && bytes <= 2 * AnswerReader::kMostBytes) {
                fed = reader.feed(more);
                bytes += more.size();
            }
            return fed.failedAs(ErrorCode::ResourceExhausted) ? bytes : 0;
        };
        const std::string kilobytes(64 << 10, 'x');
        QVERIFY(feedForEver("data: ", kilobytes) > 0);
        QVERIFY(feedForEver("{\"", kilobytes) > AnswerReader::kMostObjectBytes / 2);
        QVERIFY(feedForEver("", "data: " + kilobytes + "\n") > 0);
        QVERIFY(feedForEver("", ": " + kilobytes + "\n") > AnswerReader::kMostBytes / 2);
        QVERIFY(feedForEver("", ModelHost::event(kilobytes)) > AnswerReader::kMostText / 2);
        QVERIFY(feedForEver("", ModelHost::event(kilobytes)) < 2 * AnswerReader::kMostText);
    }

    void aProblemIsToldInTheServersWords()
    {
        QCOMPARE(problemText(R"({"error": {"message": "too\nmany"}})"), std::string("too many"));
        QCOMPARE(problemText(R"([{"error": {"message": "a list"}}])"), std::string("a list"));
        QCOMPARE(problemText(R"({"error": "plain"})"), std::string("plain"));
        QCOMPARE(problemText(R"({"detail": "other"})"), std::string("other"));
        QCOMPARE(problemText(R"({"error": 7})"), std::string());
        QCOMPARE(problemText("no JSON\n"), std::string("no JSON"));
        QCOMPARE(problemText("<html>"), std::string());
        QCOMPARE(problemText("[]"), std::string());
        QVERIFY(problemText(std::string(9999, 'x')).size() < 400);
        QVERIFY(errorOf("data: {\"error\":\"is full\"}\n\n").message().ends_with("is full"));
        QVERIFY(errorOf("<html>").message().find("ends in /v1") != std::string::npos);
    }

    void aServerOfThisMachineOrAnEncryptedOneIsRead_data()
    {
        QTest::addColumn<QString>("url");
        QTest::addColumn<QString>("host");
        QTest::addColumn<QString>("whole");
        const auto row = [](const char* url, const char* host, const char* whole) {
            QTest::newRow(url) << QString::fromUtf8(url) << QString::fromUtf8(host)
                               << QString::fromUtf8(whole);
        };
        row("http://127.0.0.1:11434/v1", "127.0.0.1:11434", "http://127.0.0.1:11434/v1");
        row("http://localhost/v1/", "localhost", "http://localhost:80/v1");
        row("http://[::1]:8000", "[::1]:8000", "http://[::1]:8000");
        row("http://127.8.9.1:1", "127.8.9.1:1", "http://127.8.9.1:1");
        row("https://Models.Example/a/b/chat/completions", "models.example",
            "https://models.example:443/a/b");
        row("https://models.example:8443", "models.example:8443", "https://models.example:8443");
    }

    void aServerOfThisMachineOrAnEncryptedOneIsRead()
    {
        QFETCH(QString, url);
        QFETCH(QString, host);
        QFETCH(QString, whole);
        const auto server = readModelServer(url.toStdString(), "small");
        QVERIFY2(server, server ? "" : server.error().text().c_str());
        QCOMPARE(QString::fromStdString(server->host()), host);
        QCOMPARE(QString::fromStdString(server->url()), whole);
        QCOMPARE(server->name, std::string("small"));
    }

    void noOtherServerIs()
    {
        for (const char* url :
             {"", "models.example", "ftp://models.example", "unix:///run/s", "http://",
              "http://models.example/v1", "http://10.0.0.5:11434/v1", "http://127.0.0.1.example/v1",
              "http://0.0.0.0/v1", "http://localhost.example", "https://a b/v1",
              "https://models.example/v1?key=secret", "https://models.example/#secret",
              "https://models.example:0/v1", "https://secret@models.example/v1",
              "https://models.example/\x01", "https://-x/v1"}) {
            const auto server = readModelServer(url, {});
            QVERIFY2(server.failedAs(ErrorCode::InvalidArgument), url);
            QVERIFY2(server.error().text().find("secret") == std::string::npos, url);
        }
        QVERIFY(!readModelServer("https://x/" + std::string(9000, 'x'), {}));
    }
};

SANDBENCH_TEST(TestModelAnswer);

#include "tst_model_answer.moc"
