// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <sys/types.h>

namespace sandbench::outpost {

/// This process goes into the user and network namespace of the sandbox whose process 1 is @p init
/// and becomes @p user, as whom it was made: then it reaches what listens in there, as its agent's
/// own user. It must have one thread. Errors: those of the system. Source: setns(2), ioctl_ns(2).
Result<void> enterSandbox(pid_t init, uid_t user);

} // namespace sandbench::outpost
