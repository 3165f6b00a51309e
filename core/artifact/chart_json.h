// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/artifact/chart.h"
#include "core/base/json_fwd.h"

#include <optional>
#include <string_view>

/// Charts as JSON: {title, panels: [{title, x, y, series: [{kind, label, horizontal, points,
/// columns: [{name, values}]}], others}], cut}; an axis: {label, scale, ticks, tick_labels}; a
/// value: a number, a text or null. No I/O.
namespace sandbench {

/// What the interpreter in a sandbox calls such a text.
inline constexpr const char* kChartMime = "application/vnd.sandbench.chart+json";
/// Units: bytes.
inline constexpr std::size_t kMaxChartBytes = 2U << 20;

/// Of an untrusted text, cut at the limits of a Chart; nothing where it is no chart.
std::optional<Chart> readChart(std::string_view text);
std::optional<Chart> chartOf(const Json& json);

Json toJson(const Chart& chart);
Json jsonOf(const ChartValue& value);

} // namespace sandbench
