// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/row_table.h"

#include "app/cli/text.h"

#include <algorithm>

namespace sandbench::cli {

std::string tableText(const std::vector<std::vector<std::string>>& rows)
{
    const auto cellOf
        = [](const std::string& text) { return text.empty() ? "-" : printable(text); };
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t column = 0; column < row.size(); ++column)
            widths[column] = std::max(widths[column], cellOf(row[column]).size());
    }
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t column = 0; column < row.size(); ++column) {
            line += cellOf(row[column]);
            line.resize(line.size() + widths[column] - cellOf(row[column]).size() + 2, ' ');
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

} // namespace sandbench::cli
