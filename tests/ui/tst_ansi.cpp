// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "ui/output/ansi_line_discipline.h"

#include <QTest>

#include <random>
#include <string>
#include <vector>

using namespace sandbench::ui;

namespace {

struct StoredLine
{
    std::string text;
    std::vector<StyleSpan> spans;
    std::uint32_t cells = 0;
    bool overflowed = false;
    bool operator==(const StoredLine&) const = default;
};

StoredLine stored(const LineView& view)
{
    return {
        std::string(view.text),
        {view.spans.begin(), view.spans.end()},
        view.cells,
        view.overflowed};
}

class Lines : public LineSink
{
public:
    std::vector<StoredLine> frozen;
    void lineFrozen(const LineView& line) override { frozen.push_back(stored(line)); }
};

struct Fed
{
    std::vector<StoredLine> lines;
    DisciplineCounts counts;
};

Fed feedIn(std::string_view bytes, std::size_t piece)
{
    Lines sink;
    AnsiLineDiscipline discipline(sink);
    for (std::size_t at = 0; at < bytes.size(); at += piece)
        discipline.feed(OutputStream::Stdout, bytes.substr(at, piece), at);
    discipline.finish();
    return {sink.frozen, discipline.counts()};
}

std::vector<std::string> texts(std::string_view bytes)
{
    std::vector<std::string> result;
    for (const auto& line : feedIn(bytes, bytes.size()).lines)
        result.push_back(line.text);
    return result;
}

std::string text(std::string_view bytes)
{
    std::string all;
    for (const auto& line : texts(bytes))
        all += line + '|';
    return all;
}

} // namespace

class TestAnsi : public QObject
{
    Q_OBJECT
private slots:
    void honoursLineDiscipline_data();
    void honoursLineDiscipline();
    void swallowsWithoutEffect_data();
    void swallowsWithoutEffect();
    void dripFeedingGivesTheSameCells_data();
    void dripFeedingGivesTheSameCells();
    void dripFeedingRandomBytesGivesTheSameCells();
    void keepsCellsAndTextInStepForRandomEdits();
    void unterminatedStringGivesOutputBackAfterItsLimit();
    void longControlSequenceIsDroppedWhole();
    void readsColours();
    void streamsKeepTheirOwnStateAndCharacters();
    void cursorCannotLeaveTheLastFiftyLines();
    void barrierStopsTheCursor();
    void limitsMarksPerCell();
    void overlongLineKeepsItsHeadAndItsPlace();
    void hardWrapKeepsEverything();
};

void TestAnsi::honoursLineDiscipline_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const char* bytes, const char* expected) {
        QTest::newRow(name) << QByteArray(bytes) << QByteArray(expected);
    };
    row("plain lines", "a\nb\n", "a|b|");
    row("last line without line feed", "a\nb", "a|b|");
    row("empty lines stay", "a\n\nb\n", "a||b|");
    row("carriage return overwrites", "abcdef\rXY", "XYcdef|");
    row("crlf", "a\r\nb\r\n", "a|b|");
    row("progress bar", "10%\r50%\r100%\n", "100%|");
    row("backspace", "abc\b\bX", "aXc|");
    row("backspace stops at the start", "a\b\b\b\bX", "X|");
    row("tab is kept at the end", "a\tb", "a\tb|");
    row("overwriting a tab makes spaces", "\tb\rX", "X       b|");
    row("cursor up", "one\ntwo\n\x1b[2Aeins\x1b[2Bx\n", "eins|two|    x|");
    row("cursor right pads", "a\x1b[3Cb", "a   b|");
    row("cursor left", "abc\x1b[2DX", "aXc|");
    row("column", "abc\x1b[1GX\x1b[6GY", "Xbc  Y|");
    row("erase to end", "abcdef\r\x1b[2C\x1b[K", "ab|");
    row("erase to start", "abcdef\x1b[3D\x1b[1K", "    ef|");
    row("erase line", "abc\x1b[2Kd", "   d|");
    row("erase below", "a\nb\nc\x1b[2A\x1b[J\n", "a||");
    row("nested progress bars", "A\nB\n\x1b[2AA1\n\x1b[1BC\n", "A1|B|C|");
    row("invalid byte",
        "a\xff"
        "b",
        "a\xef\xbf\xbd"
        "b|");
    row("surrogate", "\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd|");
    row("truncated at the end", "a\xe2\x82", "a\xef\xbf\xbd|");
    row("wide character half overwritten", "\xe4\xb8\xad!\rx", "x !|");
    row("a joiner in a box does not join what is written before it later",
        "\x7f\xe2\x80\x8d\rC\xef\xbf\xbd", "C\xef\xbf\xbd    |");
    row("eight-bit C1 is no CSI",
        "\xc2\x9b"
        "2Jx",
        "\xc2\x9b"
        "2Jx|");
    row("control inside a sequence acts", "ab\x1b[\r1CX", "aX|");
}

