// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>

namespace sandbench::cli {

inline constexpr int kFullHistoryRuns = 10'000;

/// Writes a history of kFullHistoryRuns runs of "report.py" at @p path. What each printed has the
/// words "report" and "numbers"; the program of every twentieth has "needle". Errors: Io.
Result<void> fillHistory(const std::string& path);

} // namespace sandbench::cli
