// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/report/table_view.h"

#include "core/report/html_text.h"

namespace sandbench::report {

namespace {

constexpr std::size_t kMostRead = 256U << 10;
constexpr std::string_view kMark = "\xef\xbb\xbf"; // a byte order mark

class TableReader
{
public:
    TableReader(std::string_view text, char separator)
        : m_text(text)
        , m_separator(separator)
    {
    }

    TableView read()
    {
        while (!m_text.empty()) {
            if (m_table.rows.size() == kMostRows) {
                m_table.hasMoreRows = true;
                break;
            }
            readRow();
        }
        return std::move(m_table);
    }

private:
    void readRow()
    {
        std::vector<std::string> row;
        for (bool isOpen = true; isOpen;) {
            auto cell = readCell();
            if (row.size() < kMostColumns)
                row.push_back(std::move(cell));
            else
                m_table.hasMoreColumns = true;
            isOpen = !m_text.empty() && m_text.front() == m_separator;
            if (!m_text.empty())
                m_text.remove_prefix(m_text.starts_with("\r\n") ? 2 : 1);
        }
        m_table.rows.push_back(std::move(row));
    }

    /// Leaves the separator or the line's end.
    std::string readCell()
    {
        std::string cell;
        bool isQuoted = m_text.starts_with('"');
        if (isQuoted)
            m_text.remove_prefix(1);
        while (!m_text.empty()) {
            const char c = m_text.front();
            if (isQuoted && m_text.starts_with("\"\"")) {
                m_text.remove_prefix(1);
            } else if (isQuoted && c == '"') {
                isQuoted = false;
                m_text.remove_prefix(1);
                continue;
            } else if (!isQuoted && (c == m_separator || c == '\n' || m_text.starts_with("\r\n"))) {
                break;
            }
            cell += c;
            m_text.remove_prefix(1);
        }
        const auto kept = cutAtCharacter(cell, kMostCell);
        if (kept.size() == cell.size())
            return cell;
        m_table.hasCutCells = true;
        return std::string(kept) + "…";
    }

    std::string_view m_text;
    const char m_separator;
    TableView m_table;
};

void addRow(std::string& html, const std::vector<std::string>& row, bool isHead)
{
    html += "<tr>";
    for (const auto& cell : row)
        html += (isHead ? "<th scope=\"col\">" : "<td>") + htmlText(cell)
            + (isHead ? "</th>" : "</td>");
    html += "</tr>\n";
}

} // namespace

TableView readTable(std::string_view bytes, char separator)
{
    const bool isCut = bytes.size() > kMostRead;
    bytes = cutAtCharacter(bytes, kMostRead);
    if (bytes.starts_with(kMark))
        bytes.remove_prefix(kMark.size());
    auto table = TableReader(bytes, separator).read();
    table.hasMoreRows = table.hasMoreRows || isCut;
    return table;
}

std::string tableHtml(const TableView& table)
{
    std::string html = "<div class=\"scroll\" tabindex=\"0\"><table>\n";
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        if (i == 0)
            html += "<thead>\n";
        if (i == 1)
            html += "<tbody>\n";
        addRow(html, table.rows[i], i == 0);
        if (i == 0)
            html += "</thead>\n";
    }
    html += std::string(table.rows.size() > 1 ? "</tbody>\n" : "") + "</table></div>\n";
    std::string left;
    const auto add = [&left](bool isSo, const char* what) {
        if (isSo)
            left += (left.empty() ? "" : ", ") + std::string(what);
    };
    add(table.hasMoreRows, "more rows");
    add(table.hasMoreColumns, "more columns");
    add(table.hasCutCells, "the ends of long cells");
    return left.empty() ? html : html + "<p class=\"quiet\">Not shown: " + left + ".</p>\n";
}

} // namespace sandbench::report
