// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/artifact/chart.h"
#include "core/table/table_source.h"

#include <string>

namespace sandbench {

/// A chart's numbers, a row for each point; "panel" and "series" are columns where there is more
/// than one. No I/O.
table::SmallTable tableOf(const Chart& chart);

/// As few digits as give the same number again; empty = nothing.
std::string cellText(const ChartValue& value);

} // namespace sandbench
