// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"

namespace sandbench::local {

/// The system-call filter of the embedded engine as a sealed memory file of classic BPF, for `bwrap
/// --seccomp`.
///
/// Everything is allowed but what reaches far into the kernel or out of the sandbox; that is
/// answered with EPERM, or ENOSYS where libc then takes an older call whose arguments can be
/// filtered. A foreign ABI kills the process. Errors: Unavailable when libseccomp cannot build it.
/// Source: seccomp(2), seccomp_rule_add(3).
Result<UniqueFd> makeSeccompFilter();

} // namespace sandbench::local
