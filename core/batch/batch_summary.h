// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/batch/batch_folder.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::batch {

inline constexpr const char* kSummaryName = "summary.json";
inline constexpr const char* kPageName = "summary.html";

/// Of lines that did not pass, the first ones. Of more the results tell.
inline constexpr std::size_t kMostShown = 200, kMostSlow = 10;

/// What the rows of a batch say together. All texts in it are foreign.
struct Summary
{
    struct Shown
    {
        std::uint64_t line = 0;
        std::string id, state, why;
        double seconds = 0;
    };

    std::uint64_t lines = 0; ///< Of the input; see Overview::lines.
    std::uint64_t rows = 0;
    std::map<std::string, std::uint64_t> states; ///< "passed", "unreadable" …
    std::map<std::string, std::uint64_t> verdicts, languages, places; ///< Of what ran.
    std::uint64_t tests = 0, testsPassed = 0; ///< A line without tests is one.
    std::uint64_t begunAgain = 0; ///< Lines that were begun more than once.
    double programSeconds = 0;
    std::uint64_t peakMemoryBytes = 0;
    std::vector<Shown> notPassed; ///< The first ones.
    std::vector<Shown> slowest; ///< The slowest first.
    std::map<std::string, std::uint64_t> unused; ///< See Overview::unused.

    std::uint64_t count(std::string_view state) const;
    bool isComplete() const { return rows == lines; }
    bool hasPassed() const { return isComplete() && count("passed") == lines; }
};

/// Adds one row, and returns what is shown of it. No I/O. Errors: InvalidArgument for what is none.
Result<Summary::Shown> addRow(Summary& summary, std::string_view row);
/// Of all rows that there are. Errors: Folder::read()'s, addRow()'s.
Result<Summary> summaryOf(const Folder& folder, std::uint64_t lines);

/// Schema "sandbench.batch-summary/1". No I/O.
Json toJson(const Summary& summary);
/// The same as a page that loads nothing and has no scripts. @p title: foreign. No I/O.
std::string summaryPage(const Summary& summary, const std::string& title);

} // namespace sandbench::batch
