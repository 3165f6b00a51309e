// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// The parsers on both sides of the picture reader, without a process: codec, PNG header, SVG
// filter.
#include "app/render/picture_header.h"
#include "app/render/svg_filter.h"
#include "app/render/svg_reference.h"
#include "core/artifact/render_protocol.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cstring>

using namespace sandbench;
using namespace sandbench::render;
using State = RenderReplyDecoder::State;

// A frame, or with width 0 the end.
static std::string replyBytes(const RenderReplyHeader& header, const std::string& text = {})
{
    const auto head = encodeRenderReply(header);
    return std::string(reinterpret_cast<const char*>(head.data()), head.size()) + text;
}

class TestRenderParsers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void requestComesBackAsSent();
    void requestPastALimitIsRefused();
    void replyArrivesByteByByte();
    void replyLargerThanAskedIsBroken();
    void replyWithBytesPastItsEndIsBroken();
    void replyHeaderWithAnyWrongFieldIsBroken();
    void framesOfDifferentSizesAreBroken();
    void pngHeaderIsReadByteByByte();
    void styleThatCouldLoadIsDropped_data();
    void styleThatCouldLoadIsDropped();
    void filteredDrawingNamesNothingOutside_data();
    void filteredDrawingNamesNothingOutside();
    void filterKeepsWhatDraws();
    void cutOffDrawingIsRefusedAtEveryByte();
};

void TestRenderParsers::requestComesBackAsSent()
{
    const RenderRequest sent{PictureKind::Pdf, 640, 480, 150, 1234, 7, 30};
    const auto got = decodeRenderRequest(encodeRenderRequest(sent));
    QVERIFY(got);
    QVERIFY(got->kind == PictureKind::Pdf);
    QCOMPARE(got->maxWidth, 640U);
    QCOMPARE(got->maxHeight, 480U);
    QCOMPARE(got->ratioPercent, 150U);
    QCOMPARE(got->byteCount, 1234U);
    QCOMPARE(got->first, 7U);
    QCOMPARE(got->frames, 30U);
}

void TestRenderParsers::requestPastALimitIsRefused()
{
    QVERIFY(!decodeRenderRequest(
        encodeRenderRequest({PictureKind::Png, kMaxReplySide + 1, 1, 100, 0})));
    QVERIFY(
        !decodeRenderRequest(encodeRenderRequest({PictureKind::Png, 1, 1, 100, (64U << 20) + 1})));
    QVERIFY(!decodeRenderRequest(encodeRenderRequest({PictureKind::Png, 1, 1, 1, 0})));
    for (const int kind : {0, 7})
        QVERIFY(!decodeRenderRequest(
            encodeRenderRequest({static_cast<PictureKind>(kind), 1, 1, 100, 0})));
    for (const std::uint32_t frames : {0U, kMaxReplyFrames + 1})
        QVERIFY(
            !decodeRenderRequest(encodeRenderRequest({PictureKind::Gif, 1, 1, 100, 0, 0, frames})));
}

void TestRenderParsers::replyArrivesByteByByte()
{
    const std::string bytes = replyBytes({3, 2, 30, 20, 0, 40, 9})
        + replyBytes({3, 2, 30, 20, 0, 60, 9}) + replyBytes({0, 0, 0, 0, 3}, "cut");
    RenderReplyDecoder decoder(10, 10, 5);
    std::vector<RenderFrame> frames;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        QVERIFY(decoder.state() == State::Reading);
        decoder.feed(bytes.substr(i, 1));
        for (RenderFrame& frame : decoder.takeFrames())
            frames.push_back(std::move(frame));
        // Each is there with its last byte.
        QCOMPARE(frames.size(), std::min<std::size_t>((i + 1) / kRenderReplyHeaderSize, 2));
    }
    QVERIFY(decoder.state() == State::Picture);
    QCOMPARE(frames.size(), std::size_t{2});
    QCOMPARE(frames[0].offset, std::size_t{0});
    QCOMPARE(frames[1].offset, std::size_t{3 * 2 * 4});
    QCOMPARE(frames[0].header.delay, 40U);
    QCOMPARE(frames[1].header.delay, 60U);
    QCOMPARE(decoder.sentence(), std::string("cut"));
    RenderReplyDecoder refusal(10, 10);
    QVERIFY(refusal.feed(replyBytes({0, 0, 0, 0, 2}, "no")) == State::Refused);
    QCOMPARE(refusal.sentence(), std::string("no"));
}

