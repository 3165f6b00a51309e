// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse of LogView, and what a click does.
#include "ui/output/char_cells.h"
#include "ui/output/log_text.h"
#include "ui/output/log_view.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace sandbench::ui {

namespace {

constexpr std::uint64_t kMaxLineCopy = 16 * 1024 * 1024;

bool isWordCharacter(char32_t c)
{
    return c == U'_' || c >= 0x80 || QChar::isLetterOrNumber(c);
}

} // namespace

std::optional<LogRow> LogView::rowAtPoint(const QPoint& point) const
{
    const int row = point.y() < 0 ? -1 : point.y() / m_metrics.rowHeight;
    if (auto header = pinnedHeader(); row == 0 && header)
        return header;
    return m_layout.rowAt(verticalScrollBar()->value() + row);
}

// The header of the run at the top while its own row is further up: how a run goes, and how it
// ended, is always in sight.
std::optional<LogRow> LogView::pinnedHeader() const
{
    auto top = m_layout.rowAt(verticalScrollBar()->value());
    if (!top || top->kind == RowKind::Header)
        return std::nullopt;
    top->kind = RowKind::Header;
    return top;
}

LogPosition LogView::positionIn(const LogRow& row, int x) const
{
    const auto line = static_cast<qint64>(row.line);
    switch (row.kind) {
    case RowKind::Header:
        return {row.section->serial(), -1, 0};
    case RowKind::Chip:
        return {
            row.section->serial(), line,
            LogLayout::shownCells(*row.section, row.line, row.section->line(row.line))};
    case RowKind::Gap:
    case RowKind::Note:
        return {row.section->serial(), line, 0};
    case RowKind::Text:
        break;
    }
    const auto offset = std::lround((x - m_metrics.gutter) / m_metrics.cellWidth);
    const auto cell = std::clamp<long>(offset + firstColumn(), 0, static_cast<long>(row.cellCount));
    return {row.section->serial(), line, row.firstCell + static_cast<std::uint32_t>(cell)};
}

LogPosition LogView::positionAt(const QPoint& point) const
{
    if (const auto row = rowAtPoint(point))
        return positionIn(*row, point.x());
    return point.y() < 0 ? documentBegin(m_document) : documentEnd(m_document);
}

std::optional<TracebackLinker::Link> LogView::linkAt(const LogRow& row, int x) const
{
    if (row.kind != RowKind::Text || x < m_metrics.gutter)
        return std::nullopt;
    const auto column = static_cast<std::uint32_t>((x - m_metrics.gutter) / m_metrics.cellWidth)
        + static_cast<std::uint32_t>(firstColumn());
    const LineView view = row.section->line(row.line);
    for (const auto& link : linksFor(row)) {
        const auto cell = row.firstCell + column;
        if (cell >= cellOfByte(view, link.begin) && cell < cellOfByte(view, link.end)
            && column < row.cellCount)
            return link;
    }
    return std::nullopt;
}

bool LogView::activate(const LogRow& row, int x)
{
    switch (row.kind) {
    case RowKind::Header:
        row.section->folded = !row.section->folded;
        relayout();
        return true;
    case RowKind::Gap:
        emit fullOutputRequested(row.section->serial(), row.line);
        return true;
    case RowKind::Chip:
        activateChip(
            row,
            LogPainter::partAt(LogPainter::chipText(*row.section, row.line), font(), m_metrics, x));
        return true;
    case RowKind::Note:
        return true;
    case RowKind::Text:
        break;
    }
    const auto link = linkAt(row, x);
    if (link)
        emit sourceLocationActivated(link->file, link->line);
    return link.has_value();
}

void LogView::activateChip(const LogRow& row, int part)
{
    const LineView view = row.section->line(row.line);
    if (part == 1 && view.overflowed && !row.section->expanded.contains(row.line))
        emit fullOutputRequested(row.section->serial(), row.line);
    else if (part == 1)
        toggleExpanded(*row.section, row.line);
    else if (part == 3)
        emit saveLineRequested(row.section->serial(), row.line);
    else if (part == 2) {
        QApplication::clipboard()->setText(wholeLine(*row.section, row.line, kMaxLineCopy));
        emit copied();
    }
}

void LogView::toggleExpanded(LogSection& section, std::uint64_t line)
{
    if (!section.expanded.erase(line))
        section.expanded.insert(line);
    m_layout.invalidate();
    relayout();
}

void LogView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const auto row = rowAtPoint(event->position().toPoint());
    m_pressedAt = m_dragPoint = event->position().toPoint();
    m_dragging = row && row->kind == RowKind::Text;
    const bool extend = (event->modifiers() & Qt::ShiftModifier) != 0;
    m_caret = positionAt(m_pressedAt);
    if (!extend)
        m_selectionStart = m_caret;
    viewport()->update();
}

void LogView::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint point = event->position().toPoint();
    if ((event->buttons() & Qt::LeftButton) != 0) {
        if (!m_dragging)
            return;
        m_dragPoint = point;
        moveCaretTo(positionAt(point), CaretMove::Select);
        if (viewport()->rect().contains(point))
            m_autoScroll.stop();
        else
            m_autoScroll.start();
        return;
    }
    const auto row = rowAtPoint(point);
    const bool text = !row || row->kind == RowKind::Text;
    const bool link = row && linkAt(*row, point.x());
    viewport()->setCursor(
        link                             ? Qt::PointingHandCursor
            : text                       ? Qt::IBeamCursor
            : row->kind == RowKind::Note ? Qt::ArrowCursor
                                         : Qt::PointingHandCursor);
}

void LogView::mouseReleaseEvent(QMouseEvent* event)
{
    m_autoScroll.stop();
    m_dragging = false;
    const QPoint point = event->position().toPoint();
    const bool click = (point - m_pressedAt).manhattanLength() < QApplication::startDragDistance();
    if (event->button() != Qt::LeftButton || !click || hasSelection())
        return;
    if (const auto row = rowAtPoint(point))
        activate(*row, point.x());
}

void LogView::mouseDoubleClickEvent(QMouseEvent* event)
{
    const auto row = rowAtPoint(event->position().toPoint());
    if (event->button() == Qt::LeftButton && row && row->kind == RowKind::Text)
        selectWordAt(positionIn(*row, event->position().toPoint().x()));
}

void LogView::selectWordAt(const LogPosition& position)
{
    const auto* section = m_document.section(position.serial);
    if (section == nullptr || position.line < 0)
        return;
    const LineView view = section->line(static_cast<std::uint64_t>(position.line));
    std::uint32_t begin = 0;
    std::uint32_t end = view.cells;
    ClusterWalker walker(view.text);
    while (const auto c = walker.next()) {
        if (isWordCharacter(c->base))
            continue;
        if (c->column >= position.cell) {
            end = c->column;
            break;
        }
        begin = c->column + c->width;
    }
    m_selectionStart = {position.serial, position.line, begin};
    m_caret = {position.serial, position.line, std::max(begin, end)};
    viewport()->update();
}

void LogView::wheelEvent(QWheelEvent* event)
{
    if ((event->modifiers() & Qt::ControlModifier) != 0)
        zoom(event->angleDelta().y() > 0 ? 1 : -1);
    else
        QAbstractScrollArea::wheelEvent(event);
}

void LogView::zoom(int steps)
{
    QFont now = font();
    now.setPointSizeF(std::clamp(now.pointSizeF() + steps, 5.0, 48.0));
    setFont(now);
}

void LogView::contextMenuEvent(QContextMenuEvent* event)
{
    emit contextMenuRequested(event->globalPos());
}

void LogView::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void LogView::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

} // namespace sandbench::ui
