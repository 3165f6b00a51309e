// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Keyboard and clipboard of LogView.
#include "ui/output/char_cells.h"
#include "ui/output/log_text.h"
#include "ui/output/log_view.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>

namespace sandbench::ui {

void LogView::keyPressEvent(QKeyEvent* event)
{
    if (event == QKeySequence::Copy)
        copy();
    else if (event == QKeySequence::SelectAll)
        selectAll();
    else if (event == QKeySequence::ZoomIn)
        zoom(1);
    else if (event == QKeySequence::ZoomOut)
        zoom(-1);
    else if (!handleCaretKey(*event))
        QAbstractScrollArea::keyPressEvent(event);
}

bool LogView::handleCaretKey(const QKeyEvent& event)
{
    const auto move
        = (event.modifiers() & Qt::ShiftModifier) != 0 ? CaretMove::Select : CaretMove::Plain;
    const bool control = (event.modifiers() & Qt::ControlModifier) != 0;
    switch (event.key()) {
    case Qt::Key_Up:
        moveCaretRows(-1, move);
        return true;
    case Qt::Key_Down:
        moveCaretRows(1, move);
        return true;
    case Qt::Key_PageUp:
        moveCaretRows(-visibleRows(), move);
        return true;
    case Qt::Key_PageDown:
        moveCaretRows(visibleRows(), move);
        return true;
    case Qt::Key_Left:
    case Qt::Key_Right:
        moveCaretCells(event.key() == Qt::Key_Left ? -1 : 1, move);
        return true;
    case Qt::Key_Home:
        moveCaretTo(
            control ? documentBegin(m_document) : LogPosition{m_caret.serial, m_caret.line, 0},
            move);
        return true;
    case Qt::Key_End:
        if (control) {
            moveCaretTo(documentEnd(m_document), move);
            scrollToEnd();
        } else {
            moveCaretTo({m_caret.serial, m_caret.line, kMaxLineCells}, move);
        }
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return activateAtCaret();
    default:
        return false;
    }
}

LogSection* LogView::sectionOfCaret() const
{
    return m_document.section(m_caret.serial);
}

bool LogView::activateAtCaret()
{
    const auto row = m_layout.rowAt(m_layout.rowOf(m_caret));
    if (!row || row->section != sectionOfCaret())
        return false;
    if (row->kind != RowKind::Text)
        return activate(*row, 0);
    const LineView view = row->section->line(row->line);
    // A traceback line holds one place as a rule, so the caret need not be on it exactly.
    const auto links = linksFor(*row);
    if (!links.empty()) {
        emit sourceLocationActivated(links.front().file, links.front().line);
        return true;
    }
    if (view.squeezed())
        activateChip(*row, 1);
    return view.squeezed();
}

void LogView::moveCaretTo(const LogPosition& position, CaretMove move)
{
    m_caret = position;
    if (const auto* section = sectionOfCaret(); section != nullptr && m_caret.line >= 0) {
        const auto line = static_cast<std::uint64_t>(m_caret.line);
        m_caret.cell
            = std::min(m_caret.cell, LogLayout::shownCells(*section, line, section->line(line)));
    }
    if (move == CaretMove::Plain)
        m_selectionStart = m_caret;
    const auto row = static_cast<int>(m_layout.rowOf(m_caret));
    auto* bar = verticalScrollBar();
    const int covered = pinnedHeader() ? 1 : 0;
    if (!m_autoScroll.isActive() && row < bar->value() + covered)
        bar->setValue(std::max(0, row - 1)); // the pinned header takes the top row
    else if (!m_autoScroll.isActive() && row >= bar->value() + visibleRows())
        bar->setValue(row - visibleRows() + 1);
    if (!m_wrap && !m_autoScroll.isActive()) {
        const int cell = static_cast<int>(m_caret.cell);
        const int columns = static_cast<int>(m_layout.columns());
        auto* side = horizontalScrollBar();
        if (cell < side->value())
            side->setValue(cell);
        else if (cell > side->value() + columns - 1)
            side->setValue(cell - columns + 1);
    }
    viewport()->update();
}

void LogView::moveCaretRows(qint64 rows, CaretMove move)
{
    // The first key stroke starts where the user is looking.
    const qint64 from
        = sectionOfCaret() == nullptr ? verticalScrollBar()->value() : m_layout.rowOf(m_caret);
    const qint64 last = std::max<qint64>(0, m_layout.totalRows() - 1);
    const qint64 step = rows < 0 ? -1 : 1;
    qint64 target = std::clamp<qint64>(from + rows, 0, last);
    auto row = m_layout.rowAt(target);
    while (row && (row->kind == RowKind::Gap || row->kind == RowKind::Chip) && target > 0
           && target < last)
        row = m_layout.rowAt(target += step);
    if (!row)
        return;
    const auto here = m_layout.rowAt(from);
    const auto column = here ? m_caret.cell - std::min(m_caret.cell, here->firstCell) : 0;
    LogPosition position = positionIn(*row, 0);
    position.cell = row->firstCell + std::min(column, row->cellCount);
    moveCaretTo(position, move);
}

void LogView::moveCaretCells(int direction, CaretMove move)
{
    const auto* section = sectionOfCaret();
    if (section == nullptr || m_caret.line < 0) {
        moveCaretRows(direction, move);
        return;
    }
    const LineView view = section->line(static_cast<std::uint64_t>(m_caret.line));
    std::uint32_t before = 0;
    std::uint32_t after = view.cells;
    ClusterWalker walker(view.text);
    while (const auto c = walker.next()) {
        if (c->column < m_caret.cell)
            before = c->column;
        if (c->column + c->width > m_caret.cell) {
            after = c->column + c->width;
            break;
        }
    }
    moveCaretTo({m_caret.serial, m_caret.line, direction < 0 ? before : after}, move);
}

void LogView::selectAll()
{
    m_selectionStart = documentBegin(m_document);
    m_caret = documentEnd(m_document);
    viewport()->update();
}

void LogView::copy()
{
    if (!hasSelection())
        return;
    QApplication::clipboard()->setText(selectedText());
    emit copied();
}

} // namespace sandbench::ui