void TestAnsi::honoursLineDiscipline()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, expected);
    QCOMPARE(QByteArray::fromStdString(text({bytes.data(), std::size_t(bytes.size())})), expected);
}

void TestAnsi::swallowsWithoutEffect_data()
{
    QTest::addColumn<QByteArray>("sequence");
    QTest::newRow("OSC 52 clipboard, BEL") << QByteArray("\x1b]52;c;ZXZpbA==\a");
    QTest::newRow("OSC 0 title, ST") << QByteArray("\x1b]0;title\x1b\\");
    QTest::newRow("OSC 8 link open") << QByteArray("\x1b]8;;http://example.test/\x1b\\");
    QTest::newRow("DCS sixel") << QByteArray("\x1bPq#0;2;0;0;0~~\x1b\\");
    QTest::newRow("DCS keeps BEL") << QByteArray("\x1bP\a m\x1b\\");
    QTest::newRow("APC") << QByteArray("\x1b_payload\x1b\\");
    QTest::newRow("PM") << QByteArray("\x1b^payload\x1b\\");
    QTest::newRow("SOS") << QByteArray("\x1bXpayload\x1b\\");
    QTest::newRow("cancelled string") << QByteArray("\x1b]0;half\x18");
    QTest::newRow("status report") << QByteArray("\x1b[6n");
    QTest::newRow("title report") << QByteArray("\x1b[21t");
    QTest::newRow("alternate screen") << QByteArray("\x1b[?1049h");
    QTest::newRow("repeat") << QByteArray("\x1b[99999999b");
    QTest::newRow("insert lines") << QByteArray("\x1b[99L");
    QTest::newRow("scroll region") << QByteArray("\x1b[1;5r");
    QTest::newRow("soft reset") << QByteArray("\x1b[!p");
    QTest::newRow("private erase") << QByteArray("\x1b[?2J");
    QTest::newRow("full reset") << QByteArray("\x1b"
                                              "c");
    QTest::newRow("reverse index") << QByteArray("\x1bM");
    QTest::newRow("charset") << QByteArray("\x1b(0");
}

void TestAnsi::swallowsWithoutEffect()
{
    QFETCH(QByteArray, sequence);
    const std::string bytes = "before" + sequence.toStdString() + "after\n";
    const auto fed = feedIn(bytes, bytes.size());
    QCOMPARE(fed.lines.size(), std::size_t{1});
    QCOMPARE(fed.lines[0].text, std::string("beforeafter"));
    QVERIFY(fed.counts.ignoredSequences >= 1);
}

