// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <stop_token>

namespace sandbench {

/// Returns when @p fd can be read, or its other end is closed. Thread: any. Errors: Timeout,
/// Cancelled, Io.
Result<void> waitReadable(int fd, std::chrono::milliseconds patience, std::stop_token stop);

} // namespace sandbench
