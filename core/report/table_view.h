// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sandbench::report {

/// The beginning of a table.
struct TableView
{
    std::vector<std::vector<std::string>> rows; ///< The first one are the heads.
    bool hasMoreRows = false, hasMoreColumns = false, hasCutCells = false;
};

inline constexpr std::size_t kMostRows = 21, kMostColumns = 12, kMostCell = 200;

/// Reads at most 256 KiB of @p bytes, as core/table/delimited_text.h does. No I/O.
TableView readTable(std::string_view bytes, char separator);

/// An HTML table, and a sentence on what is not shown.
std::string tableHtml(const TableView& table);

} // namespace sandbench::report
