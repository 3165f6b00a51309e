// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// The PNG parsers of the picture reader, without a process: rows while their bytes arrive.
#include "app/render/png_rows.h"
#include "tests/support/picture_bytes.h"
#include "tests/support/test_program.h"

#include <QRandomGenerator>
#include <QTest>

#include <unistd.h>

using namespace sandbench;
using namespace sandbench::render;
using namespace sandbench::test;

static constexpr char kGrey = 0, kRgb = 2, kRgba = 6;

static std::string_view view(const QByteArray& bytes)
{
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

static QByteArray header(quint32 width, quint32 height, char colours, char depth = 8)
{
    return bigEndian(width) + bigEndian(height) + depth + colours + QByteArray(3, '\0');
}

// @p before: chunks between the header and the data, which come in two chunks.
static QByteArray
pngOf(const QByteArray& head, const QByteArray& rows, int level = 6, const QByteArray& before = {})
{
    const QByteArray data = qCompress(rows, level).mid(4);
    return "\x89PNG\r\n\x1a\n" + pngChunk("IHDR", head) + before + pngChunk("IDAT", data.left(5))
        + pngChunk("IDAT", data.mid(5)) + pngChunk("IEND", {});
}

// Rows of random pixels, and the same with the filters that an encoder may have chosen: another one
// for each row.
struct Rows
{
    QByteArray pixels;
    QByteArray filtered;
};

static int paeth(int left, int above, int corner)
{
    const int guess = left + above - corner;
    const int toLeft = std::abs(guess - left), toAbove = std::abs(guess - above);
    const int toCorner = std::abs(guess - corner);
    return toLeft <= toAbove && toLeft <= toCorner ? left : toAbove <= toCorner ? above : corner;
}

static Rows randomRows(int width, int height, int pixel)
{
    QRandomGenerator random(7);
    Rows rows;
    const int size = width * pixel;
    QByteArray above(size, '\0');
    for (int y = 0; y < height; ++y) {
        QByteArray row(size, '\0'), filtered(size, '\0');
        random.generate(row.begin(), row.end());
        const auto at = [](const QByteArray& bytes, int i) {
            return i < 0 ? 0 : static_cast<int>(static_cast<quint8>(bytes[i]));
        };
        for (int i = 0; i < size; ++i) {
            const int left = at(row, i - pixel), up = at(above, i), corner = at(above, i - pixel);
            const int guesses[] = {0, left, up, (left + up) / 2, paeth(left, up, corner)};
            filtered[i] = static_cast<char>(at(row, i) - guesses[y % 5]);
        }
        rows.filtered += static_cast<char>(y % 5) + filtered;
        rows.pixels += row;
        above = row;
    }
    return rows;
}

// Without the byte before each of them; nothing where they are not whole.
static QByteArray rowsOf(const ArrivingBytes& bytes)
{
    const auto png = findPlainPng(bytes);
    if (!png)
        return {};
    PngRows rows(bytes, *png);
    QByteArray pixels;
    for (auto some = rows.next(); !some.empty(); some = rows.next()) {
        for (std::size_t at = 0; at < some.size(); at += rows.rowSize())
            pixels.append(
                reinterpret_cast<const char*>(&some[at + 1]),
                static_cast<qsizetype>(rows.rowSize() - 1));
    }
    return rows.isWhole() ? pixels : QByteArray();
}

static QByteArray rowsOf(const QByteArray& png)
{
    return rowsOf(ArrivingBytes(view(png)));
}

class TestRenderPng : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsArriveWithoutFilters_data();
    void rowsArriveWithoutFilters();
    void rowsArriveWhileTheirBytesDo();
    void senderThatEndsEarlyEndsTheRows();
    void rowsAreLeftInTheMiddle();
    void anyChangedByteIsNoticed();
    void anyMissingByteIsNoticed();
    void dataThatIsTooShortIsNoticed();
    void dataThatIsTooLongIsCut();
    void filterThatIsNotThereIsNoticed();
    void anythingElseIsNotPlain_data();
    void anythingElseIsNotPlain();
};

void TestRenderPng::rowsArriveWithoutFilters_data()
{
    QTest::addColumn<int>("side");
    QTest::addColumn<int>("pixel");
    QTest::addColumn<int>("level");
    for (const int pixel : {3, 4}) {
        for (const int level : {0, 6}) {
            QTest::addRow("small, %d bytes a pixel, level %d", pixel, level)
                << 30 << pixel << level;
            // A thread decompresses these.
            QTest::addRow("large, %d bytes a pixel, level %d", pixel, level)
                << 700 << pixel << level;
        }
    }
    QTest::newRow("one pixel") << 1 << 3 << 6;
}

void TestRenderPng::rowsArriveWithoutFilters()
{
    QFETCH(int, side);
    QFETCH(int, pixel);
    QFETCH(int, level);
    const auto rows = randomRows(side, side, pixel);
    const auto length = static_cast<quint32>(side);
    const QByteArray head = header(length, length, pixel == 3 ? kRgb : kRgba);
    QVERIFY(rowsOf(pngOf(head, rows.filtered, level)) == rows.pixels);
}

void TestRenderPng::rowsArriveWhileTheirBytesDo()
{
    const auto rows = randomRows(20, 20, 3);
    const QByteArray png = pngOf(header(20, 20, kRgb), rows.filtered);
    int pipe[2];
    QVERIFY(::pipe(pipe) == 0);
    bool isSent = true;
    std::thread sender([&] {
        for (const char byte : png)
            isSent = ::write(pipe[1], &byte, 1) == 1 && isSent;
        ::close(pipe[1]);
    });
    const ArrivingBytes bytes(pipe[0], static_cast<std::size_t>(png.size()));
    const QByteArray pixels = rowsOf(bytes);
    sender.join();
    QVERIFY(isSent && bytes.all() == view(png));
    QVERIFY(pixels == rows.pixels);
    ::close(pipe[0]);
}

