// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace sandbench {

/// What deadlines and durations are measured with; nobody sets it.
using Clock = std::chrono::steady_clock;

} // namespace sandbench
