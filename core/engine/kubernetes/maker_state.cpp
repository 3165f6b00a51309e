// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/maker_state.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace sandbench::kubernetes {

namespace {

constexpr std::size_t kMostMakerWords = 400;
constexpr std::size_t kLongestMakerName = 253;
/// What the cluster does not try again.
constexpr std::array<std::string_view, 4> kHopeless
    = {"InvalidMetadata", "ClaimExpired", "SandboxExpired", "TemplateNotFound"};

} // namespace

JobState readJobState(const Json& job)
{
    JobState state;
    state.uid = jsonString(jsonField(job, "metadata"), "uid");
    state.isSuspended = jsonBool(jsonField(job, "spec"), "suspend");
    for (const auto& condition : jsonList(jsonField(job, "status"), "conditions"))
        if (jsonString(condition, "type") == "Failed" && jsonString(condition, "status") == "True")
            state.failure = oneLine(
                jsonString(condition, "message", jsonString(condition, "reason", "no reason")),
                kMostMakerWords);
    return state;
}

ClaimState readClaimState(const Json& claim)
{
    const Json& status = jsonField(claim, "status");
    ClaimState state;
    state.sandbox = oneLine(jsonString(jsonField(status, "sandbox"), "name"), kLongestMakerName);
    for (const auto& condition : jsonList(status, "conditions")) {
        if (jsonString(condition, "type") != "Ready")
            continue;
        state.isReady = jsonString(condition, "status") == "True" && !state.sandbox.empty();
        state.reason = oneLine(jsonString(condition, "reason"), 80);
        state.message = oneLine(jsonString(condition, "message"), kMostMakerWords);
    }
    return state;
}

Result<void> checkHope(const ClaimState& state, const std::string& pool)
{
    if (state.isReady)
        return {};
    if (state.reason == "WarmPoolNotFound")
        return Error(
            ErrorCode::NotFound,
            "the namespace has no warm pool " + oneLine(pool, 100)
                + "; see 'kubectl get sandboxwarmpools'");
    if (std::find(kHopeless.begin(), kHopeless.end(), state.reason) != kHopeless.end())
        return Error(
            ErrorCode::Unavailable,
            "the warm pool " + oneLine(pool, 100) + " gives no pod (" + state.reason + ": "
                + state.message + "); see 'kubectl describe sandboxclaims'");
    return {};
}

} // namespace sandbench::kubernetes
