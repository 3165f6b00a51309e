// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/table/delimited_text.h"

#include "core/base/text.h"
#include "core/table/number_text.h"

#include <algorithm>
#include <limits>

namespace sandbench::table {

namespace {

constexpr std::string_view kMark = "\xef\xbb\xbf";
constexpr std::size_t kStopEvery = 65'536; ///< Rows between two looks at a stop token.
constexpr RowBounds kBounds;

/// Where in a row a byte stands.
enum class Place { CellStart, Plain, Quoted, QuoteInQuoted };

Place after(Place place, char c, char separator)
{
    if (c == '"' && (place == Place::CellStart || place == Place::QuoteInQuoted))
        return Place::Quoted;
    if (place == Place::Quoted)
        return c == '"' ? Place::QuoteInQuoted : Place::Quoted;
    return c == separator ? Place::CellStart : Place::Plain;
}

/// Only opens or closes quotation marks.
bool isMarkOnly(Place before, Place now)
{
    return (before == Place::CellStart && now == Place::Quoted)
        || (before == Place::Quoted && now == Place::QuoteInQuoted);
}

/// What a row has, without the bytes of its cells.
struct RowShape
{
    std::size_t end = 0; ///< Past its end of line.
    std::size_t columns = 1;
};

RowShape shapeOfQuoted(std::string_view text, std::size_t from, char separator)
{
    RowShape shape{text.size()};
    auto place = Place::CellStart;
    for (auto i = from; i < text.size(); ++i) {
        if (text[i] == '\n' && place != Place::Quoted) {
            shape.end = i + 1;
            break;
        }
        place = after(place, text[i], separator);
        shape.columns += place == Place::CellStart ? 1 : 0;
    }
    return shape;
}

RowShape shapeOfPlain(std::string_view text, std::size_t from, char separator)
{
    const auto end = std::min(text.find('\n', from), text.size() - 1) + 1;
    const auto separators = std::count(
        text.begin() + static_cast<std::ptrdiff_t>(from),
        text.begin() + static_cast<std::ptrdiff_t>(end), separator);
    return {end, static_cast<std::size_t>(separators) + 1};
}

class DelimitedTable : public TableSource
{
public:
    DelimitedTable(std::string bytes, char separator)
        : m_bytes(std::move(bytes))
        , m_separator(separator)
    {
    }

    Result<void> read(const std::stop_token& stop);

    const Row& header() const override { return m_header; }
    std::size_t rowCount() const override { return m_starts.size() < 2 ? 0 : m_starts.size() - 2; }
    Row row(std::size_t index) const override { return cellsAt(index + 1); }
    std::string cell(std::size_t index, std::size_t column) const override;
    std::string missing() const override { return m_missing; }

private:
    void note(bool isSo, const char* sentence)
    {
        if (isSo)
            m_missing += (m_missing.empty() ? "" : " ") + std::string(sentence);
    }

    std::string_view textAt(std::size_t line) const
    {
        const auto size = m_starts[line + 1] - m_starts[line];
        return std::string_view(m_bytes).substr(
            m_starts[line], std::min<std::size_t>(size, kMostRowBytes));
    }

    Row cellsAt(std::size_t line) const
    {
        auto text = textAt(line);
        auto cells = takeRow(text, m_separator, kBounds).cells;
        cells.resize(m_columns);
        return cells;
    }

