// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// Animations: the parser that takes a PNG with frames apart, and the real sandbench-render on those
// that mean harm.
#include "app/render/apng.h"
#include "tests/hostile/render_fixture.h"
#include "tests/support/picture_bytes.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandbench;
using namespace sandbench::render;
using namespace sandbench::test;

class TestRenderFrames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void framesOfAPngBecomePicturesOfTheirOwn();
    void cutOffAnimationHasItsWholeFramesAtEveryByte();
    void frameThatLeavesThePictureEndsIt();
    void drawsTheFramesOfAnAnimation_data();
    void drawsTheFramesOfAnAnimation();
    void framesAreUndoneAsTheySay_data();
    void framesAreUndoneAsTheySay();
    void passesOnWhatIsWantedOnly();
    void longAnimationsComeSmaller();
    void aHundredThousandFramesAreCut_data();
    void aHundredThousandFramesAreCut();
    void everyHostilePictureEnds_data();
    void everyHostilePictureEnds();
    void givesTheFramesBeforeTheDamage_data();
    void givesTheFramesBeforeTheDamage();
};

static constexpr quint32 kRed = 0xffff0000;
static constexpr quint32 kGreen = 0xff00ff00;
static constexpr quint32 kBlue = 0xff0000ff;

static std::string apng(const QList<FrameBytes>& frames)
{
    return apngBytes({8, 6}, frames).toStdString();
}

void TestRenderFrames::framesOfAPngBecomePicturesOfTheirOwn()
{
    const std::string whole
        = apng({{{0, 0, 8, 6}, 0xffff0000, 7}, {{1, 2, 3, 4}, 0x800000ff, 0, 2, true}});
    const auto split = splitApng(whole);
    QVERIFY(split);
    QVERIFY(!split->isCut);
    QCOMPARE(split->frames.size(), std::size_t{2});
    QCOMPARE(split->frames[0].delay, 70U);
    const ApngFrame& second = split->frames[1];
    QCOMPARE(second.area.x, 1U);
    QCOMPARE(second.area.y, 2U);
    QVERIFY(second.disposal == Disposal::Restore);
    QVERIFY(second.isBlended);
    QCOMPARE(QByteArray::fromStdString(plainPng(*split, second)), pngBytes({3, 4}, 0x800000ff));
    QVERIFY(!splitApng("\x89PNG\r\n\x1a\n"));
    QVERIFY(!splitApng(apng({})));
}

void TestRenderFrames::cutOffAnimationHasItsWholeFramesAtEveryByte()
{
    const QList<FrameBytes> frames(3, {{0, 0, 8, 6}, 0xffff0000});
    const std::string whole = apng(frames);
    std::size_t before = 0;
    for (std::size_t i = 0; i < whole.size(); ++i) {
        const auto split = splitApng(std::string_view(whole).substr(0, i));
        QVERIFY(!split || split->isCut);
        const std::size_t count = split ? split->frames.size() : 0;
        QVERIFY(count == before || count == before + 1);
        before = count;
    }
    QCOMPARE(before, std::size_t{2});
}

void TestRenderFrames::frameThatLeavesThePictureEndsIt()
{
    const FrameBytes good{{0, 0, 8, 6}, 0xffff0000};
    for (const QRect& area :
         {QRect(1, 0, 8, 6), QRect(0, 6, 8, 1), QRect(-1, 0, 2, 2), QRect(0, 0, 0, 6)}) {
        const std::string bytes = apng({good, {area, 0xff00ff00}, good});
        const auto split = splitApng(bytes);
        QVERIFY(split);
        QVERIFY(split->isCut);
        QCOMPARE(split->frames.size(), std::size_t{1});
    }
}

void TestRenderFrames::drawsTheFramesOfAnAnimation_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("bytes");
    const QList<FrameBytes> frames = {{{0, 0, 8, 6}, kRed, 7}, {{0, 0, 8, 6}, kBlue, 9}};
    QTest::newRow("gif") << int(PictureKind::Gif) << gifBytes({8, 6}, frames);
    QTest::newRow("apng") << int(PictureKind::Png) << apngBytes({8, 6}, frames);
    QTest::newRow("apng that claims more")
        << int(PictureKind::Png) << apngBytes({8, 6}, frames, 100'000);
    QTest::newRow("webp") << int(PictureKind::Webp) << webpAnimation();
}

void TestRenderFrames::drawsTheFramesOfAnAnimation()
{
    QFETCH(int, kind);
    QFETCH(QByteArray, bytes);
    const RenderAnswer answer = askHelper(static_cast<PictureKind>(kind), bytes, 0, 0, 10);
    QVERIFY2(answer.isPicture(), answer.sentence.constData());
    QVERIFY2(answer.sentence.isEmpty(), answer.sentence.constData());
    QCOMPARE(answer.frames.size(), std::size_t{2});
    QCOMPARE(answer.header().naturalWidth, 8U);
    QCOMPARE(answer.header().total, 2U);
    QCOMPARE(answer.frames[0].header.delay, 70U);
    QCOMPARE(answer.frames[1].header.delay, 90U);
    QCOMPARE(answer.pixel(4, 3, 0), kRed);
    QCOMPARE(answer.pixel(4, 3, 1), kBlue);
}

