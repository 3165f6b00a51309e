// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

namespace sandbench {

/// Calls @p work for each of @p items, up to eight at a time, and returns when all are over. What
/// one of them throws (there is no memory) is the end of that one.
template <typename Item, typename Work>
void severalAtOnce(std::vector<Item>& items, const Work& work)
{
    constexpr std::size_t kMostWorkers = 8;
    std::atomic<std::size_t> next{0};
    std::vector<std::jthread> workers;
    const auto count = std::min(kMostWorkers, items.size());
    for (std::size_t i = 0; i < count; ++i)
        workers.emplace_back([&] {
            for (auto at = next++; at < items.size(); at = next++)
                try {
                    work(items[at]);
                } catch (const std::exception&) {
                    continue;
                }
        });
}

} // namespace sandbench
