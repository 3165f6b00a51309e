// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace sandbench::test {

struct Prometheus
{
    std::map<std::string, double> samples; ///< "name{label=\"value\"}"
    std::string problem; ///< The first line that may not be there; empty = none.
};

/// As strict as promtool: each family has HELP and TYPE before its samples, which are together and
/// differ; counters, and only they, end with _total. Source: Prometheus' text format 0.0.4.
Prometheus parsePrometheus(std::string_view text);

} // namespace sandbench::test
