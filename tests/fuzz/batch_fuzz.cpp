// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/batch/batch_row.h"
#include "tests/fuzz/require.h"

#include <string>

using namespace sandbench;
using namespace sandbench::batch;

/// Of a row that was just written, which ends with its only line feed.
static RowHead headOfWritten(std::string_view row)
{
    require(row.size() < kLongestRow && row.find('\n') == row.size() - 1);
    const auto head = headOf(row.substr(0, row.size() - 1));
    require(head.has_value() && head->line == 7 && parseJson(row, kLongestRow).has_value());
    return *head;
}

/// Input: a line of a batch, and a row of an earlier call's results. What is read leads to a row
/// that is known again by its begin.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto head = headOf(text))
        require(head->line > 0 && text.find(head->state) != std::string_view::npos);
    for (const bool hasFiles : {false, true}) {
        ItemRules rules;
        rules.hasFiles = hasFiles;
        const auto item = readItem(text, 7, rules);
        if (!item) {
            require(item.error().code() == ErrorCode::InvalidArgument);
            const auto row = rowOf(7, kUnreadable, {}, item.error().text());
            require(headOfWritten(row).state == kUnreadable);
            continue;
        }
        require(!item->checks.empty() && item->line == 7);
        require(item->id.size() <= kLongestId && oneLine(item->id, kLongestId) == item->id);
        require(hasFiles || item->file.empty());
        ItemEnd end;
        end.tests.resize(item->checks.size());
        require(headOfWritten(rowOf(*item, end)).state == check::stateName(end.state()));
    }
    return 0;
}
