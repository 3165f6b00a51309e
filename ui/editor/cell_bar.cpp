// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/cell_bar.h"

#include "ui/editor/code_editor.h"

#include <QPainter>

#include <algorithm>

namespace sandbench::ui {

// A marker of a line, which moves with it; it draws nothing itself.
static constexpr int kCellMarker = 9;
static constexpr long kCellMask = 1L << kCellMarker;

CellBar::CellBar(CodeEditor& editor)
    : QWidget(&editor)
    , m_editor(editor)
{
    setObjectName(QStringLiteral("cellBar"));
    setAccessibleName(tr("Extent of the cell"));
    setAutoFillBackground(true);
    editor.markerDefine(QsciScintilla::Invisible, kCellMarker);
    connect(&editor, &QsciScintillaBase::SCN_PAINTED, this, &CellBar::refresh);
}

void CellBar::setCells(const std::vector<CellLines>& cells)
{
    const auto next = [this](int line) {
        return m_editor.markerFindNext(line, static_cast<unsigned>(kCellMask));
    };
    int marked = next(0);
    const bool isSame = std::all_of(cells.begin(), cells.end(), [&](const CellLines& cell) {
        const bool isThere = marked == static_cast<int>(cell.first) - 1;
        marked = marked < 0 ? marked : next(marked + 1);
        return isThere;
    });
    if (!isSame || marked >= 0) {
        m_editor.markerDeleteAll(kCellMarker);
        for (const CellLines& cell : cells)
            m_editor.markerAdd(static_cast<int>(cell.first) - 1, kCellMarker);
    }
    refresh();
}

CellLines CellBar::allLines() const
{
    return {1, static_cast<std::size_t>(std::max(m_editor.lines(), 1))};
}

// Cells leave out no line: without one at the caret or above it there is none.
std::optional<CellLines> CellBar::cellAtCaret() const
{
    int line = 0, column = 0;
    m_editor.getCursorPosition(&line, &column);
    constexpr auto kMask = static_cast<unsigned>(kCellMask);
    const int first = m_editor.markerFindPrevious(line, kMask);
    if (first < 0)
        return std::nullopt;
    const int next = m_editor.markerFindNext(line + 1, kMask);
    return CellLines{
        static_cast<std::size_t>(first) + 1,
        next > line ? static_cast<std::size_t>(next) : allLines().last};
}

void CellBar::refresh()
{
    int top = 0, bottom = 0;
    if (const auto cell = cellAtCaret()) {
        const long height = m_editor.SendScintilla(QsciScintillaBase::SCI_TEXTHEIGHT, 0UL);
        const long scrolled = m_editor.SendScintilla(QsciScintillaBase::SCI_GETFIRSTVISIBLELINE);
        const auto pixelOf = [&](std::size_t line) {
            const long row
                = m_editor.SendScintilla(QsciScintillaBase::SCI_VISIBLEFROMDOCLINE, line);
            return static_cast<int>(
                std::clamp((row - scrolled) * height, 0L, long(this->height())));
        };
        top = pixelOf(cell->first - 1);
        bottom = pixelOf(cell->last);
    }
    if (top == m_top && bottom == m_bottom)
        return;
    m_top = top;
    m_bottom = bottom;
    update();
}

void CellBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(1, m_top, width() - 1, m_bottom - m_top, palette().color(QPalette::Link));
}

} // namespace sandbench::ui
