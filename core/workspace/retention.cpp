// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/retention.h"

#include <algorithm>
#include <deque>
#include <map>

namespace sandbench::workspace {

namespace {

struct Share
{
    std::deque<std::size_t> items;
    KeptSizes sizes = {};
};

void add(KeptSizes& sum, const KeptSizes& sizes)
{
    for (std::size_t kind = 0; kind < sum.size(); ++kind)
        sum[kind] += sizes[kind];
}

void subtract(KeptSizes& sum, const KeptSizes& sizes)
{
    for (std::size_t kind = 0; kind < sum.size(); ++kind)
        sum[kind] -= sizes[kind];
}

} // namespace

std::vector<std::size_t> itemsToDrop(const std::vector<KeptItem>& items, const KeptSizes& bounds)
{
    std::map<std::string_view, Share> shares;
    KeptSizes all = {};
    for (std::size_t i = 0; i < items.size(); ++i) {
        auto& share = shares[items[i].owner];
        share.items.push_back(i);
        add(share.sizes, items[i].sizes);
        add(all, items[i].sizes);
    }
    std::vector<std::size_t> dropped;
    for (std::size_t kind = 0; kind < all.size(); ++kind)
        while (all[kind] > bounds[kind]) {
            auto& most = std::max_element(
                             shares.begin(), shares.end(),
                             [kind](const auto& a, const auto& b) {
                                 return a.second.sizes[kind] < b.second.sizes[kind];
                             })
                             ->second;
            const auto oldest = most.items.front();
            most.items.pop_front();
            subtract(most.sizes, items[oldest].sizes);
            subtract(all, items[oldest].sizes);
            dropped.push_back(oldest);
        }
    return dropped;
}

} // namespace sandbench::workspace
