// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What programs can do to a terminal and what they cannot; the cases follow esctest and vttest.
#include "tests/support/test_program.h"
#include "ui/terminal/terminal_screen.h"

#include <QTest>

#include <random>
#include <string>

using namespace sandbench::ui;
using namespace std::string_literals;

namespace {

constexpr int kRows = 5;
constexpr int kColumns = 10;

/// Its lines up to the last one that has text, and where the cursor is.
std::string shown(const TerminalScreen& screen)
{
    std::string all;
    for (int row = 0; row < screen.rows(); ++row)
        all += screen.textOf(screen.screenLine() + static_cast<std::uint64_t>(row)) + '|';
    all.erase(all.find_last_not_of('|') + 1);
    const auto cursor = screen.cursor();
    return all + " @" + std::to_string(cursor.row) + ',' + std::to_string(cursor.column);
}

/// All that can be asked of it.
std::string everything(TerminalScreen& screen)
{
    std::string all = shown(screen) + screen.takeOutput();
    const auto number = [&all](std::uint64_t value) { all += std::to_string(value) + ' '; };
    for (auto line = screen.firstLine(); line < screen.endLine(); ++line)
        for (const TerminalCell& cell : screen.line(line)) {
            all += screen.textOf(cell).toStdString() + screen.linkAt(cell.link);
            number(cell.style.foreground);
            number(cell.style.background);
            number(cell.style.attributes);
            number(cell.width);
        }
    number(static_cast<std::uint64_t>(screen.mouse()));
    number(screen.isAlternate() ? 1 : 0);
    return all;
}

TerminalCell cellAt(const TerminalScreen& screen, int row, int column)
{
    return screen.line(screen.screenLine() + static_cast<std::uint64_t>(row))[std::size_t(column)];
}

std::string answerTo(std::string_view bytes)
{
    TerminalScreen screen(kRows, kColumns);
    screen.feed(bytes);
    return screen.takeOutput();
}

} // namespace

class TestTerminalScreen : public QObject
{
    Q_OBJECT

private slots:
    void doesWhatSequencesSay_data();
    void doesWhatSequencesSay();
    void showsColoursAndAttributes_data();
    void showsColoursAndAttributes();
    void refusesWhatReachesOutOfIt_data();
    void refusesWhatReachesOutOfIt();
    void answersOnlyWithDigits();
    void keepsAnswersThatNobodyTakesFew();
    void keepsWhatScrolledAway();
    void keepsTheMainScreenUnderTheAlternateOne();
    void boundsTheLinesItKeeps();
    void showsWideAndJoinedCharacters();
    void replacesWhatNobodyWouldSee();
    void linksOnlyToTheWeb();
    void survivesSizesBelowItsMarginsAndCursors();
    void keepsTheCursorLineWhenItShrinks();
    void readsTheSameByteByByte();
};

