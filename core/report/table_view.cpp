// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/report/table_view.h"

#include "core/base/text.h"
#include "core/report/html_text.h"
#include "core/table/delimited_text.h"

namespace sandbench::report {

namespace {

constexpr std::size_t kMostRead = 256U << 10;
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
    auto text = table::withoutMark(cutAtCharacter(bytes, kMostRead));
    TableView shown;
    while (!text.empty() && shown.rows.size() < kMostRows) {
        auto row = table::takeRow(text, separator, {kMostColumns, kMostCell});
        shown.hasMoreColumns = shown.hasMoreColumns || row.hasMoreColumns;
        shown.hasCutCells = shown.hasCutCells || row.hasCutCells;
        shown.rows.push_back(std::move(row.cells));
    }
    shown.hasMoreRows = !text.empty() || bytes.size() > kMostRead;
    return shown;
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
