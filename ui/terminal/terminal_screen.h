// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/terminal/terminal_border.h"
#include "ui/terminal/terminal_grid.h"

#include <QString>

#include <deque>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sandbench::ui {

/// What a terminal shows after the output of a program, and the bytes that keys, the mouse and
/// pastes are for it. Without I/O and without a widget: libvterm behind TerminalBorder, which says
/// what is refused. Lines have numbers that stay: 0 is the first one that was ever shown.
/// Units: rows and columns of cells, from 0. Thread: one at a time.
class TerminalScreen : private TerminalBorderSink
{
public:
    static constexpr int kFewestRows = 2, kMostRows = 200;
    static constexpr int kFewestColumns = 8, kMostColumns = 500;
    static constexpr std::size_t kMostAnswers = 4096; ///< Bytes that nobody took; more are dropped.

    enum class Mouse { None, Click, Drag, Move }; ///< What the program wants to be told.
    enum class Shape { Block, Underline, Bar };
    struct Cursor
    {
        int row = 0, column = 0;
        bool isVisible = true;
        Shape shape = Shape::Block;
    };
    /// Rows that look different since it was asked last; the end outside.
    struct Damage
    {
        int top = 0, bottom = 0;
        bool isNone() const { return top >= bottom; }
    };

    /// Sizes are cut to what is possible.
    TerminalScreen(int rows, int columns);
    ~TerminalScreen() override;
    TerminalScreen(const TerminalScreen&) = delete;
    TerminalScreen& operator=(const TerminalScreen&) = delete;

    void feed(std::string_view bytes);
    void resize(int rows, int columns);
    int rows() const { return m_grid->rows(); }
    int columns() const { return m_grid->columns(); }

    /// Lines [firstLine(), endLine()) are there; the last rows() of them are the screen.
    std::uint64_t firstLine() const { return m_primary.everLeft() - m_primary.leftCount(); }
    std::uint64_t screenLine() const { return m_primary.everLeft(); }
    std::uint64_t endLine() const { return screenLine() + static_cast<std::uint64_t>(rows()); }
    /// Trailing cells may be missing; nothing for a line that is not there.
    std::span<const TerminalCell> line(std::uint64_t number) const;
    /// The characters of a cell; a space where nothing was written. Untrusted.
    QString textOf(const TerminalCell& cell) const;
    /// UTF-8 of cells [@p from, @p to), without spaces at the end. Untrusted.
    std::string textOf(std::uint64_t line, int from = 0, int to = kMostColumns) const;
    /// That textOf() has of a cell.
    std::size_t bytesOf(const TerminalCell& cell) const;
    /// The address of a link, or nothing. Only of the web and mail. Untrusted.
    std::string linkAt(std::uint32_t link) const;

    Cursor cursor() const;
    bool isAlternate() const { return m_grid == &m_alternate; }
    Mouse mouse() const { return m_mouse; }
    Damage takeDamage();
    std::size_t refused() const { return m_border.refused(); }

    /// False for a key that no program gets. @p key: Qt::Key, @p text: what it types.
    bool pressKey(int key, Qt::KeyboardModifiers modifiers, const QString& text);
    /// As it stands; see paste_guard.h.
    void paste(std::string_view text);
    /// The program wants to know where pasted text begins and ends.
    bool bracketsPastes();
    void moveMouse(int row, int column, Qt::KeyboardModifiers modifiers);
    /// @p button: 1 left, 2 middle, 3 right, 4 and 5 the wheel up and down.
    void pressMouse(int button, bool isDown, Qt::KeyboardModifiers modifiers);
    void setFocused(bool isFocused);
    /// What is to be sent to the program: keys, the mouse, pastes, and answers to it.
    std::string takeOutput();

private:
    struct Callbacks; ///< For libvterm.
    struct Terminal; ///< Owns it.
    void passed(std::string_view bytes) override;
    void joined(char32_t mark) override;
    void linked(std::string_view address) override;
    void damage(int top, int bottom);
    void setAlternate(bool isAlternate);
    std::uint16_t numberOf(const std::u32string& marks);

    TerminalGrid m_primary, m_alternate;
    TerminalGrid* m_grid;
    TerminalBorder m_border;
    TextStyle m_pen;
    Cursor m_cursor;
    Mouse m_mouse = Mouse::None;
    Damage m_damage;
    std::string m_output;
    bool m_isFeeding = false;
    std::pair<int, int> m_lastPut; ///< Row and column that marks join.
    std::uint32_t m_link = 0;
    std::uint32_t m_firstLink = 1; ///< Number of the oldest that is known.
    std::deque<std::string> m_links;
    std::vector<std::u32string> m_marks; ///< By number; the first stands for none.
    std::map<std::u32string, std::uint16_t> m_markNumbers;
    std::unique_ptr<Terminal> m_terminal;
};

} // namespace sandbench::ui
