// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/artifact/chart.h"

#include <optional>
#include <string_view>

namespace sandbench {

inline constexpr const char* kPlotlyMime = "application/vnd.plotly.v1+json";

/// What a Plotly figure's JSON shows: lines, points, bars, shares, distributions and prices, a
/// panel for each pair of axes; what has no points of its own (heat maps, maps, …) is counted.
/// Untrusted. Nothing where no trace has points, and for a figure of more than @p maxBytes, which
/// would take longer to read than to show. No I/O. Source: Plotly.js, figure reference.
std::optional<Chart> chartOfPlotly(std::string_view figure, std::size_t maxBytes = 16U << 20);

} // namespace sandbench
