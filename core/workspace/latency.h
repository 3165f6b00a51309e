// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace sandbench::workspace {

/// How long things took since the start, as a histogram. Units: seconds. Thread: one.
struct Latency
{
    static constexpr std::array kBounds
        = {0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0};
    /// Up to each bound and above the one before; the last is what took longer.
    std::array<std::uint64_t, kBounds.size() + 1> counts = {};
    double sum = 0;

    void add(double seconds)
    {
        const auto* const bound = std::lower_bound(kBounds.begin(), kBounds.end(), seconds);
        ++counts[static_cast<std::size_t>(bound - kBounds.begin())];
        sum += seconds;
    }
};

/// By engine and language.
using Latencies = std::map<std::pair<std::string, std::string>, Latency>;

} // namespace sandbench::workspace
