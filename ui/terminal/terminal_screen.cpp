// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/terminal/terminal_screen.h"

#include "ui/terminal/terminal_vterm.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sandbench::ui {

namespace {

constexpr std::size_t kMostLinks = 1024;
constexpr std::size_t kMostMarkTexts = 4096;

int rowsWithin(int rows)
{
    return std::clamp(rows, TerminalScreen::kFewestRows, TerminalScreen::kMostRows);
}

int columnsWithin(int columns)
{
    return std::clamp(columns, TerminalScreen::kFewestColumns, TerminalScreen::kMostColumns);
}

std::uint32_t taggedColour(const VTermColor& colour)
{
    if ((colour.type & VTERM_COLOR_DEFAULT_MASK) != 0)
        return 0;
    if (VTERM_COLOR_IS_INDEXED(&colour))
        return kIndexedColour | colour.indexed.idx;
    return kRgbColour | std::uint32_t{colour.rgb.red} << 16 | std::uint32_t{colour.rgb.green} << 8
        | colour.rgb.blue;
}

} // namespace

/// What libvterm calls; each says whether it was done.
struct TerminalScreen::Callbacks
{
    static TerminalScreen& of(void* user) { return *static_cast<TerminalScreen*>(user); }
    static TerminalCell blank(const TerminalScreen& screen)
    {
        TerminalCell cell;
        cell.style.background = screen.m_pen.background;
        return cell;
    }

    static int putGlyph(VTermGlyphInfo* info, VTermPos at, void* user)
    {
        auto& screen = of(user);
        if (info->width < 1) // a mark without a character
            return 1;
        TerminalCell cell;
        cell.base = info->chars[0];
        cell.link = screen.m_link;
        cell.style = screen.m_pen;
        cell.width = info->width == 2 ? 2 : 1;
        screen.m_grid->put(at.row, at.col, cell);
        screen.m_lastPut = {at.row, at.col};
        screen.damage(at.row, at.row + 1);
        return 1;
    }

    static int moveCursor(VTermPos to, VTermPos from, int, void* user)
    {
        auto& screen = of(user);
        screen.damage(from.row, from.row + 1);
        screen.damage(to.row, to.row + 1);
        return 1;
    }

    static int scrollRect(VTermRect rect, int downward, int rightward, void* user)
    {
        auto& screen = of(user);
        if (rightward != 0 || rect.start_col > 0 || rect.end_col < screen.columns())
            return 0; // it moves and erases then
        screen.m_grid->scroll(rect.start_row, rect.end_row, downward, blank(screen));
        screen.damage(rect.start_row, rect.end_row);
        return 1;
    }

    static int moveRect(VTermRect to, VTermRect from, void* user)
    {
        auto& screen = of(user);
        screen.m_grid->move(
            {to.start_row, to.end_row, to.start_col, to.end_col}, from.start_row, from.start_col);
        screen.damage(to.start_row, to.end_row);
        return 1;
    }

    static int erase(VTermRect rect, int, void* user)
    {
        auto& screen = of(user);
        screen.m_grid->erase(
            {rect.start_row, rect.end_row, rect.start_col, rect.end_col}, blank(screen));
        screen.damage(rect.start_row, rect.end_row);
        return 1;
    }

    static int initPen(void* user)
    {
        of(user).m_pen = {};
        return 1;
    }

    static int setPen(VTermAttr attribute, VTermValue* value, void* user)
    {
        TextStyle& pen = of(user).m_pen;
        const auto set = [&pen](TextAttribute bit, bool isOn) {
            pen.attributes
                = static_cast<std::uint16_t>(isOn ? pen.attributes | bit : pen.attributes & ~bit);
        };
        switch (attribute) {
        case VTERM_ATTR_BOLD:
            set(Bold, value->boolean != 0);
            break;
        case VTERM_ATTR_UNDERLINE:
            set(Underline, value->number != 0);
            break;
        case VTERM_ATTR_ITALIC:
            set(Italic, value->boolean != 0);
            break;
        case VTERM_ATTR_REVERSE:
            set(Inverse, value->boolean != 0);
            break;
        case VTERM_ATTR_STRIKE:
            set(Strike, value->boolean != 0);
            break;
        case VTERM_ATTR_FOREGROUND:
            pen.foreground = taggedColour(value->color);
            break;
        case VTERM_ATTR_BACKGROUND:
            pen.background = taggedColour(value->color);
            break;
        default:
            return 0;
        }
        return 1;
    }

