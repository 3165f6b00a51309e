// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/artifact/display_decoder.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <string>
#include <vector>

using namespace sandbench;

namespace {

void appendU32(std::string& out, std::size_t value)
{
    for (int i = 0; i < 4; ++i)
        out += static_cast<char>((value >> (8 * i)) & 0xff);
}

std::string encode(const std::string& header, const std::string& body = {})
{
    std::string out;
    appendU32(out, header.size());
    appendU32(out, body.size());
    return out + header + body;
}

std::vector<DisplayRecord> decodeAll(DisplayDecoder& decoder)
{
    std::vector<DisplayRecord> records;
    while (auto record = decoder.next())
        records.push_back(std::move(*record));
    return records;
}

const std::string kFigure = encode(
    R"({"kind":"display","name":"figure-1","parts":[{"mime":"image/png","size":3},{"mime":"text/plain","size":2}],"width":640,"height":480})",
    "PNGtx");
const std::string kError = encode(R"({"kind":"error","name":"E","value":"v","traceback":"t"})");
const std::string kFile = encode(R"({"kind":"file","path":"/work/p.png"})");
const std::string kNotice = encode(R"({"kind":"notice","text":"could not capture: E: v"})");
const std::string kResult
    = encode(R"({"kind":"result","parts":[{"mime":"text/plain","size":2}]})", "42");

} // namespace

class DisplayDecoderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsEveryKind();
    void readsWhatIsKnownOfAResult();
    void readsTheNumbersOfAChart();
    void readsTheSameByteByByte();
    void refusesGarbage_data();
    void refusesGarbage();
    void keepsRecordsBeforeTheGarbage();
    void tellsACutRecordAtTheEnd();
    void doesNotReserveWhatALengthClaims();
    void prefersTheRichestPart_data();
    void prefersTheRichestPart();
};

void DisplayDecoderTest::readsEveryKind()
{
    DisplayDecoder decoder;
    decoder.feed(kFigure + kError + kFile + kResult + kNotice);
    const auto records = decodeAll(decoder);
    QCOMPARE(records.size(), std::size_t(5));
    QCOMPARE(records[0].kind, DisplayRecord::Kind::Display);
    QCOMPARE(records[0].name, std::string("figure-1"));
    QCOMPARE(records[0].parts.size(), std::size_t(2));
    QCOMPARE(records[0].parts[0].bytes, std::string("PNG"));
    QCOMPARE(records[0].parts[1].bytes, std::string("tx"));
    QCOMPARE(records[0].width, 640);
    QCOMPARE(records[1].kind, DisplayRecord::Kind::Error);
    QCOMPARE(records[1].traceback, std::string("t"));
    QCOMPARE(records[2].path, std::string("/work/p.png"));
    QCOMPARE(records[3].kind, DisplayRecord::Kind::Result);
    QCOMPARE(records[4].kind, DisplayRecord::Kind::Notice);
    QCOMPARE(records[4].value, std::string("could not capture: E: v"));
    decoder.finish();
    QVERIFY(decoder.error().empty());
}

