// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/output/log_line.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

namespace sandbench::ui {

/// One place of the grid. A wide character has the next place too, whose width is 0.
struct TerminalCell
{
    char32_t base = 0; ///< 0 = nothing was written here.
    std::uint32_t link = 0; ///< See TerminalScreen::linkAt(); 0 = none.
    TextStyle style;
    std::uint16_t marks = 0; ///< See TerminalScreen::textOf(); 0 = none.
    std::uint8_t width = 1;
    bool operator==(const TerminalCell&) const = default;
};

/// Rows and columns of it, the end outside.
struct TerminalRect
{
    int top = 0, bottom = 0, left = 0, right = 0;
};

/// The characters of one screen, and those that left it at the top. Every position is cut to what
/// is there. Thread: one at a time.
class TerminalGrid
{
public:
    static constexpr std::size_t kMostLines = 10'000;
    static constexpr std::size_t kMostBytes = 48U << 20; ///< Of lines that left.

    /// @p keeps: lines that leave at the top are kept.
    TerminalGrid(int rows, int columns, bool keeps);

    int rows() const { return static_cast<int>(m_order.size()); }
    int columns() const { return m_columns; }
    std::span<const TerminalCell> row(int row) const
    {
        return m_rows[m_order[std::size_t(row)]].cells;
    }

    /// Lines that left and are kept, the oldest first.
    std::size_t leftCount() const { return m_left.size(); }
    std::span<const TerminalCell> left(std::size_t index) const { return m_left[index]; }
    /// How many have left at all.
    std::uint64_t everLeft() const { return m_everLeft; }

    void put(int row, int column, const TerminalCell& cell);
    /// @p blank: what stands there then.
    void erase(TerminalRect rect, const TerminalCell& blank);
    /// Moves whole rows of [top, bottom) up, or down where @p count is negative.
    void scroll(int top, int bottom, int count, const TerminalCell& blank);
    void move(const TerminalRect& to, int fromTop, int fromLeft);
    /// -1 = nothing was written.
    int lastUsedRow() const;
    /// @p cursorRow stays on the screen: what is above leaves at the top.
    void resize(int rows, int columns, int cursorRow);

private:
    using Cells = std::vector<TerminalCell>;
    struct Row
    {
        Cells cells;
        int used = 0; ///< Those behind are as nothing has been written.
    };
    Row& at(int row) { return m_rows[m_order[static_cast<std::size_t>(row)]]; }
    void leave(Row& row);
    void splitWide(Cells& cells, int column);

    int m_columns;
    bool m_keeps;
    std::vector<Row> m_rows;
    std::vector<std::uint32_t> m_order; ///< Which of them is where: scrolling moves numbers only.
    std::deque<Cells> m_left;
    std::size_t m_leftBytes = 0;
    std::uint64_t m_everLeft = 0;
};

} // namespace sandbench::ui
