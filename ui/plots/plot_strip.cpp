// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_strip.h"

#include "ui/plots/plot_model.h"

#include <QPainter>
#include <QStyledItemDelegate>

namespace sandbench::ui {

static constexpr int kPadding = 6;
static constexpr int kCaption = 18;

namespace {
class ThumbnailDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override
    {
        return PlotModel::kThumbnailSize + QSize(2 * kPadding, 2 * kPadding + kCaption);
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index)
        const override
    {
        const QPalette& palette = option.palette;
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const QRectF cell = QRectF(option.rect).adjusted(2, 2, -2, -2);
        if (selected || option.state.testFlag(QStyle::State_MouseOver)) {
            painter->setPen(Qt::NoPen);
            QColor fill = palette.color(QPalette::Highlight);
            fill.setAlphaF(selected ? 1.0F : 0.15F);
            painter->setBrush(fill);
            painter->drawRoundedRect(cell, 5, 5);
        }
        if (!index.data(PlotModel::IsCurrentRunRole).toBool())
            painter->setOpacity(0.55);
        paintThumbnail(*painter, option, index);
        painter->setPen(palette.color(selected ? QPalette::HighlightedText : QPalette::Text));
        const QRectF caption(
            cell.left() + kPadding, cell.bottom() - kCaption, cell.width() - 2 * kPadding,
            kCaption - 2);
        painter->drawText(
            caption, Qt::AlignLeft | Qt::AlignVCenter,
            index.data(PlotModel::OrdinalRole).toString());
        QFont small = option.font;
        small.setPointSizeF(small.pointSizeF() * 0.8);
        painter->setFont(small);
        painter->drawText(
            caption, Qt::AlignRight | Qt::AlignVCenter,
            index.data(PlotModel::BadgeRole).toString());
        painter->restore();
    }

private:
    static void
    paintThumbnail(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index)
    {
        const QRect place(
            option.rect.topLeft() + QPoint(kPadding, kPadding), PlotModel::kThumbnailSize);
        const QImage image = index.data(PlotModel::ThumbnailRole).value<QImage>();
        if (image.isNull()) {
            painter.setPen(QPen(option.palette.color(QPalette::Mid), 1, Qt::DashLine));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(QRectF(place).adjusted(8, 8, -8, -8), 4, 4);
            painter.setPen(option.palette.color(QPalette::PlaceholderText));
            return painter.drawText(
                place, Qt::AlignCenter, index.data(PlotModel::BadgeRole).toString());
        }
        QSizeF size = QSizeF(image.size()) / image.devicePixelRatio();
        if (size.width() > place.width() || size.height() > place.height())
            size.scale(place.size(), Qt::KeepAspectRatio);
        QRectF target(QPointF(), size);
        target.moveCenter(QRectF(place).center());
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        painter.fillRect(target, Qt::white);
        painter.drawImage(target, image);
    }
};
} // namespace

PlotStrip::PlotStrip(PlotModel& model, QWidget* parent)
    : QListView(parent)
{
    setModel(&model);
    setItemDelegate(new ThumbnailDelegate(this));
    setViewMode(QListView::IconMode);
    setFlow(QListView::LeftToRight);
    setWrapping(false);
    setMovement(QListView::Static);
    setResizeMode(QListView::Adjust);
    setUniformItemSizes(true);
    setSpacing(2);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    setDragEnabled(false);
    setAccessibleName(tr("Plots of this session"));
}

QSize PlotStrip::minimumSizeHint() const
{
    return {80, PlotModel::kThumbnailSize.height() + 2 * kPadding + kCaption + 26};
}

QSize PlotStrip::sizeHint() const
{
    return {400, minimumSizeHint().height()};
}

} // namespace sandbench::ui
