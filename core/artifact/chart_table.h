// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/artifact/chart.h"

#include <string>
#include <vector>

namespace sandbench {

/// A chart's numbers, a row for each point. No I/O.
struct ChartTable
{
    /// "panel" and "series" where there is more than one, and the names of all columns.
    std::vector<std::string> header;
    std::vector<std::vector<ChartValue>> rows; ///< Each as long as the header.
};

ChartTable tableOf(const Chart& chart);

/// As few digits as give the same number again; empty = nothing.
std::string cellText(const ChartValue& value);

/// RFC 4180, with \n. Programs for tables take a text that begins like a formula for one: such a
/// text gets an apostrophe before it.
std::string csvOf(const ChartTable& table);

} // namespace sandbench