void TestRenderFrames::framesAreUndoneAsTheySay_data()
{
    // What stands where the second frame was, once the third, elsewhere, is drawn.
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("disposal");
    QTest::addColumn<quint32>("left");
    const int gif = int(PictureKind::Gif);
    const int png = int(PictureKind::Png);
    QTest::newRow("gif keeps") << gif << 1 << kGreen;
    QTest::newRow("gif clears") << gif << 2 << 0U;
    QTest::newRow("gif restores") << gif << 3 << kRed;
    QTest::newRow("apng keeps") << png << 0 << kGreen;
    QTest::newRow("apng clears") << png << 1 << 0U;
    QTest::newRow("apng restores") << png << 2 << kRed;
}

void TestRenderFrames::framesAreUndoneAsTheySay()
{
    QFETCH(int, kind);
    QFETCH(int, disposal);
    QFETCH(quint32, left);
    const QList<FrameBytes> frames
        = {{{0, 0, 8, 6}, kRed}, {{0, 0, 4, 6}, kGreen, 4, disposal}, {{6, 0, 2, 6}, kBlue}};
    const auto asked = static_cast<PictureKind>(kind);
    const QByteArray bytes
        = asked == PictureKind::Gif ? gifBytes({8, 6}, frames) : apngBytes({8, 6}, frames);
    const RenderAnswer answer = askHelper(asked, bytes, 0, 0, 10);
    QCOMPARE(answer.frames.size(), std::size_t{3});
    QCOMPARE(answer.pixel(2, 3, 1), kGreen);
    QCOMPARE(answer.pixel(2, 3, 2), left);
    QCOMPARE(answer.pixel(5, 3, 2), kRed);
    QCOMPARE(answer.pixel(7, 3, 2), kBlue);
}

void TestRenderFrames::passesOnWhatIsWantedOnly()
{
    QList<FrameBytes> frames(5, {{0, 0, 8, 6}, kRed});
    frames[3].colour = kBlue;
    const QByteArray gif = gifBytes({8, 6}, frames);
    const RenderAnswer one = askHelper(PictureKind::Gif, gif, 4, 3, 1);
    QCOMPARE(one.frames.size(), std::size_t{1});
    QCOMPARE(one.header().total, 5U);
    QCOMPARE(one.header().width, 4U);
    QCOMPARE(one.header().height, 3U);
    QCOMPARE(one.pixel(1, 1), kBlue);
    QCOMPARE(askHelper(PictureKind::Gif, gif, 0, 3, 10).frames.size(), std::size_t{2});
    QVERIFY(askHelper(PictureKind::Gif, gif, 0, 5, 1).sentence.contains("no frame 6"));
    const RenderAnswer still = askHelper(PictureKind::Webp, webpStill(), 0, 0, 10);
    QCOMPARE(still.frames.size(), std::size_t{1});
    QCOMPARE(still.pixel(4, 3), 0x80008000U);
    // Drawn over the frame before: half blue on red.
    const QByteArray blended
        = apngBytes({8, 6}, {{{0, 0, 8, 6}, kRed}, {{0, 0, 8, 6}, 0x800000ff, 4, 0, true}});
    QCOMPARE(askHelper(PictureKind::Png, blended, 0, 1).pixel(4, 3), 0xff7f0080U);
}

void TestRenderFrames::longAnimationsComeSmaller()
{
    const QList<FrameBytes> frames(40, {{0, 0, 1, 1}, kRed});
    const RenderAnswer answer
        = askHelper(PictureKind::Gif, gifBytes({1500, 1000}, frames), 0, 0, 2000);
    QVERIFY2(answer.isPicture(), answer.sentence.constData());
    QCOMPARE(answer.frames.size(), std::size_t{40});
    QCOMPARE(answer.header().naturalWidth, 1500U);
    QVERIFY(answer.header().width < 1500 && answer.header().width > 1000);
}

void TestRenderFrames::aHundredThousandFramesAreCut_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("bytes");
    const QList<FrameBytes> frames(100'000, {{0, 0, 1, 1}, kRed});
    QTest::newRow("gif") << int(PictureKind::Gif) << gifBytes({8, 6}, frames);
    QTest::newRow("apng") << int(PictureKind::Png) << apngBytes({8, 6}, frames);
}

void TestRenderFrames::aHundredThousandFramesAreCut()
{
    QFETCH(int, kind);
    QFETCH(QByteArray, bytes);
    const RenderAnswer answer
        = askHelper(static_cast<PictureKind>(kind), bytes, 0, 0, kMaxReplyFrames);
    QVERIFY(answer.ended);
    QVERIFY2(!answer.frames.empty(), answer.sentence.constData());
    QVERIFY(answer.frames.size() <= kMaxReplyFrames);
}

