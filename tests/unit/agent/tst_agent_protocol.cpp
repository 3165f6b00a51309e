// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/protocol.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandbench::agent;

namespace {

std::string header(std::uint32_t length, int type, std::uint32_t stream)
{
    std::string out;
    for (int shift = 0; shift < 32; shift += 8)
        out.push_back(static_cast<char>((length >> shift) & 0xFFU));
    out.push_back(static_cast<char>(type));
    for (int shift = 0; shift < 32; shift += 8)
        out.push_back(static_cast<char>((stream >> shift) & 0xFFU));
    return out;
}

std::string sampleStream()
{
    std::string bytes;
    appendFrame(bytes, FrameType::Hello, 0, R"({"protocol":1})");
    appendFrame(bytes, FrameType::Request, 7, R"({"verb":"ping"})");
    appendData(bytes, 7, Channel::Stdout, std::string_view("a\0b\xff", 4));
    appendData(bytes, 7, Channel::File, {});
    appendEof(bytes, 7, Channel::Stdin);
    appendCredit(bytes, 0xFFFFFFFFU, Channel::Display, 0x01020304U);
    appendFrame(bytes, FrameType::Ping, 0, std::string(64, 'p'));
    appendFrame(bytes, FrameType::Pong, 0, {});
    return bytes;
}

void checkSample(const std::vector<Frame>& frames)
{
    QCOMPARE(frames.size(), std::size_t(8));
    QCOMPARE(frames[0].payload, std::string(R"({"protocol":1})"));
    QCOMPARE(frames[1].stream, 7U);
    QVERIFY(frames[2].channel() == Channel::Stdout);
    QCOMPARE(std::string(frames[2].data()), std::string("a\0b\xff", 4));
    QVERIFY(frames[3].channel() == Channel::File);
    QVERIFY(frames[3].data().empty());
    QVERIFY(frames[4].type == FrameType::Eof);
    QCOMPARE(frames[5].stream, 0xFFFFFFFFU);
    QCOMPARE(frames[5].credit(), 0x01020304U);
    QCOMPARE(frames[6].payload.size(), std::size_t(64));
    QVERIFY(frames[7].type == FrameType::Pong);
}

std::vector<Frame> takeAll(FrameDecoder& decoder)
{
    std::vector<Frame> out;
    while (auto frame = decoder.next())
        out.push_back(std::move(*frame));
    return out;
}

} // namespace

class TestAgentProtocol : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void laysOutTheHeaderLittleEndian();
    void roundTripsEveryFrameType();
    void decodesTheSameByteByByte();
    void decodesTheSameAtEverySplit();
    void refusesMalformedHeaders_data();
    void refusesMalformedHeaders();
    void refusesBeforeThePayloadArrives();
    void acceptsTheLargestFrame();
    void staysBrokenAfterAnError();
    void keepsLittleMemoryOverALongStream();
};

void TestAgentProtocol::laysOutTheHeaderLittleEndian()
{
    std::string bytes;
    appendData(bytes, 0x04030201U, Channel::Stderr, "xy");
    QCOMPARE(bytes, std::string("\x03\0\0\0\x05\x01\x02\x03\x04\x02xy", 12));
}

void TestAgentProtocol::roundTripsEveryFrameType()
{
    FrameDecoder decoder;
    decoder.feed(sampleStream());
    checkSample(takeAll(decoder));
    QVERIFY(decoder.error().empty());
}

void TestAgentProtocol::decodesTheSameByteByByte()
{
    FrameDecoder decoder;
    std::vector<Frame> frames;
    for (const char byte : sampleStream()) {
        decoder.feed({&byte, 1});
        for (Frame& frame : takeAll(decoder))
            frames.push_back(std::move(frame));
    }
    checkSample(frames);
}

