// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <string>

/// What a cluster says of the objects that make a sandbox's pod. Untrusted; texts are one line and
/// bounded. No I/O. Source: job.h, claim.h.
namespace sandbench::kubernetes {

struct JobState
{
    std::string uid;
    bool isSuspended = false; ///< As by a queue that has not admitted it.
    std::string failure; ///< Empty = it has not failed.
};
JobState readJobState(const Json& job);

struct ClaimState
{
    std::string sandbox; ///< The object of that kind which has the pod; empty = none yet.
    bool isReady = false; ///< It has a sandbox whose pod runs.
    std::string reason, message; ///< Of its condition Ready.
};
ClaimState readClaimState(const Json& claim);

/// Whether waiting may help a claim of @p pool. Errors: NotFound (there is no such pool),
/// Unavailable (the cluster does not try again).
Result<void> checkHope(const ClaimState& state, const std::string& pool);

} // namespace sandbench::kubernetes
