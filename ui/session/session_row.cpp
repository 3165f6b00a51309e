// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session_row.h"

#include "ui/common/glyphs.h"
#include "ui/session/session_list.h"
#include "ui/session/sparkline.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>

namespace sandbench::ui {

static constexpr int kColour = 4;
static constexpr int kGap = 4;
static constexpr int kGraphHeight = 16;
static constexpr std::size_t kGraphSamples = 30;

SessionRow::SessionRow(const SessionList& sessions, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_sessions(sessions)
{
}

QRect SessionRow::graphsOf(const QStyleOptionViewItem& option)
{
    return option.rect.adjusted(
        kColour + 2 * kGap, option.rect.height() - kGraphHeight - kGap, -kGap, -kGap);
}

// Where the style puts icon and text: above the graphs, beside the colour.
static QStyleOptionViewItem textPart(const QStyleOptionViewItem& option)
{
    QStyleOptionViewItem part = option;
    const int from = kColour + kGap;
    part.rect.adjust(
        option.direction == Qt::RightToLeft ? 0 : from, 0,
        option.direction == Qt::RightToLeft ? -from : 0, -(kGraphHeight + kGap));
    return part;
}

QSize SessionRow::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    return QStyledItemDelegate::sizeHint(option, index)
        + QSize(kColour + kGap, kGraphHeight + 2 * kGap);
}

void SessionRow::updateEditorGeometry(
    QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyledItemDelegate::updateEditorGeometry(editor, textPart(option), index);
}

void SessionRow::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem whole = option;
    initStyleOption(&whole, index);
    const SessionController& session = m_sessions.at(index.row());
    const QStyle& style = option.widget ? *option.widget->style() : *QApplication::style();
    style.drawPrimitive(QStyle::PE_PanelItemViewItem, &whole, painter, option.widget);
    QStyleOptionViewItem text = textPart(whole);
    text.showDecorationSelected = false;
    text.backgroundBrush = Qt::NoBrush;
    if (m_sessions.isPinned(session)) {
        const int side = option.decorationSize.height();
        const QRect place = QStyle::alignedRect(
            option.direction, Qt::AlignTop | Qt::AlignRight, {side, side},
            text.rect.adjusted(0, kGap, -kGap, 0));
        glyphIcon(Glyph::Pin)
            .paint(
                painter, place, Qt::AlignCenter,
                (option.state & QStyle::State_Selected) != 0 ? QIcon::Selected : QIcon::Normal);
        text.rect.adjust(
            option.direction == Qt::RightToLeft ? side : 0, 0,
            option.direction == Qt::RightToLeft ? 0 : -side, 0);
    }
    style.drawControl(QStyle::CE_ItemViewItem, &text, painter, option.widget);

    painter->save();
    painter->setPen(Qt::NoPen);
    painter->setBrush(m_sessions.colourOf(session));
    const QRect strip(
        option.direction == Qt::RightToLeft ? option.rect.right() - kColour + 1
                                            : option.rect.left(),
        option.rect.top(), kColour, option.rect.height());
    painter->drawRect(strip);
    const QRectF graphs = graphsOf(option);
    const double width
        = (graphs.width() - kGap * (kAllUsed.size() - 1.0)) / static_cast<double>(kAllUsed.size());
    double x = graphs.left();
    for (const Used what : kAllUsed) {
        paintSparkline(
            *painter, QRectF(x, graphs.top(), width, graphs.height()), option.palette,
            session.use().shares(what, kGraphSamples), kGraphSamples);
        x += width + kGap;
    }
    painter->restore();
}

bool SessionRow::editorEvent(
    QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
    const QModelIndex& index)
{
    if (event->type() == QEvent::MouseButtonRelease) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->button() == Qt::LeftButton
            && graphsOf(option).contains(mouse->position().toPoint())) {
            emit useWanted(index.row());
            return true;
        }
    }
    return QStyledItemDelegate::editorEvent(event, model, option, index);
}

} // namespace sandbench::ui