void TestAgentProtocol::decodesTheSameAtEverySplit()
{
    const std::string bytes = sampleStream();
    for (std::size_t at = 0; at <= bytes.size(); ++at) {
        FrameDecoder decoder;
        decoder.feed(std::string_view(bytes).substr(0, at));
        std::vector<Frame> frames = takeAll(decoder);
        decoder.feed(std::string_view(bytes).substr(at));
        for (Frame& frame : takeAll(decoder))
            frames.push_back(std::move(frame));
        checkSample(frames);
    }
}

void TestAgentProtocol::refusesMalformedHeaders_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char* name, const std::string& bytes) {
        QTest::newRow(name) << QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size()));
    };
    row("type 0", header(0, 0, 0));
    row("type 10", header(0, 10, 1));
    row("type 255", header(0, 255, 1));
    row("one byte too long", header(kMaxPayload + 1, 5, 1));
    row("4 GiB", header(0xFFFFFFFFU, 2, 1));
    row("hello on a stream", header(2, 1, 1));
    row("ping on a stream", header(0, 8, 1));
    row("pong on a stream", header(0, 9, 1));
    row("request on the connection", header(2, 2, 0));
    row("reply on the connection", header(2, 3, 0));
    row("event on the connection", header(2, 4, 0));
    row("data on the connection", header(2, 5, 0));
    row("credit on the connection", header(5, 7, 0));
    row("data without channel", header(0, 5, 1));
    row("data on channel 5", header(2, 5, 1) + "\x05");
    row("data on channel 255", header(2, 5, 1) + "\xff");
    row("eof without channel", header(0, 6, 1));
    row("eof with more", header(2, 6, 1));
    row("eof on channel 9", header(1, 6, 1) + "\x09");
    row("credit too short", header(4, 7, 1));
    row("credit too long", header(6, 7, 1));
    row("credit on channel 5", header(5, 7, 1) + "\x05");
    row("ping of 65 bytes", header(65, 8, 0));
}

void TestAgentProtocol::refusesMalformedHeaders()
{
    QFETCH(QByteArray, bytes);
    FrameDecoder decoder;
    decoder.feed({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    QVERIFY(!decoder.next());
    QVERIFY(!decoder.error().empty());
}

void TestAgentProtocol::refusesBeforeThePayloadArrives()
{
    FrameDecoder decoder;
    decoder.feed(header(kMaxPayload, 5, 1));
    QVERIFY(!decoder.next());
    QVERIFY(decoder.error().empty());
    decoder.feed("\x07");
    QVERIFY(!decoder.next());
    QVERIFY(!decoder.error().empty());
}

void TestAgentProtocol::acceptsTheLargestFrame()
{
    std::string bytes;
    appendFrame(bytes, FrameType::Request, 1, std::string(kMaxPayload, 'x'));
    FrameDecoder decoder;
    decoder.feed(bytes);
    const auto frame = decoder.next();
    QVERIFY(frame.has_value());
    QCOMPARE(frame->payload.size(), kMaxPayload);
}

void TestAgentProtocol::staysBrokenAfterAnError()
{
    FrameDecoder decoder;
    decoder.feed(header(0, 0, 0));
    QVERIFY(!decoder.next());
    decoder.feed(sampleStream());
    QVERIFY(!decoder.next());
    QVERIFY(!decoder.error().empty());
}

void TestAgentProtocol::keepsLittleMemoryOverALongStream()
{
    // 512 MiB through one decoder: were the read part kept, or moved once per frame, this would not
    // end.
    std::string frame;
    appendData(frame, 1, Channel::Stdout, std::string(kDataChunk, 'x'));
    FrameDecoder decoder;
    std::size_t bytes = 0;
    for (int i = 0; i < 2048; ++i) {
        decoder.feed(frame);
        const auto decoded = decoder.next();
        QVERIFY(decoded.has_value());
        bytes += decoded->data().size();
    }
    QCOMPARE(bytes, std::size_t(512) << 20);
}

SANDBENCH_TEST(TestAgentProtocol);
#include "tst_agent_protocol.moc"