    const std::string m_bytes;
    const char m_separator;
    std::vector<std::uint32_t> m_starts; ///< Of all lines, the header's first, and the last's end.
    std::size_t m_columns = 0;
    Row m_header;
    std::string m_missing;
};

Result<void> DelimitedTable::read(const std::stop_token& stop)
{
    const auto text
        = std::string_view(m_bytes).substr(0, std::numeric_limits<std::uint32_t>::max());
    const bool isQuoted = text.find('"') != std::string_view::npos;
    std::size_t at = text.size() - withoutMark(text).size(), widest = 1;
    bool isCut = false;
    while (at < text.size() && m_starts.size() <= kMostRows) {
        if (m_starts.size() % kStopEvery == 0 && stop.stop_requested())
            return Error(ErrorCode::Cancelled, "stopped while reading a table");
        m_starts.push_back(static_cast<std::uint32_t>(at));
        const auto shape
            = isQuoted ? shapeOfQuoted(text, at, m_separator) : shapeOfPlain(text, at, m_separator);
        isCut = isCut || shape.end - at > kMostRowBytes;
        widest = std::max(widest, shape.columns);
        at = shape.end;
    }
    m_starts.push_back(static_cast<std::uint32_t>(at));
    m_columns = std::min(widest, kBounds.columns);
    if (m_starts.size() > 1)
        m_header = cellsAt(0);
    note(at < m_bytes.size(), "Only the first 5 million rows are shown.");
    note(isCut, "Of rows of more than 1 MB only the beginning is shown.");
    note(widest > m_columns, "Only the first 1,000 columns are shown.");
    return {};
}

/// As row() has it, without the others: a sort asks for one of each row.
std::string DelimitedTable::cell(std::size_t index, std::size_t column) const
{
    std::string_view text = textAt(index + 1);
    auto place = Place::CellStart;
    for (; column > 0 && !text.empty(); text.remove_prefix(1)) {
        place = after(place, text.front(), m_separator);
        column -= place == Place::CellStart ? 1 : 0;
    }
    return text.empty() ? std::string()
                        : takeRow(text, m_separator, {1, kBounds.cellBytes}).cells.front();
}

void appendCell(std::string& csv, const std::string& cell)
{
    const bool isFormula = !cell.empty()
        && std::string_view("=+-@\t\r").find(cell.front()) != std::string_view::npos
        && !numberOf(cell);
    const auto shown = isFormula ? '\'' + cell : cell;
    if (shown.find_first_of(",\"\n\r") == std::string::npos) {
        csv += shown;
        return;
    }
    csv += '"';
    for (const char c : shown)
        csv.append(c == '"' ? 2 : 1, c);
    csv += '"';
}

void appendRow(std::string& csv, const Row& row)
{
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (i > 0)
            csv += ',';
        appendCell(csv, row[i]);
    }
    csv += '\n';
}

} // namespace

TakenRow takeRow(std::string_view& text, char separator, const RowBounds& bounds)
{
    TakenRow row;
    std::string cell;
    const auto finish = [&] {
        row.hasMoreColumns = row.hasMoreColumns || row.cells.size() == bounds.columns;
        const bool isCut = cell.size() > bounds.cellBytes;
        row.hasCutCells = row.hasCutCells || isCut;
        if (row.cells.size() < bounds.columns)
            row.cells.push_back(
                isCut ? std::string(cutAtCharacter(cell, bounds.cellBytes)) + "…" : cell);
        cell.clear();
    };
    auto place = Place::CellStart;
    std::size_t i = 0;
    for (; i < text.size() && (text[i] != '\n' || place == Place::Quoted); ++i) {
        const auto before = std::exchange(place, after(place, text[i], separator));
        if (place == Place::CellStart)
            finish();
        else if (!isMarkOnly(before, place) && cell.size() <= bounds.cellBytes)
            cell += text[i];
    }
    if (i < text.size() && i > 0 && text[i - 1] == '\r' && cell.ends_with('\r'))
        cell.pop_back();
    finish();
    text.remove_prefix(std::min(i + 1, text.size()));
    return row;
}

std::string_view withoutMark(std::string_view text)
{
    return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

char separatorOf(std::string_view text)
{
    const auto line = text.substr(0, std::min<std::size_t>(text.find('\n'), 65'536));
    char best = ',';
    for (const char candidate : {';', '\t'})
        if (std::ranges::count(line, candidate) > std::ranges::count(line, best))
            best = candidate;
    return best;
}

Result<std::shared_ptr<const TableSource>>
readDelimited(std::string bytes, char separator, const std::stop_token& stop)
{
    auto table = std::make_shared<DelimitedTable>(std::move(bytes), separator);
    SANDBENCH_TRY_VOID(table->read(stop));
    return std::shared_ptr<const TableSource>(std::move(table));
}

Result<std::string>
csvOf(const TableSource& table, const RowOrder& order, const std::stop_token& stop)
{
    std::string csv;
    appendRow(csv, table.header());
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i % kStopEvery == 0 && stop.stop_requested())
            return Error(ErrorCode::Cancelled, "stopped while writing a table");
        appendRow(csv, table.row(order[i]));
    }
    return csv;
}

std::string csvOf(const TableSource& table)
{
    std::string csv;
    appendRow(csv, table.header());
    for (std::size_t i = 0; i < table.rowCount(); ++i)
        appendRow(csv, table.row(i));
    return csv;
}

} // namespace sandbench::table