    static int setProperty(VTermProp property, VTermValue* value, void* user)
    {
        auto& screen = of(user);
        switch (property) {
        case VTERM_PROP_CURSORVISIBLE:
            screen.m_cursor.isVisible = value->boolean != 0;
            break;
        case VTERM_PROP_CURSORSHAPE:
            screen.m_cursor.shape = value->number == VTERM_PROP_CURSORSHAPE_UNDERLINE
                ? Shape::Underline
                : value->number == VTERM_PROP_CURSORSHAPE_BAR_LEFT ? Shape::Bar
                                                                   : Shape::Block;
            break;
        case VTERM_PROP_ALTSCREEN:
            screen.setAlternate(value->boolean != 0);
            break;
        case VTERM_PROP_MOUSE:
            screen.m_mouse = static_cast<Mouse>(std::clamp(value->number, 0, 3));
            break;
        default:
            break;
        }
        return 1;
    }

    static void output(const char* bytes, std::size_t length, void* user)
    {
        auto& screen = of(user);
        if (!screen.m_isFeeding || screen.m_output.size() + length <= kMostAnswers)
            screen.m_output.append(bytes, length);
    }

    static const VTermStateCallbacks& table()
    {
        static const VTermStateCallbacks kTable = [] {
            VTermStateCallbacks all = {};
            all.putglyph = putGlyph;
            all.movecursor = moveCursor;
            all.scrollrect = scrollRect;
            all.moverect = moveRect;
            all.erase = erase;
            all.initpen = initPen;
            all.setpenattr = setPen;
            all.settermprop = setProperty;
            return all;
        }();
        return kTable;
    }
};

TerminalScreen::TerminalScreen(int rows, int columns)
    : m_primary(rowsWithin(rows), columnsWithin(columns), true)
    , m_alternate(rowsWithin(rows), columnsWithin(columns), false)
    , m_grid(&m_primary)
    , m_border(*this)
    , m_marks(1)
    , m_terminal(std::make_unique<Terminal>(this->rows(), this->columns()))
{
    VTerm* terminal = m_terminal->get();
    vterm_set_utf8(terminal, 1);
    vterm_output_set_callback(terminal, &Callbacks::output, this);
    VTermState* state = vterm_obtain_state(terminal);
    vterm_state_set_callbacks(state, &Callbacks::table(), this);
    vterm_state_reset(state, 1);
}

TerminalScreen::~TerminalScreen() = default;

void TerminalScreen::feed(std::string_view bytes)
{
    m_isFeeding = true;
    m_border.feed(bytes);
    m_isFeeding = false;
}

void TerminalScreen::passed(std::string_view bytes)
{
    vterm_input_write(m_terminal->get(), bytes.data(), bytes.size());
}

void TerminalScreen::linked(std::string_view address)
{
    m_link = 0;
    constexpr auto kKnown = std::to_array<std::string_view>({"http://", "https://", "mailto:"});
    if (std::none_of(
            kKnown.begin(), kKnown.end(), [&](auto known) { return address.starts_with(known); }))
        return;
    if (m_links.empty() || m_links.back() != address)
        m_links.emplace_back(address);
    if (m_links.size() > kMostLinks) {
        m_links.pop_front();
        ++m_firstLink;
    }
    m_link = m_firstLink + static_cast<std::uint32_t>(m_links.size()) - 1;
}

std::string TerminalScreen::linkAt(std::uint32_t link) const
{
    const bool isKnown = link >= m_firstLink && link - m_firstLink < m_links.size();
    return isKnown ? m_links[link - m_firstLink] : std::string();
}

