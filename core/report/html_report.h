// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json_fwd.h"
#include "core/base/result.h"
#include "core/session/run_record.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace sandbench::report {

/// What a report has room for. What does not fit is left out, and the report says so.
struct ReportBounds
{
    std::size_t results = 1000; ///< More are only counted.
    std::uint64_t resultBytes = 64U << 20; ///< Of all that are in it.
    std::size_t textBytes = 256U << 10; ///< Of the code, and of each stream.
    std::size_t lines = 1000; ///< Of each list: findings, activity, warnings.
};

/// Untrusted bytes of a result by its place. Errors: where there are none, with the reason.
using BytesOfResult = std::function<Result<std::string>(std::size_t index)>;

/// A page that shows a run to whoever has no Sandbench: code, output, results, findings, activity,
/// environment, and how it ended. It needs nothing but itself and can reach nobody: its
/// Content-Security-Policy lets only our own scripts run, by their hashes, and load nothing.
/// Everything of the run is untrusted: text is escaped; pages and drawings are in frames without
/// scripts, rights or an origin; a Plotly figure is data that our script draws in such a frame.
/// @p record: as of the history, also of a run that goes on. @p bytesOf: asked once for each of
/// @p results that is shown, in their order. No I/O of its own. Thread: any.
/// Source: HTML Living Standard, 4.8.5 (iframe), 7.1.5 (sandboxing); CSP Level 3.
std::string htmlReport(
    const Json& record, const std::vector<Artifact>& results, const BytesOfResult& bytesOf,
    const ReportBounds& bounds = {});

} // namespace sandbench::report
