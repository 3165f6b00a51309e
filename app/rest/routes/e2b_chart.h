// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/artifact/chart.h"
#include "core/base/json_fwd.h"

namespace sandbench::rest {

/// A chart as E2B's clients read `result.chart`: one of line, scatter, bar, pie and
/// box_and_whisker; several panels as a superchart; anything else is unknown, with its texts.
/// Source: the documentation of E2B's code interpreter, "Interactive charts".
Json e2bChart(const Chart& chart);

} // namespace sandbench::rest
