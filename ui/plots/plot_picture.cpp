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

void PlotPicture::present(const PlotEntry& entry)
{
    cancel();
    m_id = entry.id;
    const QByteArray drawing = entry.kind == ArtifactKind::Svg ? entry.item.bytes : QByteArray();
    if (const RenderedPicture* known = m_pixels.object(m_id))
        return showPixels(*known, drawing);
    const RenderClient::Job job{
        *pictureKind(entry.kind), entry.item.bytes, {}, devicePixelRatioF(), true};
    m_job = m_client.render(job, this, [this, drawing, id = m_id](const RenderedPicture& picture) {
        if (id != m_id)
            return;
        if (picture.image.isNull())
            return emit refused(picture.refusal);
        const auto cost = std::max<qsizetype>(1, picture.image.sizeInBytes() >> 10);
        m_pixels.insert(id, new RenderedPicture(picture), cost);
        showPixels(picture, drawing);
    });
}

void PlotPicture::cancel()
{
    m_client.cancel(m_job);
    m_id = 0;
    m_drawing.clear();
}

void PlotPicture::showPixels(const RenderedPicture& picture, const QByteArray& drawing)
{
    m_drawing = drawing;
    setPicture(picture.image, picture.naturalSize, !m_drawing.isEmpty());
    emit drawn(picture);
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
