// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "core/session/activity.h"
#include "core/session/activity_words.h"
#include "core/session/folder_change.h"
#include "core/session/variables.h"
#include "tests/fuzz/require.h"

using namespace sandbench;

/// Whatever it says of variables is bounded, and can be written and read again.
static void readAsVariables(const Json& reply)
{
    if (const auto list = readVariables(reply))
        require(list->variables.size() <= kMostVariables);
    const auto details = readVariable(reply);
    if (!details)
        return;
    require(details->table.rows.size() <= 200 && details->table.columns.size() <= 50);
    for (const auto& row : details->table.rows)
        require(row.cells.size() == details->table.columns.size());
    for (const auto& series : details->chart.series)
        require(series.values.size() <= 2000);
    require(parseJson(writeJson(variableJson(*details)), 64U << 20).has_value());
}

static void readAsFolderChange(std::string_view line)
{
    if (const auto change = folderChangeOf(line, "/work"))
        require(change->path.starts_with("/work/") && change->path.size() <= 4096);
}

/// Input: an agent's Reply. Whatever it says, the record is what its schema says, and bounded.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const auto reply = parseJson({reinterpret_cast<const char*>(data), size});
    if (!reply)
        return 0;
    readAsVariables(*reply);
    readAsFolderChange({reinterpret_cast<const char*>(data), size});
    const auto activity = toJson(readActivity(*reply, "x86_64"));
    require(checkFields(activity, activityFields()).has_value());
    const auto again = parseJson(writeJson(activity), 64U << 20);
    require(again.has_value() && activityLines({{"activity", *again}}).size() <= 5000);
    return 0;
}
