// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plots/plot_model.h"
#include "ui/viewers/picture_view.h"
#include "ui/viewers/render_client.h"

#include <QCache>

namespace sandbench::ui {

/// Has the helper draw an artifact, and draw a drawing again at the size that it is shown at.
/// Thread: GUI.
class PlotPicture : public PictureView
{
    Q_OBJECT

public:
    /// @p client: outlives it.
    PlotPicture(RenderClient& client, QWidget* parent);

    /// Shows the picture once it is drawn, at once where it is still known. drawn() or refused()
    /// comes then, unless something else was asked for; before drawn(), appeared() where the
    /// picture is so large that it comes with fewer pixels first. @p entry must be of a
    /// pictureKind().
    void present(const PlotEntry& entry);
    /// Forgets what was asked for; what is shown stays.
    void cancel();

signals:
    void appeared();
    /// @p picture: of an animation the first frame.
    void drawn(const RenderedPicture& picture);
    /// @p reason: a sentence, foreign or ours.
    void refused(const QString& reason);

private:
    struct Known
    {
        RenderedPicture picture;
        QImage reduced; ///< Of a large one.
    };
    void drawnFirst(const PlotEntry& entry, const RenderedPicture& picture);
    void keep(const Known& known, const QByteArray& drawing);
    void showPixels(const Known& known, const QByteArray& drawing);
    void renderAt(QSize size);

    static constexpr int kCacheKiB = 96 << 10;

    RenderClient& m_client;
    QCache<quint64, Known> m_pixels{kCacheKiB}; ///< Cost: KiB.
    quint64 m_id = 0;
    QByteArray m_drawing; ///< What is shown, if it is sharp at any size; else empty.
    quint64 m_job = 0;
};

} // namespace sandbench::ui
