// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace sandbench::workspace {

/// Sizes of several kinds, such as {number, bytes}.
using KeptSizes = std::array<std::uint64_t, 3>;

struct KeptItem
{
    std::string_view owner;
    KeptSizes sizes = {};
};

/// Which of @p items, the oldest first, go so that the others are within @p bounds together: the
/// oldest of whoever has most of what is too much, so that nobody pushes others' out. Pure.
std::vector<std::size_t> itemsToDrop(const std::vector<KeptItem>& items, const KeptSizes& bounds);

} // namespace sandbench::workspace
