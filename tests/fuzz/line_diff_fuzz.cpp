// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/project/line_diff.h"
#include "tests/fuzz/require.h"
#include "tests/support/apply_patch.h"

using namespace sandbench;

/// Input: two texts with a zero between them. Their difference makes the one of the other.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const auto zero = input.find('\0');
    const auto before = input.substr(0, zero);
    const auto after = zero == input.npos ? std::string_view() : input.substr(zero + 1);
    const auto hunks = diffLines(before, after);
    require(hunks.empty() == (before == after));
    for (std::size_t i = 1; i < hunks.size(); ++i)
        require(hunks[i - 1].before + hunks[i - 1].beforeCount < hunks[i].before);
    require(applyHunks(before, after, hunks, std::vector<bool>(hunks.size(), true)) == after);
    require(applyHunks(before, after, hunks, {}) == before);
    bool isCut = false;
    const auto patched = applyPatch(before, unifiedDiff(before, after, 64U << 20, isCut));
    require(!isCut && patched && *patched == after);
    return 0;
}
