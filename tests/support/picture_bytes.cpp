// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/picture_bytes.h"

namespace sandbench::test {

QByteArray bigEndian(quint32 value)
{
    QByteArray bytes;
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes += static_cast<char>(value >> shift);
    return bytes;
}

static QByteArray littleEndian(int value)
{
    return QByteArray(1, static_cast<char>(value)) + static_cast<char>(value >> 8);
}

// Bit by bit: whoever uses this file needs no zlib.
static quint32 checkSum(const QByteArray& bytes)
{
    quint32 sum = ~0U;
    for (const char byte : bytes) {
        sum ^= static_cast<quint8>(byte);
        for (int bit = 0; bit < 8; ++bit)
            sum = sum & 1 ? sum >> 1 ^ 0xedb88320U : sum >> 1;
    }
    return ~sum;
}

QByteArray pngChunk(const QByteArray& type, const QByteArray& data)
{
    const QByteArray body = type + data;
    return bigEndian(static_cast<quint32>(data.size())) + body + bigEndian(checkSum(body));
}

static QByteArray rgbaRows(QSize size, quint32 colour)
{
    const QByteArray pixel = bigEndian(colour << 8 | colour >> 24);
    return qCompress((QByteArray(1, '\0') + pixel.repeated(size.width())).repeated(size.height()))
        .mid(4);
}

static QByteArray number(qsizetype value)
{
    return bigEndian(static_cast<quint32>(value));
}

static QByteArray pngHead(QSize size)
{
    return "\x89PNG\r\n\x1a\n"
        + pngChunk(
               "IHDR",
               number(size.width()) + number(size.height()) + QByteArray("\x08\x06\0\0\0", 5));
}

QByteArray pngBytes(QSize size, quint32 colour)
{
    return pngHead(size) + pngChunk("IDAT", rgbaRows(size, colour)) + pngChunk("IEND", {});
}

QByteArray apngBytes(QSize size, const QList<FrameBytes>& frames, int claimed)
{
    QByteArray bytes = pngHead(size);
    bytes += pngChunk("acTL", number(claimed < 0 ? frames.size() : claimed) + number(0));
    int sequence = 0;
    for (const FrameBytes& frame : frames) {
        const QRect& area = frame.area;
        const QByteArray delay
            = bigEndian(static_cast<quint32>(frame.delay) << 16 | 100); // 1/100 s
        bytes += pngChunk(
            "fcTL",
            number(sequence++) + number(area.width()) + number(area.height()) + number(area.x())
                + number(area.y()) + delay + static_cast<char>(frame.disposal)
                + static_cast<char>(frame.isBlended));
        const QByteArray rows = rgbaRows(area.size(), frame.colour);
        const bool isFirst = sequence == 1;
        bytes += isFirst ? pngChunk("IDAT", rows) : pngChunk("fdAT", number(sequence++) + rows);
    }
    return bytes + pngChunk("IEND", {});
}

// LZW whose table never grows: it begins anew after every two pixels, so every code has three bits.
static QByteArray gifPixels(int count, int index)
{
    constexpr int kClear = 4;
    constexpr int kEnd = 5;
    QByteArray packed;
    unsigned bits = 0;
    int held = 0;
    const auto put = [&](int code) {
        bits |= static_cast<unsigned>(code) << held;
        for (held += 3; held >= 8; held -= 8, bits >>= 8)
            packed += static_cast<char>(bits);
    };
    for (int i = 0; i < count; ++i) {
        if (i % 2 == 0)
            put(kClear);
        put(index);
    }
    put(kEnd);
    packed += static_cast<char>(bits);
    QByteArray blocks(1, '\2');
    for (qsizetype at = 0; at < packed.size(); at += 255) {
        const QByteArray block = packed.mid(at, 255);
        blocks += static_cast<char>(block.size()) + block;
    }
    return blocks + '\0';
}

QByteArray gifBytes(QSize screen, const QList<FrameBytes>& frames)
{
    QByteArray bytes = "GIF89a" + littleEndian(screen.width()) + littleEndian(screen.height())
        + QByteArray("\x81\0\0", 3) + QByteArray::fromHex("000000ff000000ff000000ff");
    for (const FrameBytes& frame : frames) {
        const QList<quint32> colours = {0, 0xffff0000, 0xff00ff00, 0xff0000ff};
        const int index = static_cast<int>(qMax(colours.indexOf(frame.colour), 0));
        bytes += QByteArray("\x21\xf9\x04") + static_cast<char>(frame.disposal << 2 | 1)
            + littleEndian(frame.delay) + QByteArray("\0\0", 2);
        const QRect& area = frame.area;
        bytes += ',' + littleEndian(area.x()) + littleEndian(area.y()) + littleEndian(area.width())
            + littleEndian(area.height()) + '\0' + gifPixels(area.width() * area.height(), index);
    }
    return bytes + ';';
}

QByteArray webpStill()
{
    return QByteArray::fromBase64("UklGRiAAAABXRUJQVlA4TBQAAAAvB0ABEAfQ/4gCBgCC8L9tIqL/IQ==");
}

QByteArray webpAnimation()
{
    return QByteArray::fromBase64(
        "UklGRoQAAABXRUJQVlA4WAoAAAACAAAABwAABQAAQU5JTQYAAAAAAAAAAABBTk1GKAAAAAAAAAAAAAcAAAUAAEYA"
        "AAJWUDhMDwAAAC8HQAEABxD9j/4HIqL/AQBBTk1GKAAAAAAAAAAAAAcAAAUAAFoAAABWUDhMDwAAAC8HQAEABxDR"
        "//4HIqL/AQA=");
}

QByteArray pdfBytes(const QList<QByteArray>& objects)
{
    QByteArray bytes = "%PDF-1.7\n";
    QByteArray places = "0000000000 65535 f \n";
    for (qsizetype i = 0; i < objects.size(); ++i) {
        places += QByteArray::number(bytes.size()).rightJustified(10, '0') + " 00000 n \n";
        bytes += QByteArray::number(i + 1) + " 0 obj\n" + objects[i] + "\nendobj\n";
    }
    const QByteArray count = QByteArray::number(objects.size() + 1);
    const QByteArray begin = QByteArray::number(bytes.size());
    return bytes + "xref\n0 " + count + "\n" + places + "trailer\n<</Size " + count
        + "/Root 1 0 R>>\nstartxref\n" + begin + "\n%%EOF\n";
}

QByteArray pdfOfPages(const QList<QByteArray>& colours)
{
    QByteArray kids;
    QList<QByteArray> objects = {"<</Type/Catalog/Pages 2 0 R>>", {}};
    for (const QByteArray& colour : colours) {
        kids += QByteArray::number(objects.size() + 1) + " 0 R ";
        const QByteArray content = colour + " rg 0 0 200 100 re f";
        objects << "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents "
                + QByteArray::number(objects.size() + 2) + " 0 R>>";
        objects << "<</Length " + QByteArray::number(content.size()) + ">>stream\n" + content
                + "\nendstream";
    }
    objects[1]
        = "<</Type/Pages/Kids[" + kids + "]/Count " + QByteArray::number(colours.size()) + ">>";
    return pdfBytes(objects);
}

} // namespace sandbench::test
