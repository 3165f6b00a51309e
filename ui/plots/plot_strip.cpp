// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_strip.h"

#include "ui/plots/plot_model.h"

#include <QPainter>
#include <QStyledItemDelegate>

namespace sandbench::ui {

static constexpr int kPadding = 6;
static constexpr int kRunGap = 14;

// Of the line below a thumbnail, and of the one above it that names its run. Units: pixels.
static int lineHeight(const QFontMetrics& font)
{
    return font.height() + 2;
}

namespace {
class ThumbnailDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        return PlotModel::kThumbnailSize
            + QSize(
                   2 * kPadding + gapBefore(index),
                   2 * kPadding + 2 * lineHeight(option.fontMetrics));
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index)
        const override
    {
        const QPalette& palette = option.palette;
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        const int line = lineHeight(option.fontMetrics);
        painter->save();
        painter->setLayoutDirection(option.direction);
        painter->setRenderHint(QPainter::Antialiasing);
        if (index.data(PlotModel::BeginsRunRole).toBool())
            paintRun(*painter, option, index);
        const QRectF cell = QRectF(option.rect).adjusted(gapBefore(index) + 2, line + 2, -2, -2);
        if (selected || option.state.testFlag(QStyle::State_MouseOver)) {
            painter->setPen(Qt::NoPen);
            QColor fill = palette.color(QPalette::Highlight);
            fill.setAlphaF(selected ? 1.0F : 0.15F);
            painter->setBrush(fill);
            painter->drawRoundedRect(cell, 5, 5);
        }
        if (!selected && !index.data(PlotModel::IsCurrentRunRole).toBool())
            painter->setOpacity(0.55);
        paintThumbnail(*painter, option, cell, index);
        painter->setPen(palette.color(selected ? QPalette::HighlightedText : QPalette::Text));
        const QRectF caption(
            cell.left() + kPadding, cell.bottom() - line, cell.width() - 2 * kPadding, line - 2);
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
    // Where another run begins, and others are before it.
    static int gapBefore(const QModelIndex& index)
    {
        return index.row() > 0 && index.data(PlotModel::BeginsRunRole).toBool() ? kRunGap : 0;
    }

    static void
    paintRun(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index)
    {
        const QRect cell = option.rect.adjusted(gapBefore(index), 0, 0, 0);
        if (index.row() > 0) {
            QColor line = option.palette.color(QPalette::Text);
            line.setAlphaF(0.3F);
            painter.fillRect(
                QRect(cell.left() - kRunGap / 2, cell.top() + 2, 1, cell.height() - 4), line);
        }
        const bool isCurrent = index.data(PlotModel::IsCurrentRunRole).toBool();
        QFont font = option.font;
        font.setBold(isCurrent);
        painter.setFont(font);
        painter.setPen(
            option.palette.color(isCurrent ? QPalette::Text : QPalette::PlaceholderText));
        painter.drawText(
            cell.adjusted(kPadding, 0, -kPadding, lineHeight(option.fontMetrics) - cell.height()),
            Qt::AlignLeft | Qt::AlignVCenter,
            PlotStrip::tr("Run %1").arg(index.data(PlotModel::RunRole).toInt()));
        painter.setFont(option.font);
    }

    static void paintThumbnail(
        QPainter& painter, const QStyleOptionViewItem& option, const QRectF& cell,
        const QModelIndex& index)
    {
        const QRect place(
            cell.topLeft().toPoint() + QPoint(kPadding - 2, kPadding - 2),
            PlotModel::kThumbnailSize);
        const auto image = index.data(PlotModel::ThumbnailRole).value<QPixmap>();
        if (image.isNull()) {
            const bool isSelected = option.state.testFlag(QStyle::State_Selected);
            const auto line = isSelected ? QPalette::HighlightedText : QPalette::Mid;
            const auto text = isSelected ? QPalette::HighlightedText : QPalette::PlaceholderText;
            painter.setPen(QPen(option.palette.color(line), 1, Qt::DashLine));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(QRectF(place).adjusted(8, 8, -8, -8), 4, 4);
            painter.setPen(option.palette.color(text));
            return painter.drawText(
                place, Qt::AlignCenter, index.data(PlotModel::BadgeRole).toString());
        }
        QRectF target(QPointF(), image.deviceIndependentSize());
        target.moveCenter(QRectF(place).center());
        target.moveTopLeft(target.topLeft().toPoint());
        painter.fillRect(target, Qt::white);
        painter.drawPixmap(target.topLeft(), image);
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
    setSpacing(2);
    setSelectionMode(QAbstractItemView::ExtendedSelection); // two to compare, any to drag out
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    setDragDropMode(QAbstractItemView::DragOnly);
    setAccessibleName(tr("Plots of this session"));
}

QSize PlotStrip::minimumSizeHint() const
{
    return {
        80, PlotModel::kThumbnailSize.height() + 2 * kPadding + 2 * lineHeight(fontMetrics()) + 24};
}

QSize PlotStrip::sizeHint() const
{
    return {400, minimumSizeHint().height()};
}

} // namespace sandbench::ui
