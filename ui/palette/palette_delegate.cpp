// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/palette/palette_delegate.h"

#include "ui/palette/palette_model.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>

namespace sandbench::ui {

namespace {

constexpr int kSide = 12;
constexpr int kGap = 16;
constexpr int kLeading = 12; // above and below a line together

/// Draws as much of @p text as fits before @p right, letters in bold whose places are in @p bold.
/// Returns where it ended.
int drawLetters(
    QPainter& painter, const QString& text, const QList<int>& bold, qsizetype offset, QRect room)
{
    const QFont plain = painter.font();
    QFont strong = plain;
    strong.setBold(true);
    int x = room.left();
    for (qsizetype from = 0; from < text.size() && x < room.right();) {
        const bool isBold = bold.contains(static_cast<int>(offset + from));
        qsizetype to = from + 1;
        while (to < text.size() && bold.contains(static_cast<int>(offset + to)) == isBold)
            ++to;
        painter.setFont(isBold ? strong : plain);
        const QString part = painter.fontMetrics().elidedText(
            text.mid(from, to - from), Qt::ElideRight, room.right() - x);
        painter.drawText(
            QRect(x, room.top(), room.right() - x + 1, room.height()),
            Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, part);
        x += painter.fontMetrics().horizontalAdvance(part);
        from = to;
    }
    painter.setFont(plain);
    return x;
}

} // namespace

void PaletteDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const bool isUsable = index.data(PaletteModel::UsableRole).toBool();
    const QPalette& colours = option.palette;
    if (isSelected)
        painter->fillRect(option.rect, colours.highlight());
    const QColor quiet
        = colours.color(isSelected ? QPalette::HighlightedText : QPalette::PlaceholderText);
    const QColor loud = !isUsable ? quiet
        : isSelected              ? colours.color(QPalette::HighlightedText)
                                  : colours.color(QPalette::Text);
    painter->save();
    painter->setFont(option.font);
    QRect room = option.rect.adjusted(kSide, 0, -kSide, 0);
    // The end first: the title takes what is left.
    const QString why = index.data(PaletteModel::WhyNotRole).toString();
    const QString end
        = isUsable || why.isEmpty() ? index.data(PaletteModel::KeysRole).toString() : why;
    const QString shown = painter->fontMetrics().elidedText(end, Qt::ElideRight, room.width() / 2);
    painter->setPen(quiet);
    painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, shown);
    room.setRight(room.right() - painter->fontMetrics().horizontalAdvance(shown) - kGap);
    const auto places = index.data(PaletteModel::PlacesRole).value<QList<int>>();
    const QString group = index.data(PaletteModel::GroupRole).toString();
    const QString prefix = group.isEmpty() ? QString() : group + QStringLiteral("  ");
    room.setLeft(drawLetters(*painter, prefix, places, 0, room));
    painter->setPen(loud);
    drawLetters(*painter, index.data(Qt::DisplayRole).toString(), places, group.size() + 1, room);
    painter->restore();
}

QSize PaletteDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return {0, option.fontMetrics.height() + kLeading};
}

} // namespace sandbench::ui