void TestTerminalScreen::doesWhatSequencesSay_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const std::string& bytes, const char* expected) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << QByteArray(expected);
    };
    row("text", "hello", "hello @0,5");
    row("CR LF", "a\r\nb", "a|b @1,1");
    row("LF alone keeps the column", "ab\nc", "ab|  c @1,3");
    row("BS", "abc\b\bX", "aXc @0,2");
    row("HT", "a\tb", "a       b @0,9");
    row("wrap", "0123456789ab", "0123456789|ab @1,2");
    row("a full row waits", "0123456789", "0123456789 @0,9");
    row("no wrap", "\x1b[?7l0123456789ab", "012345678b @0,9");
    row("CUP", "\x1b[3;4Hx", "||   x @2,4");
    row("CUP is cut", "\x1b[99;99Hx", "||||         x @4,9");
    row("HVP", "\x1b[2;2fx", "| x @1,2");
    row("CUU CUD CUF CUB", "\x1b[3;3H\x1b[A\x1b[2D\x1b[B\x1b[3Cx", "||   x @2,4");
    row("CNL CPL", "ab\x1b[2Ec\x1b[Fd", "ab|d|c @1,1");
    row("CHA VPA", "\x1b[5G\x1b[3dx", "||    x @2,5");
    row("ED 0", "abc\r\ndef\x1b[1;2H\x1b[J", "a @0,1");
    row("ED 1", "abc\r\ndef\x1b[2;2H\x1b[1J", "|  f @1,1");
    row("ED 2", "abc\x1b[2J", " @0,3");
    row("EL 0", "abcdef\x1b[3G\x1b[K", "ab @0,2");
    row("EL 1", "abcdef\x1b[3G\x1b[1K", "   def @0,2");
    row("EL 2", "abcdef\x1b[2K", " @0,6");
    row("ICH", "abc\x1b[2G\x1b[2@", "a  bc @0,1");
    row("DCH", "abcdef\x1b[2G\x1b[2P", "adef @0,1");
    row("ECH", "abcdef\x1b[2G\x1b[2X", "a  def @0,1");
    row("IL", "a\r\nb\r\nc\x1b[2;1H\x1b[L", "a||b|c @1,0");
    row("DL", "a\r\nb\r\nc\x1b[2;1H\x1b[M", "a|c @1,0");
    row("SU SD", "a\r\nb\x1b[S\x1b[2T", "||b @1,1");
    row("IND RI NEL",
        "a\x1b"
        "Db\x1bMc\x1b"
        "Ed",
        "a c|db @1,1");
    row("RI at the top", "a\x1bM", "|a @0,1");
    row("a region scrolls alone", "1\r\n2\r\n3\r\n4\r\n5\x1b[2;4r\x1b[4;1H\nx", "1|3|4|x|5 @3,1");
    row("a wrong region is none", "\x1b[4;2r1\r\n2\r\n3\r\n4\r\n5\r\n6", "2|3|4|5|6 @4,1");
    row("origin mode", "\x1b[2;4r\x1b[?6h\x1b[1;1Hx\x1b[9;1Hy", "|x||y @3,1");
    row("DECSC DECRC",
        "ab\x1b"
        "7\x1b[5;5H\x1b"
        "8c",
        "abc @0,3");
    row("SCOSC SCORC", "ab\x1b[s\x1b[5;5H\x1b[uc", "abc @0,3");
    row("IRM", "bc\r\x1b[4ha\x1b[4l", "abc @0,1");
    row("LNM", "\x1b[20ha\nb", "a|b @1,1");
    row("TBC HTS", "\x1b[3g\x1b[4G\x1bH\r\tx", "   x @0,4");
    row("CBT CHT", "\x1b[9G\x1b[Zx\x1b[Iy", "x       y @0,9");
    row("REP", "ab\x1b[3bc", "abbbbc @0,6");
    row("REP of nothing", "\x1b[9999b\x1b[1;3Hx", "  x @0,3");
    row("line drawing", "\x1b(0lqk\x1b(B.", "┌─┐. @0,4");
    row("RIS",
        "abc\x1b[31m\x1b[?1049h\x1b"
        "c",
        " @0,0");
    row("DECSTR", "\x1b[4h\x1b[!pab\rc", "cb @0,1");
    row("a cut sequence",
        "a\x1b[12\x18"
        "b",
        "ab @0,2");
    row("many parameters", "\x1b[" + std::string(3000, ';') + "Ha", "a @0,1");
    row("large numbers", "\x1b[99999999999999999999;3Hx\x1b[2147483648Ay", "   y||||  x @0,4");
    row("double width is not known", "\x1b#6abcdefgh", "abcdefgh @0,8");
}

void TestTerminalScreen::doesWhatSequencesSay()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, expected);
    TerminalScreen screen(kRows, kColumns);
    screen.feed(bytes.toStdString());
    QCOMPARE(QByteArray::fromStdString(shown(screen)), expected);
}

