// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QPointF>
#include <QTimer>
#include <QWidget>

namespace sandbench::ui {

/// Shows pixels: fit or a zoom factor, drag and wheel pan, Ctrl+wheel zooms at the pointer. 100 %
/// is one picture pixel per device pixel. The picture is never recoloured. Thread: GUI.
class PictureView : public QWidget
{
    Q_OBJECT

public:
    enum class Background { Theme, White, Checker, Dark };

    explicit PictureView(QWidget* parent = nullptr);

    /// @p natural: size of the whole picture, which @p image may show smaller or, for a drawing,
    /// larger.
    void setPicture(const QImage& image, QSize natural, bool scalable);
    /// The same picture in another resolution: zoom and place stay.
    void refine(const QImage& image);
    const QImage& image() const { return m_image; }

    bool isFit() const { return m_fit; }
    double zoom() const; ///< Units: 1 = 100 %.
    void setFit();
    void setZoom(double zoom);
    void zoomBy(double factor);
    Background background() const { return m_background; }
    void setBackground(Background background);
    QSize sizeHint() const override { return {640, 420}; }

signals:
    void zoomChanged();
    void enlargeRequested();
    /// A scalable picture is shown larger or smaller than its pixels. Units: device pixels.
    void resolutionWanted(QSize size);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    QSizeF shownSize() const;
    QRectF shownRect() const;
    void zoomAt(double zoom, QPointF point);
    void moveTo(QPointF offset);
    void changed();
    void paintBackground(QPainter& painter) const;

    QImage m_image;
    QImage m_scaled; ///< m_image at the size shown, when that is smaller.
    QSize m_natural{0, 0};
    bool m_scalable = false;
    bool m_fit = true;
    double m_zoom = 1;
    QPointF m_offset; ///< Of the picture's centre from the widget's. Units: logical pixels.
    QPointF m_dragFrom;
    Background m_background = Background::Theme;
    QTimer m_sharpen;
};

} // namespace sandbench::ui
