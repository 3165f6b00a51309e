// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/replay/gif_writer.h"

#include "ui/replay/gif_palette.h"

#include <algorithm>
#include <cstring>
#include <gif_lib.h>

namespace sandbench::ui {

static constexpr int kMostColours = 256;
static constexpr int kBitsOfColours = 8;
static constexpr int kMostHundredths = 65'535;

static Error gifError(const char* what)
{
    return Error(ErrorCode::Internal, std::string("the GIF could not be made: ") + what);
}

static int appendBytes(GifFileType* gif, const GifByteType* bytes, int size)
{
    auto* into = static_cast<std::string*>(gif->UserData);
    into->append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
    return size;
}

GifWriter::GifWriter() = default;

GifWriter::~GifWriter()
{
    if (m_gif)
        EGifCloseFile(m_gif, nullptr);
}

/// The smallest part that has all differences; empty = there are none.
static QRect differenceOf(const QImage& before, const QImage& after)
{
    QRect part;
    for (int y = 0; y < after.height(); ++y) {
        const auto* old = reinterpret_cast<const QRgb*>(before.constScanLine(y));
        const auto* now = reinterpret_cast<const QRgb*>(after.constScanLine(y));
        if (std::memcmp(old, now, static_cast<std::size_t>(after.width()) * sizeof(QRgb)) == 0)
            continue;
        int first = 0, last = after.width() - 1;
        while (old[first] == now[first])
            ++first;
        while (old[last] == now[last])
            --last;
        part |= QRect(QPoint(first, y), QPoint(last, y));
    }
    return part;
}

Result<void> GifWriter::add(const QImage& frame, int milliseconds)
{
    const QImage image = frame.convertToFormat(QImage::Format_RGB32);
    if (!m_shown.isNull() && image.size() != m_shown.size())
        return Error(ErrorCode::InvalidArgument, "a frame has another size");
    const QRect part = m_shown.isNull() ? image.rect() : differenceOf(m_shown, image);
    if (!part.isEmpty()) {
        SANDBENCH_TRY_VOID(writePending());
        m_shown = image;
        m_pending = part;
    }
    m_pendingMs += milliseconds;
    return {};
}

Result<void> GifWriter::begin()
{
    int problem = 0;
    m_gif = EGifOpen(&m_file, appendBytes, &problem);
    if (!m_gif)
        return gifError(GifErrorString(problem));
    EGifSetGifVersion(m_gif, true);
    // Played again and again.
    const unsigned char loop[] = {1, 0, 0};
    const bool isBegun
        = EGifPutScreenDesc(m_gif, m_shown.width(), m_shown.height(), kBitsOfColours, 0, nullptr)
            == GIF_OK
        && EGifPutExtensionLeader(m_gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK
        && EGifPutExtensionBlock(m_gif, 11, "NETSCAPE2.0") == GIF_OK
        && EGifPutExtensionBlock(m_gif, sizeof loop, loop) == GIF_OK
        && EGifPutExtensionTrailer(m_gif) == GIF_OK;
    return isBegun ? Result<void>() : gifError(GifErrorString(m_gif->Error));
}

Result<void> GifWriter::writePending()
{
    if (m_pending.isEmpty())
        return {};
    if (!m_gif)
        SANDBENCH_TRY_VOID(begin());
    const QImage part = m_shown.copy(m_pending);
    // The nearest colours: dithering would make flat grounds restless from frame to frame.
    const QImage indexed = part.convertToFormat(
        QImage::Format_Indexed8, gifPalette(part), Qt::ThresholdDither | Qt::AvoidDither);
    if (!writeControl() || !writePixels(indexed, m_pending))
        return gifError(GifErrorString(m_gif->Error));
    ++m_frames;
    m_pending = {};
    m_pendingMs = 0;
    return {};
}

bool GifWriter::writeControl() const
{
    const int hundredths = std::clamp((m_pendingMs + 5) / 10, 1, kMostHundredths);
    const GraphicsControlBlock control = {DISPOSE_DO_NOT, false, hundredths, NO_TRANSPARENT_COLOR};
    GifByteType block[4] = {};
    return EGifGCBToExtension(&control, block) == sizeof block
        && EGifPutExtension(m_gif, GRAPHICS_EXT_FUNC_CODE, sizeof block, block) == GIF_OK;
}

bool GifWriter::writePixels(const QImage& indexed, const QRect& where) const
{
    ColorMapObject* map = GifMakeMapObject(kMostColours, nullptr);
    if (!map)
        return false;
    const auto colours = indexed.colorTable();
    for (qsizetype i = 0; i < colours.size() && i < kMostColours; ++i)
        map->Colors[i]
            = {static_cast<GifByteType>(qRed(colours[i])),
               static_cast<GifByteType>(qGreen(colours[i])),
               static_cast<GifByteType>(qBlue(colours[i]))};
    bool isWritten
        = EGifPutImageDesc(m_gif, where.x(), where.y(), where.width(), where.height(), false, map)
        == GIF_OK;
    GifFreeMapObject(map); // it has a copy
    std::string row;
    for (int y = 0; y < indexed.height() && isWritten; ++y) {
        row.assign(
            reinterpret_cast<const char*>(indexed.constScanLine(y)),
            static_cast<std::size_t>(indexed.width()));
        isWritten = EGifPutLine(m_gif, reinterpret_cast<GifPixelType*>(row.data()), indexed.width())
            == GIF_OK;
    }
    return isWritten;
}

Result<std::string> GifWriter::finish()
{
    if (m_shown.isNull())
        return Error(ErrorCode::InvalidArgument, "a GIF needs a frame");
    SANDBENCH_TRY_VOID(writePending());
    int problem = 0;
    if (EGifCloseFile(std::exchange(m_gif, nullptr), &problem) != GIF_OK)
        return gifError(GifErrorString(problem));
    return std::move(m_file);
}

} // namespace sandbench::ui
