// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json_fwd.h"
#include "core/base/result.h"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace sandbench::report {

/// What a person thinks of a run, kept beside its record.
struct Review
{
    std::string verdict; ///< One of kReviewVerdicts; empty = none yet, with only a note.
    std::string note;
    std::string reviewedAt = {}; ///< RFC 3339, UTC; whoever keeps it sets it.

    bool isEmpty() const { return verdict.empty() && note.empty(); }
};

inline constexpr std::array<std::string_view, 3> kReviewVerdicts
    = {"accepted", "needs_work", "rejected"};
/// Units: bytes.
inline constexpr std::size_t kLongestReviewNote = 16U << 10;

/// Errors: InvalidArgument naming "verdict" or "note".
Result<void> checkReview(const Review& review);
/// "Accepted", "Needs work", "Rejected"; other text as it is.
std::string reviewWords(std::string_view verdict);
/// {verdict, note, reviewed_at}: "review" of a record, and of no other shape. The verdict is null
/// where there is none.
Json toJson(const Review& review);
Review reviewOf(const Json& record);

} // namespace sandbench::report
