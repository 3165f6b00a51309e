// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json_fwd.h"
#include "core/base/result.h"

#include <string>
#include <string_view>

namespace sandbench {

/// A page that draws @p figure, a Plotly figure as JSON, in any browser: it has the library and the
/// figure in it and loads nothing. @p figure is untrusted: nothing of it ends up outside of one
/// element that is no script, and the page may reach nobody. Errors: InvalidArgument for what is no
/// figure. No I/O.
Result<std::string> chartPage(std::string_view figure, std::string_view title);

/// What such a page is made of, for pages that have several charts: the head up to its title, the
/// library, and the script that draws the element "data" behind it into the element "figure". They
/// hold no text of others.
struct ChartParts
{
    std::string_view head, library, draw;
};
ChartParts chartParts();
/// For a script element of the type application/json: no tag begins in it.
std::string scriptText(const Json& value);
/// The same of @p figure. Errors: as chartPage().
Result<std::string> chartData(std::string_view figure);

} // namespace sandbench
