// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QList>
#include <QRect>

/// Pictures byte by byte, right ones and those that lie.
namespace sandbench::test {

/// One frame of one colour. Units of delay: that of the format, 1/100 s.
struct FrameBytes
{
    QRect area;
    quint32 colour = 0xff000000; ///< ARGB, straight. A GIF knows red, green, blue and "none" (0).
    int delay = 4;
    int disposal = 0; ///< As the format numbers it.
    bool isBlended = false; ///< Only APNG.
};

QByteArray bigEndian(quint32 value);
QByteArray pngChunk(const QByteArray& type, const QByteArray& data);
/// Of one colour, straight ARGB.
QByteArray pngBytes(QSize size, quint32 colour);
/// A PNG with frames; @p claimed: what acTL says, -1 = the truth.
QByteArray apngBytes(QSize size, const QList<FrameBytes>& frames, int claimed = -1);

QByteArray gifBytes(QSize screen, const QList<FrameBytes>& frames);

/// 8 x 6 pixels: half transparent green.
QByteArray webpStill();
/// 8 x 6 pixels: red for 70 ms, blue for 90 ms.
QByteArray webpAnimation();

/// @p objects: from number 1, the first is the catalog.
QByteArray pdfBytes(const QList<QByteArray>& objects);
/// Pages of 200 x 100 points, each filled with one of the colours, given as "r g b".
QByteArray pdfOfPages(const QList<QByteArray>& colours);

} // namespace sandbench::test
