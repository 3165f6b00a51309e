// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/byte_rows.h"

#include <QFontDatabase>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace sandbench::ui {

namespace {

constexpr qsizetype kBytesInRow = 16;
constexpr int kEdge = 8;
/// "Select all" of more than that is for saving, not for a clipboard.
constexpr qsizetype kMostCopiedRows = 65'536;

bool isPrintable(char byte)
{
    return byte >= ' ' && byte <= '~';
}

} // namespace

ByteRows::ByteRows(QByteArray bytes, QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_bytes(std::move(bytes))
{
    setAccessibleName(tr("Bytes"));
    setFrameShape(QFrame::NoFrame);
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setLayoutDirection(Qt::LeftToRight);
    viewport()->setBackgroundRole(QPalette::Base);
    viewport()->setCursor(Qt::IBeamCursor);
}

qsizetype ByteRows::rowCount() const
{
    return (m_bytes.size() + kBytesInRow - 1) / kBytesInRow;
}

QString ByteRows::textOf(qsizetype row) const
{
    const auto bytes = m_bytes.mid(row * kBytesInRow, kBytesInRow);
    auto text = QStringLiteral("%1 ").arg(row * kBytesInRow, 8, 16, QLatin1Char('0'));
    QString letters;
    for (qsizetype i = 0; i < kBytesInRow; ++i) {
        text += QLatin1String(i % 8 == 0 ? "  " : " ");
        const bool isThere = i < bytes.size();
        text += isThere
            ? QStringLiteral("%1").arg(static_cast<uchar>(bytes[i]), 2, 16, QLatin1Char('0'))
            : QStringLiteral("  ");
        if (isThere)
            letters += isPrintable(bytes[i]) ? QLatin1Char(bytes[i]) : QLatin1Char('.');
    }
    return text + QLatin1String("  ") + letters;
}

QString ByteRows::selectedText() const
{
    const auto [first, last] = std::minmax(m_current, m_anchor);
    QString text;
    for (auto row = first; row <= std::min(last, first + kMostCopiedRows) && row < rowCount();
         ++row)
        text += textOf(row) + QLatin1Char('\n');
    return text;
}

int ByteRows::rowHeight() const
{
    return fontMetrics().height() + 2;
}

qsizetype ByteRows::rowsOnPage() const
{
    return std::max(1, (viewport()->height() - kEdge) / rowHeight());
}

qsizetype ByteRows::rowAt(int y) const
{
    const auto row = verticalScrollBar()->value() + (y - kEdge) / rowHeight();
    return std::clamp<qsizetype>(row, 0, std::max<qsizetype>(0, rowCount() - 1));
}

void ByteRows::goTo(qsizetype row, bool isExtending)
{
    m_current = std::clamp<qsizetype>(row, 0, std::max<qsizetype>(0, rowCount() - 1));
    if (!isExtending)
        m_anchor = m_current;
    const auto top = static_cast<qsizetype>(verticalScrollBar()->value());
    const auto shown = std::clamp(top, m_current - rowsOnPage() + 1, m_current);
    verticalScrollBar()->setValue(static_cast<int>(shown));
    viewport()->update();
}

void ByteRows::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    const auto [first, last] = std::minmax(m_current, m_anchor);
    const int height = rowHeight();
    const int left = kEdge - horizontalScrollBar()->value();
    auto row = static_cast<qsizetype>(verticalScrollBar()->value());
    for (int y = kEdge; y < viewport()->height() && row < rowCount(); y += height, ++row) {
        const bool isSelected = row >= first && row <= last;
        if (isSelected)
            painter.fillRect(
                QRect(0, y, viewport()->width(), height), palette().color(QPalette::Highlight));
        painter.setPen(palette().color(isSelected ? QPalette::HighlightedText : QPalette::Text));
        painter.drawText(left, y + 1 + fontMetrics().ascent(), textOf(row));
    }
}

void ByteRows::resizeEvent(QResizeEvent*)
{
    const auto below = std::max<qsizetype>(0, rowCount() - rowsOnPage());
    verticalScrollBar()->setRange(0, static_cast<int>(below));
    verticalScrollBar()->setPageStep(static_cast<int>(rowsOnPage()));
    const int width = fontMetrics().horizontalAdvance(textOf(0)) + 2 * kEdge;
    horizontalScrollBar()->setRange(0, std::max(0, width - viewport()->width()));
    horizontalScrollBar()->setPageStep(viewport()->width());
}

void ByteRows::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        goTo(rowAt(event->pos().y()), event->modifiers().testFlag(Qt::ShiftModifier));
}

void ByteRows::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons().testFlag(Qt::LeftButton))
        goTo(rowAt(event->pos().y()), true);
}

void ByteRows::keyPressEvent(QKeyEvent* event)
{
    const bool isExtending = event->modifiers().testFlag(Qt::ShiftModifier);
    if (event->matches(QKeySequence::SelectAll)) {
        m_anchor = 0;
        return goTo(rowCount() - 1, true);
    }
    switch (event->key()) {
    case Qt::Key_Up:
        return goTo(m_current - 1, isExtending);
    case Qt::Key_Down:
        return goTo(m_current + 1, isExtending);
    case Qt::Key_PageUp:
        return goTo(m_current - rowsOnPage(), isExtending);
    case Qt::Key_PageDown:
        return goTo(m_current + rowsOnPage(), isExtending);
    case Qt::Key_Home:
        return goTo(0, isExtending);
    case Qt::Key_End:
        return goTo(rowCount() - 1, isExtending);
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

} // namespace sandbench::ui
