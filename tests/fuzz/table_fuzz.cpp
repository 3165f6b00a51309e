// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/table/delimited_text.h"
#include "core/table/table_query.h"
#include "tests/fuzz/require.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

using namespace sandbench;
using namespace sandbench::table;

/// Input: a separator, then a text. Its rows are of one width, a cell alone is the row's, each row
/// is once in each order, and what is written as CSV has the same cells.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    constexpr char kSeparators[] = {',', ';', '\t', '|'};
    const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
    const auto table = *readDelimited(text, kSeparators[data[0] % 4], {});
    const auto width = table->header().size();
    for (std::size_t i = 0; i < table->rowCount(); ++i) {
        const auto row = table->row(i);
        require(row.size() == width);
        for (std::size_t column = 0; column < width; ++column)
            require(table->cell(i, column) == row[column]);
    }
    auto order = *rowsOf(*table, {{}, 0, false}, {});
    std::sort(order.begin(), order.end());
    require(order == *rowsOf(*table, {}, {}));
    if (width > 0)
        require(statisticsOf(*table, order, width - 1, {})->cells == table->rowCount());
    const auto again = *readDelimited(csvOf(*table), ',', {});
    require(again->rowCount() == table->rowCount());
    return 0;
}
