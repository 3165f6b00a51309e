// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/guide/guide_hit_delegate.h"

#include <QPainter>

namespace sandbench::ui {

static constexpr int kHitSide = 12;
static constexpr int kHitAbove = 6; // and below
static constexpr int kHitLines = 3;

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
    const auto ink = [&](QPalette::ColorRole role) {
        return colours.color(isSelected ? QPalette::HighlightedText : role);
    };
    QFont strong = option.font;
    strong.setBold(true);
    painter->setFont(strong);
    painter->setPen(ink(QPalette::Text));
    painter->drawText(
        room, Qt::AlignLeft | Qt::AlignTop | Qt::TextSingleLine,
        painter->fontMetrics().elidedText(text.section(u'\n', 0, 0), Qt::ElideRight, room.width()));
    room.setTop(room.top() + option.fontMetrics.height());
    painter->setFont(option.font);
    painter->setPen(ink(QPalette::PlaceholderText));
    painter->drawText(
        room, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, text.section(u'\n', 1));
    painter->restore();
}

QSize GuideHitDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return {0, kHitLines * option.fontMetrics.height() + 2 * kHitAbove};
}

} // namespace sandbench::ui
