// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/artifact/chart_page.h"
#include "core/report/html_report.h"

#include <functional>
#include <set>
#include <string>

/// The results of a run as parts of a report. No I/O. Thread: any.
namespace sandbench::report {

/// Whether the line of a result's source is one of the program's that the report shows; then it
/// leads there.
using IsShownLine = std::function<bool(const ResultFacts& facts)>;

struct ResultCards
{
    std::string html;
    std::set<ChartKind> charts; ///< Which need their libraries in the page.
};

ResultCards resultCards(
    const std::vector<Artifact>& results, const BytesOfResult& bytesOf, const ReportBounds& bounds,
    const IsShownLine& isShownLine);

/// "plotly": of the element that has the libraries of such charts, behind "library-".
std::string chartKindName(ChartKind kind);

/// A foreign page in a frame that runs nothing, reaches nobody and leads nowhere.
std::string lockedFrame(std::string_view page, std::string_view title);

} // namespace sandbench::report