void TestRenderFrames::everyHostilePictureEnds_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("saying");
    const int png = int(PictureKind::Png);
    const int gif = int(PictureKind::Gif);
    const int webp = int(PictureKind::Webp);
    const QByteArray oneGif = gifBytes({8, 6}, {{{0, 0, 8, 6}, kRed}});
    QTest::newRow("gif of 65535 x 65535")
        << gif << gifBytes({65'535, 65'535}, {{{0, 0, 1, 1}, kRed}}) << QByteArray("65535 x 65535");
    QByteArray largeFrame = oneGif;
    largeFrame.replace(QByteArray("\x08\0\x06\0\0\2", 6), QByteArray("\xff\xff\xff\xff\0\2", 6));
    QTest::newRow("gif with a frame of 65535 x 65535")
        << gif << largeFrame << QByteArray("damaged");
    QTest::newRow("gif without pixels") << gif << gifBytes({8, 6}, {}) << QByteArray("damaged");
    QTest::newRow("gif cut off") << gif << oneGif.left(50) << QByteArray("cut off");
    QTest::newRow("gif header only") << gif << oneGif.left(8) << QByteArray("cut off");
    QTest::newRow("gif of nothing") << gif << QByteArray() << QByteArray("not a GIF");
    QTest::newRow("gif with 100000 extensions")
        << gif
        << QByteArray(oneGif.left(25) + QByteArray("\x21\xfe\x01x\0", 5).repeated(100'000) + ';')
        << QByteArray("damaged");
    QTest::newRow("webp cut off") << webp << webpStill().left(30) << QByteArray("cut off");
    QTest::newRow("webp animation cut off")
        << webp << webpAnimation().left(100) << QByteArray("cut off");
    QByteArray largeWebp = webpAnimation();
    largeWebp.replace(24, 6, "\xff\xff\xff\xff\xff\xff");
    QTest::newRow("webp of 16777216 x 16777216") << webp << largeWebp << QByteArray("The WebP");
    QTest::newRow("gif in webp") << webp << oneGif << QByteArray("not a WebP");
    QTest::newRow("webp in gif") << gif << webpStill() << QByteArray("not a GIF");
    QTest::newRow("webp in png") << png << webpStill() << QByteArray("not a PNG");
    QTest::newRow("apng of 20000 x 20000")
        << png << apngBytes({20'000, 20'000}, {{{0, 0, 1, 1}, kRed}})
        << QByteArray("20000 x 20000");
}

void TestRenderFrames::everyHostilePictureEnds()
{
    QFETCH(int, kind);
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, saying);
    const RenderAnswer answer = askHelper(static_cast<PictureKind>(kind), bytes, 512, 0, 2000);
    checkHostileAnswer(answer, saying);
}

void TestRenderFrames::givesTheFramesBeforeTheDamage_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("frames");
    QTest::addColumn<QByteArray>("saying");
    const QList<FrameBytes> three(3, {{0, 0, 8, 6}, kRed});
    const QByteArray gif = gifBytes({8, 6}, three);
    QTest::newRow("gif cut off") << int(PictureKind::Gif) << gif.chopped(10) << 2
                                 << QByteArray("after frame 2");
    QTest::newRow("gif with rubbish behind")
        << int(PictureKind::Gif) << gif + QByteArray(1000, 'x') << 3 << QByteArray();
    const QByteArray apng = apngBytes({8, 6}, three);
    QTest::newRow("apng cut off") << int(PictureKind::Png) << apng.chopped(20) << 2
                                  << QByteArray("after frame 2");
    QByteArray damaged = apng;
    damaged.replace(damaged.lastIndexOf("fdAT") + 8, 4, "xxxx");
    QTest::newRow("apng with a damaged frame")
        << int(PictureKind::Png) << damaged << 2 << QByteArray("after frame 2");
    // The last frame again and again, in front of the end.
    const auto often = [](QByteArray bytes, qsizetype begin, qsizetype end) {
        const QByteArray frame = bytes.mid(begin, end - begin);
        return bytes.insert(end, frame.repeated(100'000 - 3));
    };
    QTest::newRow("apng of 100000 frames")
        << int(PictureKind::Png)
        << often(apng, apng.lastIndexOf("fcTL") - 4, apng.lastIndexOf("IEND") - 4) << 2000
        << QByteArray();
    QTest::newRow("gif of 100000 frames")
        << int(PictureKind::Gif) << often(gif, gif.lastIndexOf("\x21\xf9"), gif.size() - 1) << 2000
        << QByteArray();
}

void TestRenderFrames::givesTheFramesBeforeTheDamage()
{
    QFETCH(int, kind);
    QFETCH(QByteArray, bytes);
    QFETCH(int, frames);
    QFETCH(QByteArray, saying);
    const RenderAnswer answer
        = askHelper(static_cast<PictureKind>(kind), bytes, 0, 0, kMaxReplyFrames);
    QVERIFY2(answer.isPicture(), answer.sentence.constData());
    QCOMPARE(answer.frames.size(), static_cast<std::size_t>(frames));
    QVERIFY2(answer.sentence.contains(saying), answer.sentence.constData());
    QCOMPARE(answer.sentence.isEmpty(), saying.isEmpty());
    if (frames == 2000)
        QCOMPARE(answer.header().total, 100'000U);
}

SANDBENCH_TEST(TestRenderFrames);
#include "tst_render_frames.moc"
