// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json_fwd.h"
#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// Whose charts a browser draws from their data.
enum class ChartKind { Plotly, Vega };

/// Nothing for what is no such chart. Vega-Lite is Vega.
std::optional<ChartKind> chartKindOf(std::string_view mime);

/// A page that draws @p chart, JSON of the type @p mime, in any browser: it has the libraries and
/// the chart in it and loads nothing. @p chart is untrusted: nothing of it ends up outside of one
/// element that is no script, and the page may reach nobody. Errors: as chartData(). No I/O.
Result<std::string>
chartPage(std::string_view chart, std::string_view mime, std::string_view title);

/// What such a page is made of, for pages that have several charts: the head up to its title, the
/// libraries, and the script that draws the element "data" behind it into the element "figure".
/// They hold no text of others.
struct ChartParts
{
    std::string_view head;
    std::vector<std::string_view> libraries;
    std::string_view draw;
};
ChartParts chartParts(ChartKind kind);
/// For a script element of the type application/json: no tag begins in it.
std::string scriptText(const Json& value);
/// @p chart checked, with the schema that Vega has by its type. Errors: InvalidArgument for what is
/// no chart, those of parseJson().
Result<Json> readChartData(std::string_view chart, std::string_view mime);
/// The same by scriptText().
Result<std::string> chartData(std::string_view chart, std::string_view mime);

} // namespace sandbench
