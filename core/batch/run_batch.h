// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/batch/batch_folder.h"
#include "core/batch/batch_input.h"
#include "core/batch/batch_place.h"
#include "core/batch/batch_row.h"
#include "core/language/language.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::batch {

/// A line is begun so often at most; of one whose place went away each time, that is its end.
inline constexpr std::size_t kMostAttempts = 3;

struct Plan
{
    Input& input; ///< It was scanned.
    const Overview& overview;
    Folder& folder;
    ItemRules rules;
    const LanguageCatalog& languages;
    std::string filesFolder = {}; ///< Of Item::file; empty = there is none.
    std::vector<std::unique_ptr<Place>> places; ///< At least one.
    std::size_t jobs = 1; ///< Lines at once, at all places together.
    /// Told of each line that is over: its row, and where that begins in the results. One call at a
    /// time, on threads of runBatch(). Units: bytes.
    std::function<void(RowHead head, std::string_view row, std::uint64_t at)> onRow = {};
    /// Told when a place does not take a line, in one sentence. The same.
    std::function<void(const std::string& sentence)> onNote = {};
};

/// Runs every line that the folder has no row of, and adds its row. Never are there more lines in
/// memory than jobs. What was begun and is not over when it returns is begun anew the next time.
/// Errors: Cancelled; those of Input::next() and Folder; that of the first place, where no place
/// takes anything any more. The folder can go on after each of them.
Result<void> runBatch(Plan& plan, const std::stop_token& stop);

} // namespace sandbench::batch
