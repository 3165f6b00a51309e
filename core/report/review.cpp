// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/report/review.h"

#include "core/base/json.h"
#include "core/base/text.h"

#include <algorithm>

namespace sandbench::report {

Result<void> checkReview(const Review& review)
{
    if (!review.verdict.empty()
        && std::ranges::find(kReviewVerdicts, review.verdict) == kReviewVerdicts.end())
        return Error(
            ErrorCode::InvalidArgument,
            "verdict: say accepted, needs_work or rejected, not '" + review.verdict.substr(0, 64)
                + "'");
    if (review.note.size() > kLongestReviewNote)
        return Error(
            ErrorCode::InvalidArgument,
            "note: it has " + std::to_string(review.note.size()) + " bytes; at most "
                + std::to_string(kLongestReviewNote) + " are kept");
    return {};
}

std::string reviewWords(std::string_view verdict)
{
    if (verdict == "accepted")
        return "Accepted";
    if (verdict == "needs_work")
        return "Needs work";
    return verdict == "rejected" ? "Rejected" : std::string(verdict);
}

Json toJson(const Review& review)
{
    return {
        {"verdict", review.verdict.empty() ? Json() : Json(replaceInvalidUtf8(review.verdict))},
        {"note", replaceInvalidUtf8(review.note)},
        {"reviewed_at", review.reviewedAt}};
}

Review reviewOf(const Json& record)
{
    const auto& json = jsonField(record, "review");
    return {jsonString(json, "verdict"), jsonString(json, "note"), jsonString(json, "reviewed_at")};
}

} // namespace sandbench::report
