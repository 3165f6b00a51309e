// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <sys/types.h>

namespace sandbench::local {

/// A machine has a few thousand pseudo terminals for all its sandboxes and people.
inline constexpr unsigned kMostTerminals = 64;

/// Lets the sandbox whose process 1 is @p init have no more than kMostTerminals. Its mounts must be
/// made, and none of its programs may have started. Errors: PermissionDenied, Io.
/// Source: Documentation/filesystems/devpts.rst, ioctl_ns(2).
Result<void> limitTerminals(pid_t init);

} // namespace sandbench::local