void TestTerminalScreen::showsColoursAndAttributes_data()
{
    QTest::addColumn<QByteArray>("sgr");
    QTest::addColumn<quint32>("foreground");
    QTest::addColumn<quint32>("background");
    QTest::addColumn<int>("attributes");
    QTest::newRow("none") << QByteArray("0") << 0U << 0U << 0;
    QTest::newRow("named") << QByteArray("31;42") << (kIndexedColour | 1) << (kIndexedColour | 2)
                           << 0;
    QTest::newRow("bright") << QByteArray("91;102") << (kIndexedColour | 9) << (kIndexedColour | 10)
                            << 0;
    QTest::newRow("256") << QByteArray("38;5;208;48;5;17") << (kIndexedColour | 208)
                         << (kIndexedColour | 17) << 0;
    QTest::newRow("256 with colons") << QByteArray("38:5:208") << (kIndexedColour | 208) << 0U << 0;
    QTest::newRow("true colour") << QByteArray("38;2;1;2;3;48;2;255;0;128")
                                 << (kRgbColour | 0x010203) << (kRgbColour | 0xFF0080) << 0;
    QTest::newRow("true colour with colons")
        << QByteArray("38:2::1:2:3") << (kRgbColour | 0x010203) << 0U << 0;
    QTest::newRow("attributes") << QByteArray("1;3;4;7;9") << 0U << 0U
                                << int{Bold | Italic | Underline | Inverse | Strike};
    QTest::newRow("off again") << QByteArray("1;3;4;7;9;22;23;24;27;29") << 0U << 0U << 0;
    QTest::newRow("the colour of underlines is none of these")
        << QByteArray("4:3;58;2;9;9;9;31") << (kIndexedColour | 1) << 0U << int{Underline};
    QTest::newRow("a colour that ends early")
        << QByteArray("31;38;5") << (kIndexedColour | 1) << 0U << 0;
    QTest::newRow("more than libvterm has room for")
        << QByteArray("1;1;1;1;1;1;1;1;1;1;1;1;1;38;2;1;2;3;4") << (kRgbColour | 0x010203) << 0U
        << int{Bold | Underline};
}

void TestTerminalScreen::showsColoursAndAttributes()
{
    QFETCH(QByteArray, sgr);
    QFETCH(quint32, foreground);
    QFETCH(quint32, background);
    QFETCH(int, attributes);
    TerminalScreen screen(kRows, kColumns);
    screen.feed("\x1b[" + sgr.toStdString() + "mx");
    const TextStyle style = cellAt(screen, 0, 0).style;
    QCOMPARE(style.foreground, foreground);
    QCOMPARE(style.background, background);
    QCOMPARE(int{style.attributes}, attributes);
}

