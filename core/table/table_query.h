// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/table/table_source.h"

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

/// What people ask of a table. No I/O. Errors: Cancelled. Thread: any.
namespace sandbench::table {

struct Query
{
    std::string text; ///< In some cell of each row, whatever its case (of ASCII); empty = all rows.
    std::optional<std::size_t> sortBy; ///< A column; nothing = the table's own order.
    bool isDescending = false;
};

/// Numbers come before texts, texts in the order of their bytes, empty cells always last; equal
/// rows stay in the table's order.
Result<RowOrder> rowsOf(const TableSource& table, const Query& query, const std::stop_token& stop);

/// Of one column.
struct ColumnStatistics
{
    std::size_t cells = 0, empty = 0, numbers = 0;
    /// At most kMostDistinct are counted.
    std::size_t distinct = 0;
    double least = 0, greatest = 0, mean = 0, median = 0; ///< Of the numbers, where there are any.

    static constexpr std::size_t kMostDistinct = 100'000;
};

Result<ColumnStatistics> statisticsOf(
    const TableSource& table, const RowOrder& order, std::size_t column,
    const std::stop_token& stop);

} // namespace sandbench::table
