// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace sandbench {

/// The system-call filter of every sandbox, as classic BPF for the architecture that uname(2) calls
/// @p machine: "x86_64" or "aarch64".
///
/// Everything is allowed but what reaches far into the kernel or out of the sandbox; that is
/// answered with EPERM, or ENOSYS where libc then takes an older call whose arguments can be
/// filtered. A foreign ABI kills the process. Errors: Unsupported (another architecture),
/// Unavailable when libseccomp cannot build it. Thread: any.
/// Source: seccomp(2), seccomp_rule_add(3).
/// @p sockets: which address families programs may use; Unix for one whose network nothing else
/// keeps from it: its own loopback is gone then as well.
/// @p calls: Needed leaves only neededCalls() of what the filter would allow; for all others there
/// is no such call.
enum class Sockets { UnixAndInternet, Unix };
enum class Calls { AllButRefused, Needed };
Result<std::string> systemCallFilter(
    std::string_view machine, Sockets sockets = Sockets::UnixAndInternet,
    Calls calls = Calls::AllButRefused);

/// "ptrace"; of a number that this libseccomp does not know on that machine, "call 499".
std::string systemCallName(std::string_view machine, std::int64_t number);

/// This machine's, as a sealed memory file for `bwrap --seccomp`. Errors: those of
/// systemCallFilter().
Result<UniqueFd> makeSystemCallFilterFile();

} // namespace sandbench
