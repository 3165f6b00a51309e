// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tasks/task_delegate.h"

#include "ui/common/glyphs.h"
#include "ui/tasks/task_list.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace sandbench::ui {

static constexpr int kSide = 12;
static constexpr int kAbove = 6; // and below
static constexpr int kIconSize = 12;
static constexpr int kGap = 8;
static constexpr int kBarHeight = 3;

static QIcon iconOf(const QModelIndex& index)
{
    const QVariant end = index.data(TaskList::EndRole);
    if (!end.isValid())
        return glyphIcon(Glyph::Run, GlyphInk::Go);
    switch (static_cast<TaskEnd>(end.toInt())) {
    case TaskEnd::Failed:
        return glyphIcon(Glyph::Close, GlyphInk::Halt);
    case TaskEnd::Cancelled:
        return glyphIcon(Glyph::Stop);
    case TaskEnd::Done:
        break;
    }
    return glyphIcon(Glyph::Dot, GlyphInk::Go);
}

QRect TaskDelegate::crossIn(const QRect& place)
{
    return {
        place.right() - kSide - kIconSize, place.center().y() - kIconSize / 2, kIconSize,
        kIconSize};
}

// Thin, and only where it is known how far the task is.
static void
drawShare(QPainter& painter, const QPalette& colours, const QRect& room, const QVariant& share)
{
    if (!share.isValid())
        return;
    const QRect bar(room.left(), room.bottom() - kBarHeight, room.width(), kBarHeight);
    QColor rest = colours.color(QPalette::Text);
    rest.setAlphaF(0.15F);
    painter.fillRect(bar, rest);
    const double done = std::clamp(share.toDouble(), 0.0, 1.0);
    painter.fillRect(
        QRect(bar.topLeft(), QSize(static_cast<int>(bar.width() * done), kBarHeight)),
        colours.color(QPalette::Highlight));
}

void TaskDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const QPalette& colours = option.palette;
    if (isSelected) { // a tint: the bar and the symbols keep their colours
        QColor tint = colours.color(QPalette::Highlight);
        tint.setAlphaF(0.16F);
        painter->fillRect(option.rect, tint);
    }
    painter->save();
    painter->setFont(option.font);
    QRect room = option.rect.adjusted(kSide, kAbove, -kSide, -kAbove);
    const int line = option.fontMetrics.height();
    iconOf(index).paint(
        painter, QRect(room.left(), room.top() + (line - kIconSize) / 2, kIconSize, kIconSize));
    room.setLeft(room.left() + kIconSize + kGap);
    if (index.data(TaskList::CancellableRole).toBool())
        glyphIcon(Glyph::Close).paint(painter, crossIn(option.rect));
    room.setRight(room.right() - kIconSize - kGap);
    const auto drawLine = [&](const QString& text, int top, QPalette::ColorRole role) {
        painter->setPen(colours.color(role));
        painter->drawText(
            QRect(room.left(), top, room.width(), line), Qt::AlignLeft | Qt::TextSingleLine,
            painter->fontMetrics().elidedText(text, Qt::ElideMiddle, room.width()));
    };
    drawLine(index.data(Qt::DisplayRole).toString(), room.top(), QPalette::Text);
    drawLine(
        index.data(TaskList::DetailRole).toString(), room.top() + line, QPalette::PlaceholderText);
    drawShare(*painter, colours, room, index.data(TaskList::ShareRole));
    painter->restore();
}

QSize TaskDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return {0, 2 * option.fontMetrics.height() + 2 * kAbove + 2 * kBarHeight};
}

bool TaskDelegate::editorEvent(
    QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
    const QModelIndex& index)
{
    constexpr int kRoomAround = 6;
    if (event->type() == QEvent::MouseButtonRelease
        && index.data(TaskList::CancellableRole).toBool()
        && crossIn(option.rect)
               .adjusted(-kRoomAround, -kRoomAround, kRoomAround, kRoomAround)
               .contains(static_cast<QMouseEvent*>(event)->position().toPoint())) {
        emit cancelWanted(index.row());
        return true;
    }
    return QStyledItemDelegate::editorEvent(event, model, option, index);
}

} // namespace sandbench::ui
