// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/artifact/render_area.h"

#include <QProcess>
#include <QTest>
#include <QtGlobal>

#include <cstring>
#include <unistd.h>

/// What the real sandbench-render answers.
namespace sandbench::test {

struct RenderAnswer
{
    RenderReplyDecoder::State state = RenderReplyDecoder::State::Reading;
    std::vector<RenderFrame> frames;
    std::shared_ptr<const std::byte> area;
    QByteArray sentence;
    bool ended = false;
    bool crashed = false;

    bool isPicture() const { return state == RenderReplyDecoder::State::Picture; }
    bool isRefusal() const { return state == RenderReplyDecoder::State::Refused; }
    const RenderReplyHeader& header() const { return frames.front().header; }
    quint32 pixel(quint32 x, quint32 y, std::size_t frame = 0) const
    {
        quint32 value = 0;
        const auto& [header, offset] = frames[frame];
        std::memcpy(&value, area.get() + offset + (std::size_t{y} * header.width + x) * 4, 4);
        return value;
    }
};

inline QString renderHelper(PictureKind kind)
{
    return qEnvironmentVariable("SANDBENCH_TEST_BIN") + u'/' + QLatin1String(renderProgram(kind));
}

/// @p area: may go when this returns.
inline void startHelper(QProcess& process, PictureKind kind, const RenderArea& area)
{
    process.setChildProcessModifier([fd = area.fd()] { ::dup2(fd, kRenderAreaFd); });
    process.start(renderHelper(kind), {});
}

/// @p box: of both sides, 0 = natural size.
inline RenderAnswer askHelper(
    PictureKind kind, const QByteArray& bytes, quint32 box = 0, quint32 first = 0,
    quint32 frames = 1)
{
    RenderAnswer answer;
    RenderReplyDecoder decoder(box ? box : kMaxReplySide, box ? box : kMaxReplySide, frames);
    const auto head = encodeRenderRequest(
        {kind, box, box, 100, static_cast<std::uint32_t>(bytes.size()), first, frames});
    const auto area = RenderArea::create();
    if (!area)
        return answer;
    answer.area = area->pixels();
    QProcess process;
    startHelper(process, kind, *area);
    process.write(reinterpret_cast<const char*>(head.data()), head.size());
    process.write(bytes);
    process.closeWriteChannel();
    // It gives itself three seconds of processor time; how long those take is the machine's affair.
    answer.ended = process.waitForFinished(60'000);
    answer.crashed = process.exitStatus() == QProcess::CrashExit;
    const QByteArray reply = process.readAllStandardOutput();
    answer.state = decoder.feed({reply.constData(), static_cast<std::size_t>(reply.size())});
    answer.frames = decoder.takeFrames();
    answer.sentence = QByteArray::fromStdString(decoder.sentence());
    return answer;
}

/// Of a hostile picture: the sentence @p saying, or where that is empty a picture, a sentence, or
/// an end at a limit, of which the window says so.
inline void checkHostileAnswer(const RenderAnswer& answer, const QByteArray& saying)
{
    QVERIFY(answer.ended);
    if (saying.isEmpty()) {
        QVERIFY(answer.isPicture() || answer.isRefusal() || answer.crashed);
        return;
    }
    QVERIFY2(answer.isRefusal(), "no sentence");
    QVERIFY2(answer.sentence.contains(saying), answer.sentence.constData());
}

} // namespace sandbench::test
