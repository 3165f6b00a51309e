// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/policy/limits.h"

#include <algorithm>

namespace sandbench {

/// Scratch space as large as the memory that its files count against would end programs instead of
/// telling them that it is full: half of it at most, where nobody asked for a size of their own.
inline void fitScratchSpace(SandboxLimits& limits)
{
    if (limits.memoryBytes != 0)
        limits.diskBytes = std::min(limits.diskBytes, limits.memoryBytes / 2);
}

} // namespace sandbench
