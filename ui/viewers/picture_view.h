// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QPointF>
#include <QTimer>
#include <QWidget>

#include <optional>

namespace sandbench::ui {

class PixelLabel;

/// Shows pixels: fit or a zoom factor, drag and wheel pan, Ctrl+wheel zooms at the pointer. 100 %
/// is one picture pixel per device pixel. The picture is never recoloured. A second one of the same
/// size can lie over it. Thread: GUI.
class PictureView : public QWidget
{
    Q_OBJECT

public:
    enum class Background { Theme, White, Checker, Dark };

    /// What of the picture is shown, for views that follow each other.
    struct Place
    {
        bool fit = true;
        double zoom = 1;
        QPointF offset;
    };

    explicit PictureView(QWidget* parent = nullptr);
    ~PictureView() override;

    /// @p natural: size of the whole picture, which @p image may show smaller or, for a drawing,
    /// larger.
    void setPicture(const QImage& image, QSize natural, bool scalable);
    /// The same picture in another resolution, or another one of its size: zoom and place stay.
    void refine(const QImage& image);
    /// All pixels of the one that is shown with fewer. Where these are enough they are still
    /// painted: making the picture smaller takes long.
    void addPixels(const QImage& image);
    const QImage& image() const { return m_lower.image; }
    QSize naturalSize() const { return m_natural; }
    /// Covers what is right of a line at @p share of the picture's width; null: nothing does.
    void setUpper(const QImage& image, double share);

    bool isFit() const { return m_fit; }
    double zoom() const; ///< Units: 1 = 100 %.
    void setFit();
    void setZoom(double zoom);
    void zoomBy(double factor);
    Place place() const { return {m_fit, zoom(), m_offset}; }
    /// Emits no placeChanged().
    void setPlace(const Place& place);
    /// Moves a pixel into sight.
    void reveal(QPoint pixel);

    /// Nothing outside of the picture. Pixels are those of the natural size.
    std::optional<QPoint> pixelAt(QPointF point) const;
    /// The middle of a pixel. Units: logical pixels of the widget.
    QPointF pointOf(QPoint pixel) const;
    /// Not premultiplied; invalid outside of the picture.
    QColor colourAt(QPoint pixel) const;
    std::optional<QPoint> mark() const { return m_mark; }
    void setMark(std::optional<QPoint> pixel);
    PixelLabel& pixelLabel() { return *m_pixelLabel; }
    Background background() const { return m_background; }
    void setBackground(Background background);
    QSize sizeHint() const override { return {640, 420}; }

signals:
    void zoomChanged();
    /// A person moved or zoomed it.
    void placeChanged();
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
    void pan(QPointF by);
    void paintBackground(QPainter& painter) const;
    struct Layer
    {
        QImage image;
        QImage reduced; ///< The same with fewer pixels, where that is known.
        QImage scaled; ///< The same at the size shown, when that is smaller.
    };
    void paintLayer(QPainter& painter, Layer& layer) const;
    void paintMark(QPainter& painter) const;

    Layer m_lower, m_upper;
    double m_upperFrom = 0; ///< Units: share of the width.
    QSize m_natural{0, 0};
    bool m_scalable = false;
    bool m_fit = true;
    double m_zoom = 1;
    QPointF m_offset; ///< Of the picture's centre from the widget's. Units: logical pixels.
    QPointF m_dragFrom;
    Background m_background = Background::Theme;
    QTimer m_sharpen;
    std::optional<QPoint> m_mark;
    PixelLabel* m_pixelLabel = nullptr;
};

} // namespace sandbench::ui