void DisplayDecoderTest::readsWhatIsKnownOfAResult()
{
    DisplayDecoder decoder;
    decoder.feed(encode(
        R"({"kind":"file","path":"/work/p.png","title":"Speed","dpi":72.5,"time":12.25,"process":7,"source":{"file":"main.py","line":3}})"));
    decoder.feed(encode(
        R"({"kind":"file","path":"/work/q.png","title":7,"dpi":-1,"time":"x","process":-7,"source":[1]})"));
    decoder.feed(encode(
        R"({"kind":"file","path":"/work/r.png","dpi":1e300,"source":{"file":5,"line":1e99}})"));
    decoder.feed(encode(R"({"kind":"children","path":"/tmp/.sandbench-7"})"));
    const auto records = decodeAll(decoder);
    QCOMPARE(records.size(), std::size_t(4));
    QCOMPARE(records[0].facts.title, std::string("Speed"));
    QCOMPARE(records[0].facts.dpi, 72.5);
    QCOMPARE(records[0].facts.sourceFile, std::string("main.py"));
    QCOMPARE(records[0].facts.sourceLine, 3);
    QCOMPARE(records[0].facts.process, std::int64_t(7));
    QCOMPARE(records[0].time, 12.25);
    QVERIFY(records[1].facts.title.empty() && records[1].facts.sourceFile.empty());
    QVERIFY(records[1].facts.dpi == 0 && records[1].facts.process == 0 && records[1].time == 0);
    QVERIFY(records[2].facts.dpi <= 100'000 && records[2].facts.sourceLine >= 0);
    QCOMPARE(records[3].kind, DisplayRecord::Kind::Children);
    QCOMPARE(records[3].path, std::string("/tmp/.sandbench-7"));
}

void DisplayDecoderTest::readsTheNumbersOfAChart()
{
    const std::string chart = R"({"mime":"application/vnd.sandbench.chart+json","size":2})";
    DisplayDecoder decoder;
    decoder.feed(encode(
        R"({"kind":"display","parts":[{"mime":"image/png","size":3},)" + chart + "]}", "PNG{}"));
    decoder.feed(encode(R"({"kind":"file","path":"/work/p.png","parts":[)" + chart + "]}", "[]"));
    decoder.feed(encode(R"({"kind":"file","path":"/work/q.png","parts":[]})"));
    const auto records = decodeAll(decoder);
    QCOMPARE(records.size(), std::size_t(3));
    QCOMPARE(records[0].chart, std::string("{}"));
    QCOMPARE(records[0].parts.size(), std::size_t(1));
    QCOMPARE(records[1].chart, std::string("[]"));
    QVERIFY(records[2].chart.empty());
    decoder.feed(encode(R"({"kind":"display","parts":[)" + chart + "]}", "{}")); // of nothing
    QVERIFY(!decoder.next());
    QVERIFY(!decoder.error().empty());
}

void DisplayDecoderTest::readsTheSameByteByByte()
{
    DisplayDecoder decoder;
    std::size_t records = 0;
    for (const char byte : kFigure + kError + kFile + kResult) {
        decoder.feed(std::string_view(&byte, 1));
        records += decodeAll(decoder).size();
    }
    QCOMPARE(records, std::size_t(4));
    QVERIFY(decoder.error().empty());
}

void DisplayDecoderTest::refusesGarbage_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char* name, const std::string& bytes) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes);
    };
    row("0xff", std::string(16, '\xff'));
    row("text", "Traceback (most recent call last)");
    row("no JSON", encode("hello"));
    row("empty header", encode(""));
    row("no object", encode("[1]"));
    row("unknown kind", encode(R"({"kind":"install"})"));
    row("no parts", encode(R"({"kind":"display"})"));
    row("empty parts", encode(R"({"kind":"display","parts":[]})"));
    row("sizes too small", encode(R"({"kind":"display","parts":[{"mime":"a/b","size":1}]})", "xy"));
    row("sizes too large", encode(R"({"kind":"display","parts":[{"mime":"a/b","size":9}]})", "xy"));
    row("negative size", encode(R"({"kind":"display","parts":[{"mime":"a/b","size":-1}]})", "xy"));
    row("huge size",
        encode(R"({"kind":"display","parts":[{"mime":"a/b","size":18446744073709551615}]})", "xy"));
    row("sizes wrap",
        encode(
            R"({"kind":"display","parts":[{"mime":"a/b","size":9223372036854775807},{"mime":"a/b","size":3}]})",
            "xy"));
    row("no mime", encode(R"({"kind":"display","parts":[{"size":2}]})", "xy"));
    row("a body for a file", encode(R"({"kind":"file","path":"/x"})", "xy"));
    row("no path", encode(R"({"kind":"file"})"));
    row("deep nesting", encode(std::string(10000, '[')));
}

void DisplayDecoderTest::refusesGarbage()
{
    QFETCH(QByteArray, bytes);
    DisplayDecoder decoder;
    decoder.feed(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
    QVERIFY(!decoder.next());
    QVERIFY(!decoder.error().empty());
    // It stays so: nothing after a broken record can be trusted to start at its beginning.
    decoder.feed(kFigure);
    QVERIFY(!decoder.next());
}

void DisplayDecoderTest::keepsRecordsBeforeTheGarbage()
{
    DisplayDecoder decoder;
    decoder.feed(kFigure + std::string(8, '\xff'));
    QVERIFY(decoder.next());
    QVERIFY(!decoder.next());
    QVERIFY(!decoder.error().empty());
}

void DisplayDecoderTest::tellsACutRecordAtTheEnd()
{
    DisplayDecoder decoder;
    decoder.feed(kFigure + kFigure.substr(0, 20));
    QVERIFY(decoder.next());
    QVERIFY(!decoder.next());
    QVERIFY(decoder.error().empty());
    decoder.finish();
    QVERIFY(!decoder.error().empty());
}

void DisplayDecoderTest::doesNotReserveWhatALengthClaims()
{
    std::string prefix;
    appendU32(prefix, DisplayDecoder::kMaxHeaderBytes);
    appendU32(prefix, DisplayDecoder::kMaxBodyBytes);
    std::vector<DisplayDecoder> many(10'000);
    for (auto& decoder : many) {
        decoder.feed(prefix);
        QVERIFY(!decoder.next());
        QVERIFY(decoder.error().empty());
    }
}

void DisplayDecoderTest::prefersTheRichestPart_data()
{
    QTest::addColumn<QStringList>("mimes");
    QTest::addColumn<QString>("expected");
    QTest::newRow("plotly")
        << QStringList{"text/html", "image/png", "application/vnd.plotly.v1+json"}
        << "application/vnd.plotly.v1+json";
    QTest::newRow("png over svg") << QStringList{"image/svg+xml", "image/png"} << "image/png";
    QTest::newRow("html over text") << QStringList{"text/plain", "text/html"} << "text/html";
    QTest::newRow("unknown over text")
        << QStringList{"text/plain", "application/x-own"} << "application/x-own";
    QTest::newRow("text alone") << QStringList{"text/plain"} << "text/plain";
}

void DisplayDecoderTest::prefersTheRichestPart()
{
    QFETCH(QStringList, mimes);
    QFETCH(QString, expected);
    std::vector<DisplayPart> parts;
    for (const auto& mime : mimes)
        parts.push_back({mime.toStdString(), "x"});
    const auto* part = primaryPart(parts);
    QVERIFY(part);
    QCOMPARE(QString::fromStdString(part->mime), expected);
    QVERIFY(!primaryPart({}));
}

SANDBENCH_TEST(DisplayDecoderTest);
#include "tst_display_decoder.moc"