void TestRenderParsers::replyLargerThanAskedIsBroken()
{
    RenderReplyDecoder decoder(2, 2);
    QVERIFY(decoder.feed(replyBytes({3, 2, 3, 2, 0})) == State::Broken);
    RenderReplyDecoder text(2, 2);
    QVERIFY(text.feed(replyBytes({0, 0, 0, 0, 513})) == State::Broken);
    const std::string frame = replyBytes({1, 1, 1, 1, 0, 0, 9});
    RenderReplyDecoder frames(2, 2, 2);
    QVERIFY(frames.feed(frame + frame) == State::Reading);
    QVERIFY(frames.feed(frame) == State::Broken);
    // More pixels than the frames of a reply may have together.
    const std::string large = replyBytes({kMaxReplySide, kMaxReplySide, 9, 9, 0, 0, 9});
    RenderReplyDecoder bytes(kMaxReplySide, kMaxReplySide, 9);
    QVERIFY(bytes.feed(large) == State::Reading);
    QVERIFY(bytes.feed(large) == State::Reading);
    QVERIFY(bytes.feed(large) == State::Broken);
}

void TestRenderParsers::replyWithBytesPastItsEndIsBroken()
{
    const std::string frame = replyBytes({1, 1, 1, 1, 0});
    const std::string whole = frame + replyBytes({});
    RenderReplyDecoder decoder(2, 2);
    QVERIFY(decoder.feed(whole) == State::Picture);
    QVERIFY(decoder.feed("5") == State::Broken);
    RenderReplyDecoder atOnce(2, 2);
    QVERIFY(atOnce.feed(whole + "5") == State::Broken);
    RenderReplyDecoder second(2, 2);
    QVERIFY(second.feed(frame + frame) == State::Broken);
}

void TestRenderParsers::replyHeaderWithAnyWrongFieldIsBroken()
{
    const RenderReplyHeader wrong[]
        = {{1, 0, 1, 1, 0},
           {1, 1, 0, 1, 0},
           {1, 1, 1, 99999, 0},
           {1, 1, 1, 1, 7},
           {0, 1, 0, 0, 4},
           {0, 0, 0, 0, 0},
           {1, 1, 1, 1, 0, kMaxFrameDelay + 1},
           {1, 1, 1, 1, 0, 0, 0}};
    for (const RenderReplyHeader& header : wrong) {
        RenderReplyDecoder decoder(10, 10);
        QVERIFY(decoder.feed(replyBytes(header)) == State::Broken);
    }
    std::string magic = replyBytes({1, 1, 1, 1, 0});
    magic[0] = 'x';
    RenderReplyDecoder decoder(10, 10);
    QVERIFY(decoder.feed(magic) == State::Broken);
}

void TestRenderParsers::framesOfDifferentSizesAreBroken()
{
    const RenderReplyHeader others[]
        = {{2, 1, 3, 3, 0, 0, 5},
           {1, 2, 3, 3, 0, 0, 5},
           {1, 1, 4, 3, 0, 0, 5},
           {1, 1, 3, 4, 0, 0, 5},
           {1, 1, 3, 3, 0, 0, 6}};
    for (const RenderReplyHeader& other : others) {
        RenderReplyDecoder decoder(10, 10, 5);
        QVERIFY(decoder.feed(replyBytes({1, 1, 3, 3, 0, 0, 5})) == State::Reading);
        QVERIFY(decoder.feed(replyBytes(other)) == State::Broken);
        QCOMPARE(decoder.takeFrames().size(), std::size_t{1});
    }
    // There cannot be more frames than there are.
    RenderReplyDecoder decoder(10, 10, 5);
    const std::string only = replyBytes({1, 1, 1, 1, 0, 0, 1});
    QVERIFY(decoder.feed(only + only) == State::Broken);
}

void TestRenderParsers::pngHeaderIsReadByteByByte()
{
    const QByteArray head = QByteArray::fromHex(
        "89504e470d0a1a0a0000000d49484452000000640000003208060000000000000000");
    const std::string whole = head.toStdString();
    for (std::size_t i = 0; i < 33; ++i)
        QVERIFY(!checkPngHeader(whole.substr(0, i)).refusal.empty());
    const HeaderCheck check = checkPngHeader(whole);
    QVERIFY(check.refusal.empty());
    QCOMPARE(check.size.width, 100U);
    QCOMPARE(check.size.height, 50U);
    QVERIFY(!refuseSize(16385, 1).empty());
    QVERIFY(!refuseSize(0, 5).empty());
    QVERIFY(!refuseSize(0xffffffff, 0xffffffff).empty());
    QVERIFY(refuseSize(8000, 8000).empty());
}

