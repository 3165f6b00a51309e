// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/variable_text.h"

#include "app/cli/text.h"
#include "core/base/text.h"

#include <algorithm>

namespace sandbench::cli {

namespace {

// Units: bytes, rows, columns; what a terminal shows well.
constexpr std::size_t kMostValue = 60;
constexpr std::size_t kMostCell = 24;
constexpr std::size_t kMostRows = 20;
constexpr std::size_t kMostColumns = 8;

std::string firstCells(const VariableTable& table)
{
    const auto columns = std::min(kMostColumns, table.columns.size());
    std::vector<std::vector<std::string>> lines{{""}};
    for (std::size_t i = 0; i < columns; ++i)
        lines[0].push_back(oneLine(table.columns[i], kMostCell));
    for (const auto& row : table.rows) {
        if (lines.size() > kMostRows)
            break;
        lines.push_back({oneLine(row.name, kMostCell)});
        for (std::size_t i = 0; i < columns; ++i)
            lines.back().push_back(oneLine(row.cells[i], kMostCell));
    }
    std::string text = tableText(lines);
    if (const auto shown = lines.size() - 1; table.rowCount > static_cast<std::int64_t>(shown))
        text += std::to_string(shown) + " of " + std::to_string(table.rowCount) + " rows\n";
    if (table.columnCount > static_cast<std::int64_t>(columns))
        text += std::to_string(columns) + " of " + std::to_string(table.columnCount) + " columns\n";
    return text;
}

} // namespace

std::string variableLines(const VariableList& list)
{
    if (list.variables.empty())
        return "nothing is defined\n";
    std::vector<std::vector<std::string>> lines{{"NAME", "TYPE", "SIZE", "VALUE"}};
    for (const auto& one : list.variables)
        lines.push_back({one.name, one.type, one.size, oneLine(one.value, kMostValue)});
    std::sort(lines.begin() + 1, lines.end());
    std::string text = tableText(lines);
    if (const auto shown = static_cast<std::int64_t>(list.variables.size()); list.total > shown)
        text += "the last " + std::to_string(shown) + " of " + std::to_string(list.total) + "\n";
    return text;
}

std::string variableText(const VariableDetails& details)
{
    const auto& variable = details.variable;
    std::string text = printable(variable.name) + ": " + printable(variable.type)
        + (variable.size.empty() ? "" : ", " + printable(variable.size)) + "\n";
    for (std::string_view rest = details.text; !rest.empty();)
        text += printable(takeUpTo(rest, '\n')) + "\n";
    if (details.isCut)
        text += "… and more\n";
    if (!details.table.isEmpty())
        text += "\n" + firstCells(details.table);
    return text;
}

} // namespace sandbench::cli