void TestRenderPng::senderThatEndsEarlyEndsTheRows()
{
    const QByteArray png = pngOf(header(20, 20, kRgb), randomRows(20, 20, 3).filtered);
    for (const qsizetype sent : {qsizetype{0}, qsizetype{10}, qsizetype{50}, png.size() - 20}) {
        int pipe[2];
        QVERIFY(::pipe(pipe) == 0);
        QCOMPARE(::write(pipe[1], png.constData(), static_cast<std::size_t>(sent)), sent);
        ::close(pipe[1]);
        const ArrivingBytes bytes(pipe[0], static_cast<std::size_t>(png.size()));
        QVERIFY(rowsOf(bytes).isEmpty());
        QCOMPARE(bytes.all(), view(png.left(sent)));
        ::close(pipe[0]);
    }
}

void TestRenderPng::rowsAreLeftInTheMiddle()
{
    const auto rows = randomRows(700, 700, 4);
    const QByteArray png = pngOf(header(700, 700, kRgba), rows.filtered, 0);
    const ArrivingBytes bytes(view(png));
    const auto plain = findPlainPng(bytes);
    QVERIFY(plain);
    for (const int count : {0, 1, 3}) {
        PngRows some(bytes, *plain);
        for (int i = 0; i < count; ++i)
            QVERIFY(!some.next().empty());
        QVERIFY(!some.isWhole());
    }
}

// But not in what stands behind the data, which is not read.
void TestRenderPng::anyChangedByteIsNoticed()
{
    const QByteArray png = pngOf(header(9, 9, kRgb), randomRows(9, 9, 3).filtered);
    for (qsizetype i = 0; i < png.size() - 12; ++i) {
        for (const char bit : {'\x01', '\x20', '\x80'}) {
            QByteArray changed = png;
            changed[i] = static_cast<char>(changed[i] ^ bit);
            QVERIFY2(rowsOf(changed).isEmpty(), qPrintable(QString::number(i)));
        }
    }
}

void TestRenderPng::anyMissingByteIsNoticed()
{
    const QByteArray png = pngOf(header(9, 9, kRgb), randomRows(9, 9, 3).filtered);
    for (qsizetype size = 0; size < png.size() - 12; ++size)
        QVERIFY2(rowsOf(png.left(size)).isEmpty(), qPrintable(QString::number(size)));
}

void TestRenderPng::dataThatIsTooShortIsNoticed()
{
    const auto rows = randomRows(9, 9, 3);
    QVERIFY(rowsOf(pngOf(header(9, 10, kRgb), rows.filtered)).isEmpty());
    QVERIFY(rowsOf(pngOf(header(9, 9, kRgb), rows.filtered.chopped(1))).isEmpty());
    QVERIFY(rowsOf(pngOf(header(9, 9, kRgb), {})).isEmpty());
}

void TestRenderPng::dataThatIsTooLongIsCut()
{
    const auto rows = randomRows(9, 9, 3);
    const QByteArray png = pngOf(header(9, 5, kRgb), rows.filtered + QByteArray(1 << 22, 'x'));
    QVERIFY(rowsOf(png) == rows.pixels.left(9 * 3 * 5));
}

void TestRenderPng::filterThatIsNotThereIsNoticed()
{
    auto rows = randomRows(9, 9, 3);
    rows.filtered[28 * 4] = 5;
    QVERIFY(rowsOf(pngOf(header(9, 9, kRgb), rows.filtered)).isEmpty());
}

void TestRenderPng::anythingElseIsNotPlain_data()
{
    QTest::addColumn<QByteArray>("png");
    const QByteArray rows = randomRows(9, 9, 3).filtered;
    const QByteArray head = header(9, 9, kRgb);
    QTest::newRow("grey") << pngOf(header(9, 9, kGrey), rows);
    QTest::newRow("16 bits") << pngOf(header(9, 9, kRgb, 16), rows);
    QTest::newRow("interlaced") << pngOf(head.chopped(1) + '\1', rows);
    QTest::newRow("another compression") << pngOf(head.left(10) + '\1' + head.mid(11), rows);
    QTest::newRow("other filters") << pngOf(head.left(11) + '\1' + head.mid(12), rows);
    QTest::newRow("a long header") << pngOf(head + '\0', rows);
    QTest::newRow("too large") << pngOf(header(20'000, 9, kRgb), rows);
    const auto before = [&](const char* type, const QByteArray& data) {
        QTest::newRow(type) << pngOf(head, rows, 6, pngChunk(type, data));
    };
    before("tRNS", QByteArray(6, '\1'));
    before("acTL", bigEndian(2) + bigEndian(0));
    before("MUST", "what is it");
    QByteArray damaged = pngChunk("tEXt", "damaged");
    damaged.back() = static_cast<char>(~damaged.back());
    QTest::newRow("a wrong check sum") << pngOf(head, rows, 6, damaged);
    QTest::newRow("a chunk past the end") << pngOf(head, rows, 6, "\xff\xff\xff\xfftEXt");
    QTest::newRow("nothing") << QByteArray();
}

void TestRenderPng::anythingElseIsNotPlain()
{
    QFETCH(QByteArray, png);
    QVERIFY(!findPlainPng(ArrivingBytes(view(png))));
}

SANDBENCH_TEST(TestRenderPng);
#include "tst_render_png.moc"
