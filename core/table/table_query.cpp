// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/table/table_query.h"

#include "core/base/text.h"
#include "core/table/number_text.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_set>

namespace sandbench::table {

namespace {

constexpr std::size_t kLookEvery = 4'096; ///< Rows between two looks at a stop token.

Error stopped()
{
    return {ErrorCode::Cancelled, "stopped while reading a table"};
}

/// What a cell is sorted by.
struct SortKey
{
    enum class Kind : std::uint8_t { Number, Text, Empty };

    Kind kind = Kind::Empty;
    std::uint32_t row = 0;
    double number = 0;
    std::string text;
};

SortKey keyOf(std::string cell, std::uint32_t row)
{
    if (const auto number = numberOf(cell))
        return {SortKey::Kind::Number, row, *number, {}};
    const bool isEmpty = cell.empty();
    return {isEmpty ? SortKey::Kind::Empty : SortKey::Kind::Text, row, 0, std::move(cell)};
}

bool isLess(const SortKey& a, const SortKey& b)
{
    if (a.kind != b.kind)
        return a.kind < b.kind;
    return a.kind == SortKey::Kind::Number ? a.number < b.number : a.text < b.text;
}

bool isInOrder(const SortKey& a, const SortKey& b, bool isDescending)
{
    if (a.kind == SortKey::Kind::Empty || b.kind == SortKey::Kind::Empty)
        return a.kind < b.kind;
    return isDescending ? isLess(b, a) : isLess(a, b);
}

bool holds(const Row& row, const std::string& text)
{
    return std::ranges::any_of(row, [&text](const std::string& cell) {
        return lowerCase(cell).find(text) != std::string::npos;
    });
}

Result<RowOrder>
sorted(const TableSource& table, RowOrder order, const Query& query, const std::stop_token& stop)
{
    std::vector<SortKey> keys;
    keys.reserve(order.size());
    for (const auto row : order) {
        if (keys.size() % kLookEvery == 0 && stop.stop_requested())
            return stopped();
        keys.push_back(keyOf(table.cell(row, *query.sortBy), row));
    }
    const auto isBefore = [&query](const SortKey& one, const SortKey& other) {
        return isInOrder(one, other, query.isDescending);
    };
    const auto at = [&keys](std::size_t place) {
        return keys.begin() + static_cast<std::ptrdiff_t>(std::min(place, keys.size()));
    };
    // In pieces, and then two by two: a sort that is under way cannot be left.
    for (std::size_t begin = 0; begin < keys.size(); begin += kLookEvery) {
        if (stop.stop_requested())
            return stopped();
        std::stable_sort(at(begin), at(begin + kLookEvery), isBefore);
    }
    for (auto size = kLookEvery; size < keys.size(); size *= 2)
        for (std::size_t begin = 0; begin < keys.size(); begin += 2 * size) {
            if (stop.stop_requested())
                return stopped();
            std::inplace_merge(at(begin), at(begin + size), at(begin + 2 * size), isBefore);
        }
    std::ranges::transform(keys, order.begin(), &SortKey::row);
    return order;
}

} // namespace

Result<RowOrder> rowsOf(const TableSource& table, const Query& query, const std::stop_token& stop)
{
    RowOrder order;
    const auto text = lowerCase(query.text);
    const auto count = static_cast<std::uint32_t>(
        std::min<std::size_t>(table.rowCount(), std::numeric_limits<std::uint32_t>::max()));
    for (std::uint32_t row = 0; row < count; ++row) {
        if (row % kLookEvery == 0 && stop.stop_requested())
            return stopped();
        if (text.empty() || holds(table.row(row), text))
            order.push_back(row);
    }
    if (!query.sortBy || *query.sortBy >= table.header().size())
        return order;
    return sorted(table, std::move(order), query, stop);
}

Result<ColumnStatistics> statisticsOf(
    const TableSource& table, const RowOrder& order, std::size_t column,
    const std::stop_token& stop)
{
    ColumnStatistics statistics;
    std::unordered_set<std::string> distinct;
    std::vector<double> numbers;
    for (const auto row : order) {
        if (statistics.cells++ % kLookEvery == 0 && stop.stop_requested())
            return stopped();
        auto cell = table.cell(row, column);
        if (const auto number = numberOf(cell))
            numbers.push_back(*number);
        statistics.empty += cell.empty() ? 1 : 0;
        if (!cell.empty() && distinct.size() < ColumnStatistics::kMostDistinct)
            distinct.insert(std::move(cell));
    }
    statistics.distinct = distinct.size();
    statistics.numbers = numbers.size();
    if (numbers.empty())
        return statistics;
    statistics.mean = std::accumulate(numbers.begin(), numbers.end(), 0.0)
        / static_cast<double>(numbers.size());
    const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
    std::ranges::nth_element(numbers, middle);
    statistics.median = *middle;
    if (numbers.size() % 2 == 0)
        statistics.median = (*middle + *std::max_element(numbers.begin(), middle)) / 2;
    const auto [least, greatest] = std::ranges::minmax(numbers);
    statistics.least = least;
    statistics.greatest = greatest;
    return statistics;
}

} // namespace sandbench::table
