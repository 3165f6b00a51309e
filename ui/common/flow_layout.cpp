// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/flow_layout.h"

#include <QStyle>
#include <QWidget>

#include <algorithm>

namespace sandbench::ui {

FlowLayout::FlowLayout(QWidget* parent, int spacing)
    : QLayout(parent)
{
    setSpacing(spacing);
}

FlowLayout::~FlowLayout()
{
    qDeleteAll(m_items);
}

QLayoutItem* FlowLayout::takeAt(int index)
{
    return index >= 0 && index < count() ? m_items.takeAt(index) : nullptr;
}

int FlowLayout::heightForWidth(int width) const
{
    return place({0, 0, width, 0}, false);
}

QSize FlowLayout::sizeHint() const
{
    return minimumSize();
}

// The widest of them; how high all are depends on the width.
QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const QLayoutItem* item : m_items)
        size = size.expandedTo(item->minimumSize());
    const QMargins margins = contentsMargins();
    return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

void FlowLayout::setGeometry(const QRect& area)
{
    QLayout::setGeometry(area);
    place(area, true);
}

int FlowLayout::place(const QRect& area, bool moves) const
{
    const QRect room = area.marginsRemoved(contentsMargins());
    int height = 0;
    for (const QLayoutItem* item : m_items)
        height = std::max(height, item->isEmpty() ? 0 : item->sizeHint().height());
    QPoint at = room.topLeft();
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty())
            continue;
        const int width = std::min(item->sizeHint().width(), room.width());
        if (at.x() > room.left() && at.x() + width > room.right() + 1)
            at = {room.left(), at.y() + height + spacing()};
        if (moves)
            item->setGeometry(QStyle::visualRect(
                parentWidget()->layoutDirection(), room, {at.x(), at.y(), width, height}));
        at.rx() += width + spacing();
    }
    return at.y() + height - room.top() + contentsMargins().top() + contentsMargins().bottom();
}

} // namespace sandbench::ui
