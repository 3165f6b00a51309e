// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/batch/batch_item.h"
#include "core/check/check_matrix.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The rows of results.jsonl. No I/O. Thread: as a value.
namespace sandbench::batch {

/// States of lines that are not run; of those that are, check::stateName().
inline constexpr std::string_view kUnreadable = "unreadable", kDuplicate = "duplicate";

/// Kept of each stream of a test, and of all tests of a line. Units: bytes.
inline constexpr std::size_t kMostRowStream = 64U << 10, kMostRowOutput = 1U << 20;
/// Of a row that is read. Written ones are shorter: a byte becomes six at most.
inline constexpr std::size_t kLongestRow = 16U << 20;

/// One test of a line, or the only run of one without tests.
struct TestEnd
{
    check::Outcome outcome = {};
    std::string output = {}, errors = {}; ///< Raw, the beginning of both streams.
    bool isCut = false; ///< There was more of them.
    std::optional<int> signal = std::nullopt;
    std::string startedAt = {}; ///< RFC 3339; empty = nothing ran.
};

/// How a line ended.
struct ItemEnd
{
    std::vector<TestEnd> tests; ///< As Item::checks; what was not reached is Waiting.
    std::string place; ///< For people: "docker tcp://…".
    std::vector<std::string> lostAt; ///< Places that it began at before, and that went away.
    /// An earlier program of ours began it, and its end is not known.
    bool startedBefore = false;
    std::vector<std::string> relaxed; ///< What of the isolation is less than usual.

    /// Passed where all did; else of the first that did not.
    check::CheckState state() const;
};

/// With its line feed: {"line":7,"state":"passed", …}, these two first.
std::string rowOf(const Item& item, const ItemEnd& end);
/// Of one that is not run. @p state: kUnreadable or kDuplicate. @p id: empty = not known.
std::string
rowOf(std::uint64_t line, std::string_view state, const std::string& id, const std::string& why);

/// Of a row as rowOf() begins it; nothing = it is none.
struct RowHead
{
    std::uint64_t line = 0;
    std::string_view state; ///< Into the row.
};
std::optional<RowHead> headOf(std::string_view row);

} // namespace sandbench::batch
