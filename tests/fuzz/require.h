// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>

namespace sandbench {

/// Ends a fuzz target where the code under it broke a promise; also without assert().
inline void require(bool promise)
{
    if (!promise)
        std::abort();
}

} // namespace sandbench
