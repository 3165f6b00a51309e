// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/mark_ruler.h"

#include "ui/common/wrapped_label.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStringList>
#include <QToolTip>

#include <algorithm>
#include <cstdlib>

namespace sandbench::ui {

static constexpr int kNear = 4; // pixels
static constexpr int kMostMarkTexts = 3;

static QColor markColour(MarkRuler::Kind kind, bool dark)
{
    switch (kind) {
    case MarkRuler::Low:
        return dark ? QColor(0x7f, 0xb4, 0xff) : QColor(0x1d, 0x5f, 0xc4);
    case MarkRuler::Medium:
        return dark ? QColor(0xff, 0xc1, 0x4d) : QColor(0x9a, 0x62, 0x00);
    case MarkRuler::Character:
        return dark ? QColor(0xf0, 0x8c, 0xff) : QColor(0xa0, 0x00, 0xb8);
    case MarkRuler::Found:
        return dark ? QColor(0x6f, 0xd0, 0x8c) : QColor(0x1b, 0x7a, 0x3d);
    case MarkRuler::High:
    case MarkRuler::Error:
        break;
    }
    return dark ? QColor(0xff, 0x9a, 0x92) : QColor(0xc6, 0x28, 0x28);
}

// Told apart also by who sees no colours: a dot, a short and a long bar, a diamond, a triangle, an
// upright bar.
static void drawMark(QPainter& painter, MarkRuler::Kind kind, int y)
{
    constexpr int kMiddle = MarkRuler::kWidth / 2;
    switch (kind) {
    case MarkRuler::Low:
        painter.drawEllipse(QPoint(kMiddle, y), 2, 2);
        break;
    case MarkRuler::Medium:
        painter.drawRect(kMiddle - 3, y - 1, 6, 3);
        break;
    case MarkRuler::High:
        painter.drawRect(1, y - 1, MarkRuler::kWidth - 2, 3);
        break;
    case MarkRuler::Character:
        painter.drawPolygon(
            QPolygon({{kMiddle, y - 4}, {kMiddle + 4, y}, {kMiddle, y + 4}, {kMiddle - 4, y}}));
        break;
    case MarkRuler::Error:
        painter.drawPolygon(
            QPolygon({{1, y}, {MarkRuler::kWidth - 1, y - 5}, {MarkRuler::kWidth - 1, y + 5}}));
        break;
    case MarkRuler::Found:
        painter.drawRect(kMiddle - 1, y - 3, 2, 7);
        break;
    }
}

MarkRuler::MarkRuler(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("markRuler"));
    setAccessibleName(tr("Ruler of findings"));
    setCursor(Qt::ArrowCursor);
}

void MarkRuler::setMarks(Kind kind, std::vector<LineMark> marks)
{
    m_marks.at(kind) = std::move(marks);
    std::size_t count = 0;
    for (const auto& some : m_marks)
        count += some.size();
    setAccessibleDescription(tr("Marks: %1").arg(count));
    update();
    emit marksChanged();
}

void MarkRuler::mirror(const MarkRuler& other)
{
    const auto copy = [this, &other] {
        for (std::size_t kind = 0; kind < kKinds; ++kind)
            setMarks(static_cast<Kind>(kind), other.m_marks.at(kind));
    };
    connect(&other, &MarkRuler::marksChanged, this, copy);
    copy();
}

const std::vector<LineMark>& MarkRuler::marks(Kind kind) const
{
    return m_marks.at(kind);
}

void MarkRuler::setLines(int all, int first, int count)
{
    if (all == m_all && first == m_first && count == m_count)
        return;
    m_all = all;
    m_first = first;
    m_count = count;
    update();
}

// A short document is no taller here than in the view beside it.
int MarkRuler::rows() const
{
    return std::max({m_all, m_count, 1});
}

int MarkRuler::placeOf(int line) const
{
    return static_cast<int>((2LL * line - 1) * height() / (2LL * rows()));
}

const LineMark* MarkRuler::nearest(int y) const
{
    const LineMark* best = nullptr;
    for (const auto& some : m_marks)
        for (const LineMark& mark : some)
            if (const int away = std::abs(placeOf(mark.line) - y);
                away <= kNear && (!best || away < std::abs(placeOf(best->line) - y)))
                best = &mark;
    return best;
}

QString MarkRuler::textAt(int y) const
{
    QStringList texts;
    for (auto some = m_marks.rbegin(); some != m_marks.rend(); ++some)
        for (const LineMark& mark : *some)
            if (std::abs(placeOf(mark.line) - y) <= kNear && texts.size() < kMostMarkTexts)
                texts << tr("Line %1: %2").arg(QString::number(mark.line), mark.text);
    return texts.join(u'\n');
}

bool MarkRuler::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), plainToolTip(textAt(help->pos().y())), this);
    return true;
}

void MarkRuler::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    QColor visible = palette().color(QPalette::Text);
    visible.setAlpha(28);
    const auto pixels
        = [this](int lines) { return static_cast<int>(1LL * lines * height() / rows()); };
    painter.fillRect(0, pixels(m_first), width(), std::max(pixels(m_count), 4), visible);
    painter.setPen(Qt::NoPen);
    const bool dark = palette().color(QPalette::Base).lightness() < 128;
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
        painter.setBrush(markColour(static_cast<Kind>(kind), dark));
        for (const LineMark& mark : m_marks.at(kind))
            drawMark(painter, static_cast<Kind>(kind), placeOf(mark.line));
    }
}

void MarkRuler::mousePressEvent(QMouseEvent* event)
{
    const int y = static_cast<int>(event->position().y());
    const LineMark* mark = nearest(y);
    const auto between = static_cast<int>(1LL * y * rows() / std::max(height(), 1)) + 1;
    emit lineWanted(mark ? mark->line : std::clamp(between, 1, m_all));
}

} // namespace sandbench::ui
