// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sandbench::table {

using Row = std::vector<std::string>;

/// Rows of texts below a header, which never change: one at a time, as there may be millions.
/// Untrusted. Thread: any, and several at once.
class TableSource
{
public:
    virtual ~TableSource() = default;

    /// The names of the columns; some may be empty or the same.
    virtual const Row& header() const = 0;
    virtual std::size_t rowCount() const = 0;
    /// Row @p index, from 0: as many cells as the header has names.
    virtual Row row(std::size_t index) const = 0;
    /// One cell of it.
    virtual std::string cell(std::size_t index, std::size_t column) const
    {
        return row(index)[column];
    }
    /// What is not in the table, as a sentence; empty = nothing is missing.
    virtual std::string missing() const { return {}; }
};

/// All rows in memory.
struct SmallTable : TableSource
{
    Row names;
    std::vector<Row> rows; ///< Each as long as the names.

    const Row& header() const override { return names; }
    std::size_t rowCount() const override { return rows.size(); }
    Row row(std::size_t index) const override { return rows[index]; }
};

/// Which rows of a source are shown, in their order.
using RowOrder = std::vector<std::uint32_t>;

} // namespace sandbench::table
