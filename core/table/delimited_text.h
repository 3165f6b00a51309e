// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/table/table_source.h"

#include <memory>
#include <stop_token>
#include <string_view>

/// Tables as text: CSV, TSV and what is like them. Source: RFC 4180; what it does not say is read
/// as most programs do: a quotation mark inside of a cell is one, an open one ends with the text.
/// No I/O. Thread: any.
namespace sandbench::table {

struct RowBounds
{
    std::size_t columns = 1'000;
    std::size_t cellBytes = 10'000;
};

/// One row that was taken off a text.
struct TakenRow
{
    Row cells; ///< At least one, which may be empty.
    bool hasMoreColumns = false;
    bool hasCutCells = false; ///< Those end with "…".
};

/// Takes the first row and its end off @p text, which is not empty.
TakenRow takeRow(std::string_view& text, char separator, const RowBounds& bounds);

/// The text without a byte order mark.
std::string_view withoutMark(std::string_view text);

/// Of tabs, semicolons and commas the one that the first line has most of; a comma where it has
/// none.
char separatorOf(std::string_view text);

/// More is not read, and named by TableSource::missing().
inline constexpr std::size_t kMostRows = 5'000'000, kMostRowBytes = 1U << 20;

/// A table that keeps @p bytes and where its rows begin: cells are read when they are asked for.
/// The first row is the header. Errors: Cancelled.
Result<std::shared_ptr<const TableSource>>
readDelimited(std::string bytes, char separator, const std::stop_token& stop);

/// The rows in @p order as CSV, with \n. Programs for tables take a text that begins like a formula
/// for one: such a text that is no number gets an apostrophe before it. Errors: Cancelled.
Result<std::string>
csvOf(const TableSource& table, const RowOrder& order, const std::stop_token& stop);
/// All rows.
std::string csvOf(const TableSource& table);

} // namespace sandbench::table
