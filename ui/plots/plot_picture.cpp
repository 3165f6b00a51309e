// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_picture.h"

#include <algorithm>

namespace sandbench::ui {

PlotPicture::PlotPicture(RenderClient& client, QWidget* parent)
    : PictureView(parent)
    , m_client(client)
{
    connect(this, &PictureView::resolutionWanted, this, &PlotPicture::renderAt);
}

// A picture of more pixels than a screen has is on the screen sooner when it is made smaller while
// it is read.
static constexpr QSize kFirstBox{1536, 1536};

void PlotPicture::present(const PlotEntry& entry)
{
    cancel();
    m_id = entry.id;
    const bool isDrawing = entry.kind == ArtifactKind::Svg;
    if (const Known* known = m_pixels.object(m_id))
        return showPixels(*known, isDrawing ? entry.item.bytes : QByteArray());
    const RenderClient::Job job{
        *pictureKind(entry.kind), entry.item.bytes, isDrawing ? QSize() : kFirstBox,
        devicePixelRatioF(), true};
    m_job = m_client.render(job, this, [this, entry](const RenderedPicture& picture) {
        if (entry.id == m_id)
            drawnFirst(entry, picture);
    });
}

void PlotPicture::drawnFirst(const PlotEntry& entry, const RenderedPicture& picture)
{
    if (picture.image.isNull())
        return emit refused(picture.refusal);
    if (entry.kind == ArtifactKind::Svg)
        return keep({picture, {}}, entry.item.bytes);
    if (picture.image.size() == picture.naturalSize || picture.total > 1)
        return keep({picture, {}}, {});
    setPicture(picture.image, picture.naturalSize, false);
    emit appeared();
    const RenderClient::Job job{*pictureKind(entry.kind), entry.item.bytes, {}, 1, true};
    const auto whole = [this, id = m_id, first = picture](const RenderedPicture& drawn) {
        if (id == m_id)
            keep(drawn.image.isNull() ? Known{first, {}} : Known{drawn, first.image}, {});
    };
    m_job = m_client.render(job, this, whole);
}

void PlotPicture::keep(const Known& known, const QByteArray& drawing)
{
    const auto cost = known.picture.image.sizeInBytes() + known.reduced.sizeInBytes();
    m_pixels.insert(m_id, new Known(known), std::max<qsizetype>(1, cost >> 10));
    showPixels(known, drawing);
}

void PlotPicture::cancel()
{
    m_client.cancel(m_job);
    m_id = 0;
    m_drawing.clear();
}

void PlotPicture::showPixels(const Known& known, const QByteArray& drawing)
{
    m_drawing = drawing;
    const bool isLarge = !known.reduced.isNull();
    const QImage& first = isLarge ? known.reduced : known.picture.image;
    // Large ones that have just come are there already, and may have been moved since.
    if (!isLarge || image().cacheKey() != first.cacheKey())
        setPicture(first, known.picture.naturalSize, !m_drawing.isEmpty());
    if (isLarge)
        addPixels(known.picture.image);
    emit drawn(known.picture);
}

void PlotPicture::renderAt(QSize size)
{
    if (m_drawing.isEmpty()) // or not drawn once yet
        return;
    m_client.cancel(m_job);
    const int limit = static_cast<int>(kMaxReplySide);
    const RenderClient::Job job{
        PictureKind::Svg, m_drawing, size.boundedTo({limit, limit}), 1, true};
    m_job = m_client.render(job, this, [this, id = m_id](const RenderedPicture& picture) {
        if (id == m_id && !picture.image.isNull())
            refine(picture.image);
    });
}

} // namespace sandbench::ui