void TestTerminalScreen::refusesWhatReachesOutOfIt_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char* name, const std::string& bytes) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes);
    };
    row("write the clipboard", "\x1b]52;c;cm0gLXJm\a");
    row("read the clipboard", "\x1b]52;c;?\x1b\\");
    row("set the title", "\x1b]0;rm -rf /\a\x1b]1;x\a\x1b]2;x\x1b\\");
    row("report the title", "\x1b[21t\x1b[20t");
    row("move, size and report the window", "\x1b[3;0;0t\x1b[8;1;1t\x1b[14t\x1b[18t");
    row("ask for a status string", "\x1bP$qm\x1b\\\x1bP$q\"p\x1b\\");
    row("ask for terminfo", "\x1bP+q544e\x1b\\");
    row("answerback", "\x05");
    row("ask for a mode", "\x1b[?1$p\x1b[4$p");
    row("ask for the version", "\x1b[>q\x1b[>0q");
    row("ask for the terminal's parameters", "\x1b[x\x1b[1x");
    row("ask for colours", "\x1b]10;?\a\x1b]11;?\a\x1b]4;1;?\a");
    row("ask for the unit", "\x1b[=c");
    row("other status reports", "\x1b[?6n\x1b[?15n\x1b[?26n\x1b[?996n");
    row("print", "\x1b[i\x1b[5i");
    row("keys of its own", "\x1bP1;1|17/41\x1b\\");
    row("checksums", "\x1b[1;1;1;1;1;1*y");
    row("application programs and messages", "\x1b_evil\x1b\\\x1b^evil\x1b\\\x1bXevil\x1b\\");
    row("8-bit controls",
        "\x1b F\xc2\x9b"
        "6n\x9b"
        "6n");
    row("a string that never ends", "\x1b]52;c;" + std::string(50'000, 'A') + "\a");
}

void TestTerminalScreen::refusesWhatReachesOutOfIt()
{
    QFETCH(QByteArray, bytes);
    TerminalScreen screen(kRows, kColumns);
    screen.feed(bytes.toStdString());
    QCOMPARE(screen.takeOutput(), std::string());
    screen.feed("\x1b[2J\x1b[Hok");
    QCOMPARE(shown(screen), "ok @0,2"s);
    QCOMPARE(screen.rows(), kRows);
}

void TestTerminalScreen::answersOnlyWithDigits()
{
    QCOMPARE(answerTo("\x1b[c"), "\x1b[?1;2c"s);
    QCOMPARE(answerTo("\x1b[>c"), "\x1b[>0;100;0c"s);
    QCOMPARE(answerTo("\x1b[5n"), "\x1b[0n"s);
    QCOMPARE(answerTo("rm -rf /\x1b[6n"), "\x1b[1;9R"s);
}

void TestTerminalScreen::keepsAnswersThatNobodyTakesFew()
{
    TerminalScreen screen(kRows, kColumns);
    for (int i = 0; i < 10'000; ++i)
        screen.feed("\x1b[6n");
    const auto answers = screen.takeOutput();
    QVERIFY(!answers.empty());
    QVERIFY(answers.size() <= TerminalScreen::kMostAnswers);
}

void TestTerminalScreen::keepsWhatScrolledAway()
{
    TerminalScreen screen(kRows, kColumns);
    for (int i = 0; i < 12; ++i)
        screen.feed("line" + std::to_string(i) + "\r\n");
    QCOMPARE(screen.firstLine(), std::uint64_t(0));
    QCOMPARE(screen.screenLine(), std::uint64_t(8));
    QCOMPARE(screen.textOf(0), "line0"s);
    QCOMPARE(screen.textOf(7), "line7"s);
    QCOMPARE(screen.textOf(11), "line11"s);
    screen.feed("\x1b[3J\x1b[2J");
    QCOMPARE(screen.textOf(0), "line0"s); // what was seen stays
}

void TestTerminalScreen::keepsTheMainScreenUnderTheAlternateOne()
{
    TerminalScreen screen(kRows, kColumns);
    screen.feed("main\x1b[?1049h\x1b[Hother\n\n\n\n\n\n\n");
    QVERIFY(screen.isAlternate());
    QCOMPARE(screen.screenLine(), std::uint64_t(0)); // nothing of it is kept
    screen.feed("\x1b[?1049l");
    QVERIFY(!screen.isAlternate());
    QCOMPARE(shown(screen), "main @0,4"s);
}

void TestTerminalScreen::boundsTheLinesItKeeps()
{
    TerminalScreen screen(kRows, TerminalScreen::kMostColumns);
    const std::string wide(TerminalScreen::kMostColumns, 'x');
    for (std::size_t i = 0; i < TerminalGrid::kMostLines + 100; ++i)
        screen.feed(wide + "\r\n");
    const auto kept = screen.screenLine() - screen.firstLine();
    QVERIFY(kept <= TerminalGrid::kMostLines);
    QVERIFY(kept * wide.size() * sizeof(TerminalCell) <= TerminalGrid::kMostBytes);
    QVERIFY(kept > 1000);
    QVERIFY(screen.line(0).empty());
}

void TestTerminalScreen::showsWideAndJoinedCharacters()
{
    TerminalScreen screen(kRows, kColumns);
    screen.feed("日本e\u0301x");
    QCOMPARE(shown(screen), "日本e\u0301x @0,6"s);
    QCOMPARE(int{cellAt(screen, 0, 0).width}, 2);
    QCOMPARE(int{cellAt(screen, 0, 1).width}, 0);
    screen.feed("\x1b[2GX"); // half of one is none
    QCOMPARE(shown(screen), " X本e\u0301x @0,2"s);
    screen.feed("\x1b[2J\x1b[1;10H日");
    QCOMPARE(shown(screen), "|日 @1,2"s);
    screen.feed("\x1b[2J\x1b[Ha" + std::string(5000, '\xcc').append("")); // not UTF-8
    std::string marks = "\x1b[2J\x1b[Ha";
    for (int i = 0; i < 100'000; ++i)
        marks += "\u0301";
    screen.feed(marks);
    QCOMPARE(
        screen.textOf(screen.screenLine()).size(), std::size_t(1 + 2 * TerminalBorder::kMostMarks));
}

void TestTerminalScreen::replacesWhatNobodyWouldSee()
{
    TerminalScreen screen(kRows, kColumns);
    screen.feed("a\u202Eb\u200Bc\xff"
                "d\u009b"
                "e");
    QCOMPARE(shown(screen), "a\uFFFDb\uFFFDc\uFFFDd\uFFFDe @0,9"s);
}

void TestTerminalScreen::linksOnlyToTheWeb()
{
    TerminalScreen screen(kRows, kColumns);
    screen.feed(
        "\x1b]8;;https://example.org/a;b\x1b\\x\x1b]8;;\x1b\\y\x1b]8;;file:///etc/passwd\az");
    QCOMPARE(screen.linkAt(cellAt(screen, 0, 0).link), "https://example.org/a;b"s);
    QCOMPARE(cellAt(screen, 0, 1).link, 0U);
    QCOMPARE(cellAt(screen, 0, 2).link, 0U);
    for (int i = 0; i < 5000; ++i)
        screen.feed("\x1b]8;;https://example.org/" + std::to_string(i) + "\a\rx");
    QCOMPARE(screen.linkAt(cellAt(screen, 0, 0).link), "https://example.org/4999"s);
    QCOMPARE(screen.linkAt(1), std::string()); // the oldest are forgotten
}

void TestTerminalScreen::survivesSizesBelowItsMarginsAndCursors()
{
    TerminalScreen screen(40, 100);
    screen.feed("\x1b[30;39r\x1b[39;90H\x1b"
                "7\x1b[?1048h");
    screen.resize(TerminalScreen::kFewestRows, TerminalScreen::kFewestColumns);
    screen.feed("\n\n\n\x1b"
                "8x\x1b[?1048ly\x1b[99;99Hz\n\n\t\x1bH\x1b[L\x1b[M\x1b[S\x1b[T");
    screen.resize(1, 1); // cut to the smallest
    QCOMPARE(screen.rows(), TerminalScreen::kFewestRows);
    screen.resize(10'000, 10'000);
    QCOMPARE(screen.columns(), TerminalScreen::kMostColumns);
    screen.feed("\x1b"
                "8\x1b[?1049h\x1b[999Bend");
    QVERIFY(screen.isAlternate());
    QCOMPARE(screen.cursor().row, TerminalScreen::kMostRows - 1);
}

void TestTerminalScreen::keepsTheCursorLineWhenItShrinks()
{
    TerminalScreen screen(kRows, kColumns);
    screen.feed("1\r\n2\r\n3\r\n4\r\n$ ");
    screen.resize(3, kColumns);
    QCOMPARE(shown(screen), "3|4|$ @2,2"s);
    QCOMPARE(screen.textOf(0), "1"s);
    screen.resize(kRows, 12);
    screen.feed("x");
    QCOMPARE(shown(screen), "3|4|$ x @2,3"s);
}

void TestTerminalScreen::readsTheSameByteByByte()
{
    // Pieces that hostile programs are made of, in any order.
    const std::vector<std::string> pieces{
        "text",
        "日本",
        "e\u0301",
        "\r\n",
        "\t",
        "\b",
        "\x1b[31m",
        "\x1b[38;2;1;2;3m",
        "\x1b[2;4r",
        "\x1b[?1049h",
        "\x1b[?1049l",
        "\x1b[H",
        "\x1b[5;7H",
        "\x1b[J",
        "\x1b[1J",
        "\x1b[K",
        "\x1b[3@",
        "\x1b[2P",
        "\x1b[2L",
        "\x1b[M",
        "\x1b[9S",
        "\x1b[T",
        "\x1bM",
        "\x1b"
        "D",
        "\x1b[7b",
        "\x1b]8;;https://e.org\x1b\\",
        "\x1b]0;t\a",
        "\x1bP$qm\x1b\\",
        "\x1b[6n",
        "\xff",
        "\x1b[",
        "\x1b",
        "\x1b]52;",
        "\x18",
        "\x1b"
        "7",
        "\x1b"
        "8",
        "\x1b(0",
        "\x1b(B",
        "\x1b[4h",
        "\x1b[4l",
        "\x1b[?6h",
        "\x1b[?6l",
        "\x1b[?1003;1006h",
        "\x1b[999999999C",
        "\x1b[20X",
        "\x0e",
        "\x0f",
        "\x1b"
        "c"};
    std::mt19937 random(1);
    for (int round = 0; round < 200; ++round) {
        std::string bytes;
        for (int i = 0; i < 60; ++i)
            bytes += pieces[random() % pieces.size()];
        TerminalScreen whole(kRows, kColumns);
        whole.feed(bytes);
        TerminalScreen dripped(kRows, kColumns);
        for (const char byte : bytes)
            dripped.feed({&byte, 1});
        QCOMPARE(everything(dripped), everything(whole));
    }
}

SANDBENCH_TEST(TestTerminalScreen);

#include "tst_terminal_screen.moc"
