// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workspace/run_history.h"

#include <string>
#include <string_view>
#include <vector>

/// What a history's file has beside the records, so that runs are found without reading them: facts
/// of each run for lists, an index of its text, and reviews. Triggers keep the first two, from the
/// record. Source: SQLite, FTS5 with its trigram tokenizer, JSON1. No I/O of its own.
namespace sandbench::workspace {

/// Step of the file that made them, for those who read an older one.
inline constexpr int kSearchSince = 6;
/// The SQL of that step; see historySteps(). It also reads the records that are there.
const char* searchTables();

/// Part of a SELECT on `runs AS r`: what a run must have to be listed, with the texts that its
/// question marks are bound to, in their order.
struct SearchSql
{
    std::string condition; ///< "" or " AND …"
    std::vector<std::string> texts;
};

/// The words of a search: what stands between blanks or in double quotes; empty ones are left out,
/// and so are those after the eighth.
std::vector<std::string> searchWords(std::string_view search);
/// Every word must be in the text of the run or in the note of its review; capital and small
/// letters of ASCII count as the same.
SearchSql searchSql(const HistoryQuery& query);

} // namespace sandbench::workspace
