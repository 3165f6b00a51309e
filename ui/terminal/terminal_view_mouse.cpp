// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The mouse and the focus of TerminalView.
#include "ui/terminal/terminal_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace sandbench::ui {

static constexpr int kMarginOfText = 4;
static constexpr double kStepsPerNotch = 120;
static constexpr int kLinesPerNotch = 3;

static int numberOf(Qt::MouseButton button)
{
    return button == Qt::LeftButton  ? 1
        : button == Qt::MiddleButton ? 2
        : button == Qt::RightButton  ? 3
                                     : 0;
}

std::pair<int, int> TerminalView::cellAt(const QPointF& point) const
{
    const int row = static_cast<int>(std::floor(point.y() / m_metrics.rowHeight));
    const int column
        = static_cast<int>(std::floor((point.x() - kMarginOfText) / m_metrics.cellWidth));
    return {
        std::clamp(row, 0, m_screen->rows() - 1), std::clamp(column, 0, m_screen->columns() - 1)};
}

TerminalView::Place TerminalView::placeAt(const QPointF& point) const
{
    const int between
        = static_cast<int>(std::round((point.x() - kMarginOfText) / m_metrics.cellWidth));
    return {
        topLine() + static_cast<std::uint64_t>(cellAt(point).first),
        std::clamp(between, 0, m_screen->columns())};
}

std::uint32_t TerminalView::linkAt(const QPointF& point) const
{
    const auto [row, column] = cellAt(point);
    const auto cells = m_screen->line(topLine() + static_cast<std::uint64_t>(row));
    return static_cast<std::size_t>(column) < cells.size()
        ? cells[static_cast<std::size_t>(column)].link
        : 0;
}

bool TerminalView::goesToProgram(const QInputEvent& event) const
{
    return m_takesKeys && m_follows && m_screen->mouse() != TerminalScreen::Mouse::None
        && (event.modifiers() & Qt::ShiftModifier) == 0;
}

void TerminalView::select(const Place& from, const Place& to)
{
    m_selection = {from, to};
    viewport()->update();
}

void TerminalView::mousePressEvent(QMouseEvent* event)
{
    const auto [row, column] = cellAt(event->position());
    if (goesToProgram(*event) && numberOf(event->button()) != 0) {
        m_button = numberOf(event->button());
        m_screen->moveMouse(row, column, event->modifiers());
        m_screen->pressMouse(m_button, true, event->modifiers());
        send();
    } else if (event->button() == Qt::LeftButton) {
        const Place place = placeAt(event->position());
        m_isSelecting = true;
        select(place, place);
    } else if (event->button() == Qt::MiddleButton) {
        const auto* clipboard = QGuiApplication::clipboard();
        if (clipboard->supportsSelection())
            emit pasteWanted(clipboard->text(QClipboard::Selection));
    }
}

void TerminalView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_isSelecting) {
        const double y = event->position().y();
        const int past = y < 0 ? -1 : y > viewport()->height() ? 1 : 0;
        verticalScrollBar()->setValue(verticalScrollBar()->value() + past);
        return select(m_selection.first, placeAt(event->position()));
    }
    const auto [row, column] = cellAt(event->position());
    const bool isWanted = m_button != 0 || m_screen->mouse() == TerminalScreen::Mouse::Move;
    if (isWanted && goesToProgram(*event)) {
        m_screen->moveMouse(row, column, event->modifiers());
        send();
    }
    viewport()->setCursor(
        linkAt(event->position()) != 0 ? Qt::PointingHandCursor : Qt::IBeamCursor);
}

void TerminalView::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_button != 0 && numberOf(event->button()) == m_button) {
        m_screen->pressMouse(m_button, false, event->modifiers());
        m_button = 0;
        return send();
    }
    if (!m_isSelecting || event->button() != Qt::LeftButton)
        return;
    m_isSelecting = false;
    if (hasSelection()) {
        if (QGuiApplication::clipboard()->supportsSelection())
            QGuiApplication::clipboard()->setText(selectedText(), QClipboard::Selection);
    } else if (const auto address = m_screen->linkAt(linkAt(event->position())); !address.empty()) {
        emit linkActivated(QString::fromStdString(address));
    }
}

void TerminalView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || goesToProgram(*event))
        return mousePressEvent(event);
    const auto [row, column] = cellAt(event->position());
    const auto line = topLine() + static_cast<std::uint64_t>(row);
    const auto cells = m_screen->line(line);
    const auto isWord = [&](int at) {
        if (at < 0 || at >= static_cast<int>(cells.size()))
            return false;
        const char32_t c = cells[static_cast<std::size_t>(at)].base;
        return c > 0x7F || QChar::isLetterOrNumber(c) || c == U'_' || c == U'-' || c == U'.'
            || c == U'/';
    };
    int from = column;
    int to = column;
    while (isWord(from - 1) && isWord(column))
        --from;
    while (isWord(to))
        ++to;
    select({line, from}, {line, to});
}

void TerminalView::wheelEvent(QWheelEvent* event)
{
    m_wheel += event->angleDelta().y() / kStepsPerNotch;
    const int notches = static_cast<int>(m_wheel);
    m_wheel -= notches;
    if (notches == 0)
        return;
    const bool isUp = notches > 0;
    if (goesToProgram(*event)) {
        const auto [row, column] = cellAt(event->position());
        m_screen->moveMouse(row, column, event->modifiers());
        for (int i = 0; i < std::abs(notches); ++i)
            m_screen->pressMouse(isUp ? 4 : 5, true, event->modifiers());
    } else if (m_screen->isAlternate() && m_takesKeys) { // nothing is above: less and man scroll
        for (int i = 0; i < std::abs(notches) * kLinesPerNotch; ++i)
            m_screen->pressKey(isUp ? Qt::Key_Up : Qt::Key_Down, Qt::NoModifier, {});
    } else {
        auto* bar = verticalScrollBar();
        bar->setValue(bar->value() - notches * kLinesPerNotch);
    }
    send();
}

void TerminalView::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    m_screen->setFocused(true);
    send();
    viewport()->update();
}

void TerminalView::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    m_screen->setFocused(false);
    send();
    viewport()->update();
}

} // namespace sandbench::ui
