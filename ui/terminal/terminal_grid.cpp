// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/terminal/terminal_grid.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace sandbench::ui {

static constexpr TerminalCell kNothing;

static std::size_t bytesOf(const std::vector<TerminalCell>& line)
{
    return (line.size() + 2) * sizeof(TerminalCell);
}

TerminalGrid::TerminalGrid(int rows, int columns, bool keeps)
    : m_columns(columns)
    , m_keeps(keeps)
    , m_rows(static_cast<std::size_t>(rows), Row{Cells(static_cast<std::size_t>(columns)), 0})
    , m_order(static_cast<std::size_t>(rows))
{
    std::iota(m_order.begin(), m_order.end(), 0U);
}

void TerminalGrid::splitWide(Cells& cells, int column)
{
    // Half of a wide character is none.
    auto* cell = cells.data() + column;
    if (cell->width == 0 && column > 0) {
        cell[-1].base = 0;
        cell[-1].marks = 0;
        cell[-1].width = 1;
    }
    if (cell->width == 2 && column + 1 < m_columns)
        cell[1].width = 1;
}

void TerminalGrid::put(int row, int column, const TerminalCell& cell)
{
    if (row < 0 || row >= rows() || column < 0 || column >= m_columns)
        return;
    Row& line = at(row);
    Cells& cells = line.cells;
    if (cells[std::size_t(column)].width != 1)
        splitWide(cells, column);
    const bool isWide = cell.width == 2 && column + 1 < m_columns;
    line.used = std::max(line.used, column + (isWide ? 2 : 1));
    cells[std::size_t(column)] = cell;
    cells[std::size_t(column)].width = isWide ? 2 : 1;
    if (!isWide)
        return;
    auto& second = cells[std::size_t(column) + 1];
    if (second.width == 2)
        splitWide(cells, column + 1);
    second = cell;
    second.base = 0;
    second.marks = 0;
    second.width = 0;
}

void TerminalGrid::erase(TerminalRect rect, const TerminalCell& blank)
{
    rect
        = {std::max(rect.top, 0), std::min(rect.bottom, rows()), std::max(rect.left, 0),
           std::min(rect.right, m_columns)};
    const bool isNothing = blank == kNothing;
    for (int row = rect.top; row < rect.bottom; ++row) {
        Row& line = at(row);
        const int right = isNothing ? std::min(rect.right, line.used) : rect.right;
        if (rect.left >= right)
            continue;
        splitWide(line.cells, rect.left);
        splitWide(line.cells, right - 1);
        std::fill(line.cells.begin() + rect.left, line.cells.begin() + right, blank);
        line.used = !isNothing   ? std::max(line.used, right)
            : right == line.used ? rect.left
                                 : line.used;
    }
}

void TerminalGrid::leave(Row& row)
{
    ++m_everLeft;
    while (row.used > 0 && row.cells[std::size_t(row.used) - 1] == kNothing)
        --row.used;
    Cells line; // with the memory of the oldest
    if (m_left.size() == kMostLines) {
        line = std::move(m_left.front());
        m_leftBytes -= bytesOf(line);
        m_left.pop_front();
    }
    line.assign(row.cells.begin(), row.cells.begin() + row.used);
    if (line.capacity() > 2 * line.size())
        line.shrink_to_fit();
    m_left.push_back(std::move(line));
    m_leftBytes += bytesOf(m_left.back());
    while (m_leftBytes > kMostBytes) {
        m_leftBytes -= bytesOf(m_left.front());
        m_left.pop_front();
    }
}

void TerminalGrid::scroll(int top, int bottom, int count, const TerminalCell& blank)
{
    top = std::max(top, 0);
    bottom = std::min(bottom, rows());
    if (top >= bottom || count == 0)
        return;
    const int moved = std::min(std::abs(count), bottom - top);
    if (m_keeps && top == 0 && count > 0)
        for (int row = 0; row < moved; ++row)
            leave(at(row));
    const auto begin = m_order.begin() + top;
    const auto end = m_order.begin() + bottom;
    if (count > 0) {
        std::rotate(begin, begin + moved, end);
        erase({bottom - moved, bottom, 0, m_columns}, blank);
    } else {
        std::rotate(begin, end - moved, end);
        erase({top, top + moved, 0, m_columns}, blank);
    }
}

void TerminalGrid::move(const TerminalRect& to, int fromTop, int fromLeft)
{
    const int height = to.bottom - to.top;
    const int width = to.right - to.left;
    const bool isInside = to.top >= 0 && to.bottom <= rows() && to.left >= 0
        && to.right <= m_columns && fromTop >= 0 && fromTop + height <= rows() && fromLeft >= 0
        && fromLeft + width <= m_columns;
    if (!isInside || height <= 0 || width <= 0)
        return;
    for (int i = 0; i < height; ++i) {
        const int step = to.top > fromTop ? height - 1 - i : i; // they may overlap
        Row& line = at(to.top + step);
        Cells& target = line.cells;
        line.used = std::max(line.used, to.right);
        splitWide(target, to.left);
        splitWide(target, to.right - 1);
        const Cells source = at(fromTop + step).cells;
        std::copy_n(source.begin() + fromLeft, width, target.begin() + to.left);
        if (target[std::size_t(to.left)].width == 0)
            target[std::size_t(to.left)].width = 1;
        if (target[std::size_t(to.right) - 1].width == 2)
            target[std::size_t(to.right) - 1].width = 1;
    }
}

int TerminalGrid::lastUsedRow() const
{
    int row = rows() - 1;
    const auto isUsed = [](const TerminalCell& cell) { return cell.base != 0; };
    while (row >= 0 && std::none_of(this->row(row).begin(), this->row(row).end(), isUsed))
        --row;
    return row;
}

void TerminalGrid::resize(int rows, int columns, int cursorRow)
{
    scroll(0, this->rows(), std::max(0, cursorRow - rows + 1), {});
    std::vector<Row> grid;
    for (int row = 0; row < rows; ++row) {
        grid.push_back(row < this->rows() ? std::move(at(row)) : Row());
        grid.back().cells.resize(static_cast<std::size_t>(columns));
        grid.back().used = std::min(grid.back().used, columns);
        if (auto& last = grid.back().cells.back(); last.width == 2)
            last = {};
    }
    m_rows = std::move(grid);
    m_order.resize(m_rows.size());
    std::iota(m_order.begin(), m_order.end(), 0U);
    m_columns = columns;
}

} // namespace sandbench::ui