void TestAnsi::dripFeedingGivesTheSameCells_data()
{
    honoursLineDiscipline_data();
    const QByteArray grown
        = QByteArray("\x1b[38;2;1;2;3mx\x1b[0m\xf0\x9f\x98\x80\xe2\x80\xae\x1b]0;t\x1b\\");
    QTest::newRow("mixture") << grown.repeated(40) << QByteArray();
    QTest::newRow("one long line") << QByteArray(200'000, 'x') << QByteArray();
}

void TestAnsi::dripFeedingGivesTheSameCells()
{
    QFETCH(QByteArray, bytes);
    const std::string_view view(bytes.data(), std::size_t(bytes.size()));
    const auto whole = feedIn(view, view.size()).lines;
    QCOMPARE(feedIn(view, 1).lines == whole, true);
    QCOMPARE(feedIn(view, 7).lines == whole, true);
}

void TestAnsi::dripFeedingRandomBytesGivesTheSameCells()
{
    std::mt19937 random(4711);
    for (int round = 0; round < 50; ++round) {
        std::string bytes(4000, '\0');
        for (char& c : bytes)
            c = static_cast<char>(random());
        QVERIFY(feedIn(bytes, 1).lines == feedIn(bytes, bytes.size()).lines);
    }
}

// Everything that edits, in random order: the drip must agree, and what is stored must be UTF-8.
void TestAnsi::keepsCellsAndTextInStepForRandomEdits()
{
    const std::vector<std::string> parts{
        "a",
        "hello",
        "\n",
        "\r",
        "\b",
        "\t",
        "\x1b[A",
        "\x1b[3A",
        "\x1b[B",
        "\x1b[C",
        "\x1b[9C",
        "\x1b[D",
        "\x1b[5G",
        "\x1b[K",
        "\x1b[1K",
        "\x1b[2K",
        "\x1b[J",
        "\x1b[1J",
        "\x1b[2J",
        "\x1b[2;3H",
        "\x1b[31m",
        "\x1b[0m",
        "\xe4\xb8\xad",
        "\xf0\x9f\x98\x80",
        "e\xcc\x81",
        "\xcc\x81",
        "\xe2\x80\xae",
        "\xc2\x9b",
        "\xef\xb8\x8f",
        "\xe2\x9a\xa0",
        "\xff",
        std::string(1, '\0')};
    std::mt19937 random(42);
    for (int round = 0; round < 300; ++round) {
        std::string bytes;
        for (int i = 0; i < 200; ++i)
            bytes += parts[random() % parts.size()];
        const auto whole = feedIn(bytes, bytes.size()).lines;
        QVERIFY(feedIn(bytes, 1).lines == whole);
        for (const auto& line : whole) {
            const auto text = QByteArray::fromStdString(line.text);
            QCOMPARE(QString::fromUtf8(text).toUtf8(), text);
            QVERIFY(line.spans.empty() || line.spans.front().begin == 0);
            for (std::size_t i = 1; i < line.spans.size(); ++i)
                QVERIFY(line.spans[i - 1].begin < line.spans[i].begin);
        }
    }
}

void TestAnsi::unterminatedStringGivesOutputBackAfterItsLimit()
{
    const std::string bytes = "\x1b]0;" + std::string(100'000, 'x') + "END\n";
    const auto lines = feedIn(bytes, bytes.size()).lines;
    QCOMPARE(lines.size(), std::size_t{1});
    QVERIFY(lines[0].text.ends_with("xEND"));
    QVERIFY(lines[0].text.size() < 100'000 - AnsiParser::kMaxStringBytes + 100);
}

void TestAnsi::longControlSequenceIsDroppedWhole()
{
    std::string bytes = "a\x1b[";
    for (int i = 0; i < 5000; ++i)
        bytes += "1;";
    bytes += "31mb\n";
    const auto fed = feedIn(bytes, bytes.size());
    QCOMPARE(fed.lines[0].text, std::string("ab"));
    QCOMPARE(fed.lines[0].spans.size(), std::size_t{1});
    QCOMPARE(fed.counts.ignoredSequences, std::uint64_t{1});
}

void TestAnsi::readsColours()
{
    const auto style = [](std::string sgr) {
        const auto lines = feedIn("\x1b[" + sgr + "mx", 100).lines;
        return lines[0].spans[0].style;
    };
    QCOMPARE(style("31").foreground, kIndexedColour | 1U);
    QCOMPARE(style("97").foreground, kIndexedColour | 15U);
    QCOMPARE(style("48;5;200").background, kIndexedColour | 200U);
    QCOMPARE(style("38;5;999").foreground, 0U);
    QCOMPARE(style("38;2;1;2;300").foreground, kRgbColour | 0x0102FFU);
    QCOMPARE(style("38:2::16:32:48").foreground, kRgbColour | 0x102030U);
    QCOMPARE(style("38:2:16:32:48").foreground, kRgbColour | 0x102030U);
    QCOMPARE(style("38;5;1;1").attributes, std::uint16_t{Bold});
    QCOMPARE(
        style("1;3;4;7;9").attributes, std::uint16_t{Bold | Italic | Underline | Inverse | Strike});
    QCOMPARE(style("4:0").attributes, std::uint16_t{0});
    QCOMPARE(style("1;31;0").foreground, 0U);
    QCOMPARE(style("1;2;22").attributes, std::uint16_t{0});
    QCOMPARE(style("38").foreground, 0U);
}

void TestAnsi::streamsKeepTheirOwnStateAndCharacters()
{
    Lines sink;
    AnsiLineDiscipline discipline(sink);
    discipline.feed(OutputStream::Stdout, "\x1b[31m\xe2\x82", 0);
    discipline.feed(OutputStream::Stderr, "E", 7);
    discipline.feed(OutputStream::Stdout, "\xac", 8);
    discipline.finish();
    QCOMPARE(sink.frozen.size(), std::size_t{1});
    QCOMPARE(sink.frozen[0].text, std::string("E\xe2\x82\xac"));
    QCOMPARE(sink.frozen[0].spans[0].style.stream, OutputStream::Stderr);
    QCOMPARE(sink.frozen[0].spans[0].style.foreground, 0U);
    QCOMPARE(sink.frozen[0].spans[1].style.foreground, kIndexedColour | 1U);
}

void TestAnsi::cursorCannotLeaveTheLastFiftyLines()
{
    std::string bytes;
    for (int i = 0; i < 200; ++i)
        bytes += "line " + std::to_string(i) + "\n";
    bytes += "\x1b[65535A\x1b[2KHIJACK";
    const auto lines = feedIn(bytes, bytes.size()).lines;
    for (std::size_t i = 0; i < 150; ++i)
        QCOMPARE(lines[i].text, "line " + std::to_string(i));
    QCOMPARE(lines[151].text, std::string("HIJACK"));
}

void TestAnsi::barrierStopsTheCursor()
{
    Lines sink;
    AnsiLineDiscipline discipline(sink);
    discipline.feed(OutputStream::Stdout, "first", 0);
    discipline.barrier();
    discipline.feed(OutputStream::Stdout, "\x1b[99A\rX\x1b[2J\x1b[HY", 5);
    discipline.finish();
    QCOMPARE(sink.frozen.size(), std::size_t{2});
    QCOMPARE(sink.frozen[0].text, std::string("first"));
}

void TestAnsi::limitsMarksPerCell()
{
    std::string bytes = "a";
    for (int i = 0; i < 1000; ++i)
        bytes += "\xcc\x81";
    const auto lines = feedIn(bytes, bytes.size()).lines;
    QCOMPARE(lines[0].text.size(), std::size_t{1 + 8 * 2});
    QCOMPARE(lines[0].cells, 1U);
}

void TestAnsi::overlongLineKeepsItsHeadAndItsPlace()
{
    Lines sink;
    AnsiLineDiscipline discipline(sink);
    const std::string bytes = "short\n" + std::string(1'000'000, 'x') + "\nend\n";
    discipline.feed(OutputStream::Stdout, bytes, 1000);
    QCOMPARE(discipline.liveCount(), std::size_t{4});
    const LineView line = discipline.liveLine(1);
    QVERIFY(line.overflowed);
    QCOMPARE(line.cells, kMaxLineCells);
    QCOMPARE(line.spoolBegin, std::uint64_t{1006});
    QCOMPARE(line.spoolEnd, std::uint64_t{1'001'007});
}

void TestAnsi::hardWrapKeepsEverything()
{
    Lines sink;
    AnsiLineDiscipline discipline(sink, AnsiLineDiscipline::LongLines::HardWrap);
    discipline.feed(OutputStream::Stdout, std::string(1'000'000, 'x'), 0);
    discipline.finish();
    std::size_t total = 0;
    for (const auto& line : sink.frozen)
        total += line.text.size();
    QCOMPARE(total, std::size_t{1'000'000});
    QCOMPARE(sink.frozen.size(), std::size_t{16});
}

SANDBENCH_TEST(TestAnsi);
#include "tst_ansi.moc"