void TerminalScreen::joined(char32_t mark)
{
    const auto [row, column] = m_lastPut;
    if (row >= rows() || column >= columns())
        return;
    TerminalCell cell = m_grid->row(row)[static_cast<std::size_t>(column)];
    if (cell.base == 0)
        return;
    cell.marks = numberOf(m_marks[cell.marks] + mark);
    m_grid->put(row, column, cell);
    damage(row, row + 1);
}

/// The texts of marks are few, and most cells have none.
std::uint16_t TerminalScreen::numberOf(const std::u32string& marks)
{
    if (const auto known = m_markNumbers.find(marks); known != m_markNumbers.end())
        return known->second;
    if (m_marks.size() >= kMostMarkTexts)
        return 0;
    m_marks.push_back(marks);
    return m_markNumbers[marks] = static_cast<std::uint16_t>(m_marks.size() - 1);
}

void TerminalScreen::damage(int top, int bottom)
{
    m_damage = m_damage.isNone()
        ? Damage{top, bottom}
        : Damage{std::min(m_damage.top, top), std::max(m_damage.bottom, bottom)};
}

TerminalScreen::Damage TerminalScreen::takeDamage()
{
    return std::exchange(m_damage, {});
}

void TerminalScreen::setAlternate(bool isAlternate)
{
    m_grid = isAlternate ? &m_alternate : &m_primary;
    damage(0, rows());
}

void TerminalScreen::resize(int rows, int columns)
{
    rows = rowsWithin(rows);
    columns = columnsWithin(columns);
    if (rows == this->rows() && columns == this->columns())
        return;
    const Cursor at = cursor();
    TerminalGrid& other = isAlternate() ? m_primary : m_alternate;
    m_grid->resize(rows, columns, at.row);
    other.resize(rows, columns, other.lastUsedRow());
    // libvterm keeps margins that are outside of the new size, and scrolls by them.
    const std::string whole
        = "\x1b[r\x1b[" + std::to_string(at.row + 1) + ';' + std::to_string(at.column + 1) + 'H';
    passed(whole);
    vterm_set_size(m_terminal->get(), rows, columns);
    damage(0, rows);
}

std::span<const TerminalCell> TerminalScreen::line(std::uint64_t number) const
{
    if (number < firstLine() || number >= endLine())
        return {};
    if (number < screenLine())
        return m_primary.left(number - firstLine());
    return m_grid->row(static_cast<int>(number - screenLine()));
}

QString TerminalScreen::textOf(const TerminalCell& cell) const
{
    if (cell.base == 0)
        return cell.width == 0 ? QString() : QStringLiteral(" ");
    QString text = QString::fromUcs4(&cell.base, 1);
    const std::u32string& marks = m_marks[cell.marks];
    return text + QString::fromUcs4(marks.data(), static_cast<qsizetype>(marks.size()));
}

std::size_t TerminalScreen::bytesOf(const TerminalCell& cell) const
{
    const bool isAscii = cell.base < 0x80 && cell.marks == 0 && cell.width == 1;
    return isAscii ? 1 : static_cast<std::size_t>(textOf(cell).toUtf8().size());
}

std::string TerminalScreen::textOf(std::uint64_t line, int from, int to) const
{
    const auto cells = this->line(line);
    std::string text;
    for (int i = std::max(from, 0); i < to && i < static_cast<int>(cells.size()); ++i) {
        const TerminalCell& cell = cells[static_cast<std::size_t>(i)];
        if (cell.base < 0x80 && cell.marks == 0 && cell.width == 1)
            text += cell.base == 0 ? ' ' : static_cast<char>(cell.base);
        else
            text += textOf(cell).toStdString();
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

TerminalScreen::Cursor TerminalScreen::cursor() const
{
    VTermPos at = {};
    vterm_state_get_cursorpos(vterm_obtain_state(m_terminal->get()), &at);
    Cursor cursor = m_cursor;
    cursor.row = std::clamp(at.row, 0, rows() - 1);
    cursor.column = std::clamp(at.col, 0, columns() - 1);
    return cursor;
}

std::string TerminalScreen::takeOutput()
{
    return std::exchange(m_output, {});
}

} // namespace sandbench::ui