void TestRenderParsers::styleThatCouldLoadIsDropped_data()
{
    QTest::addColumn<QByteArray>("css");
    QTest::addColumn<bool>("harmless");
    QTest::newRow("plain") << QByteArray("fill:red;font-family:'DejaVu Sans'") << true;
    QTest::newRow("own part") << QByteArray("clip-path:url(#a);fill:url( \"#b\" )") << true;
    QTest::newRow("file") << QByteArray("fill:url(file:///x#a)") << false;
    QTest::newRow("capitals") << QByteArray("fill:URL(/x#a)") << false;
    QTest::newRow("second") << QByteArray("fill:url(#a);mask:url('/x')") << false;
    QTest::newRow("escape") << QByteArray("fill:u\\72l(/x)") << false;
    QTest::newRow("import") << QByteArray("@IMPORT '/x';") << false;
    QTest::newRow("image set") << QByteArray("background:image-set('/x' 1x)") << false;
}

void TestRenderParsers::styleThatCouldLoadIsDropped()
{
    QFETCH(QByteArray, css);
    QFETCH(bool, harmless);
    QCOMPARE(isHarmlessStyle(css.toStdString()), harmless);
}

void TestRenderParsers::filteredDrawingNamesNothingOutside_data()
{
    QTest::addColumn<QByteArray>("element");
    for (const char* element :
         {"<image href='/canary'/>", "<image xlink:href='file:///canary'/>",
          "<use href='x.svg#canary'/>", "<use href='data:image/png;base64,AA#canary'/>",
          "<image href='data:image/png;base64,AA#canary'/>",
          "<image href='data:image/svg+xml,canary'/>", "<style>a{fill:url(/canary)}</style>",
          "<style><![CDATA[@import '/canary';]]></style>", "<script>canary</script>",
          "<g onload='canary'/>",
          "<foreignObject><p xmlns='http://www.w3.org/1999/xhtml'>canary</p></foreignObject>",
          "<a:b xmlns:a='urn:a'>canary<g/></a:b>", "<set to='canary'/>",
          "<animateMotion path='canary'/>", "<g xml:base='/canary/'/>",
          "<?xml-stylesheet href='/canary'?>", "<!-- canary -->"})
        QTest::newRow(element) << QByteArray(element);
}

void TestRenderParsers::filteredDrawingNamesNothingOutside()
{
    QFETCH(QByteArray, element);
    const std::string svg
        = "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'>"
        + element.toStdString() + "<rect id='after'/></svg>";
    const FilteredSvg filtered = filterSvg(svg);
    QVERIFY2(filtered.refusal.empty(), filtered.refusal.c_str());
    QVERIFY2(filtered.svg.find("canary") == std::string::npos, filtered.svg.c_str());
    QVERIFY(filtered.svg.find("id=\"after\"") != std::string::npos);
}

void TestRenderParsers::filterKeepsWhatDraws()
{
    const FilteredSvg filtered
        = filterSvg("<s:svg xmlns:s='http://www.w3.org/2000/svg' "
                    "xmlns:l='http://www.w3.org/1999/xlink' viewBox='0 0 9 9'>"
                    "<s:style>.a{fill:red}</s:style><s:use l:href='#a' class='a'/><s:text>1 &lt; 2 "
                    "&amp; \"q\"</s:text>"
                    "<s:image href='data:image/png;base64,AAAA'/></s:svg>");
    QVERIFY2(filtered.refusal.empty(), filtered.refusal.c_str());
    for (const char* kept :
         {"viewBox=\"0 0 9 9\"", "xlink:href=\"#a\"", "class=\"a\"", ".a{fill:red}",
          "1 &lt; 2 &amp; &quot;q&quot;", "href=\"data:image/png;base64,AAAA\""})
        QVERIFY2(filtered.svg.find(kept) != std::string::npos, filtered.svg.c_str());
}

void TestRenderParsers::cutOffDrawingIsRefusedAtEveryByte()
{
    const std::string svg
        = "<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'><style>a{}</style><g "
          "id='x'>y</g></svg>";
    for (std::size_t i = 0; i < svg.size(); ++i)
        QVERIFY2(!filterSvg(svg.substr(0, i)).refusal.empty(), std::to_string(i).c_str());
    QVERIFY(filterSvg(svg).refusal.empty());
}

SANDBENCH_TEST(TestRenderParsers);
#include "tst_render_parsers.moc"
