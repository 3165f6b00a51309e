// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/guide/guide_hit_delegate.h"

#include <QPainter>

namespace sandbench::ui {

static constexpr int kHitSide = 12;
static constexpr int kHitAbove = 6; // and below

void GuideHitDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const QPalette& colours = option.palette;
    const QString text = index.data().toString();
    if (isSelected)
        painter->fillRect(option.rect, colours.highlight());
    painter->save();
    QRect room = option.rect.adjusted(kHitSide, kHitAbove, -kHitSide, -kHitAbove);
    room.setHeight(option.fontMetrics.height());
    const auto drawLine = [&](const QString& line, QPalette::ColorRole role) {
        painter->setPen(colours.color(isSelected ? QPalette::HighlightedText : role));
        painter->drawText(
            room, Qt::AlignLeft | Qt::TextSingleLine,
            painter->fontMetrics().elidedText(line, Qt::ElideRight, room.width()));
        room.translate(0, option.fontMetrics.height());
    };
    QFont strong = option.font;
    strong.setBold(true);
    painter->setFont(strong);
    drawLine(text.section(u'\n', 0, 0), QPalette::Text);
    painter->setFont(option.font);
    drawLine(text.section(u'\n', 1), QPalette::PlaceholderText);
    painter->restore();
}

QSize GuideHitDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return {0, 2 * option.fontMetrics.height() + 2 * kHitAbove};
}

} // namespace sandbench::ui
