// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace sandbench {

/// The system calls that programs, interpreters and compilers use day by day, by the names of
/// libseccomp: all that a sandbox with the strict list has. Not among them: identities, System V
/// and POSIX queues, watching files, splicing, advice about other processes, scheduling classes,
/// asynchronous I/O, and whatever the common filter refuses anyway.
std::span<const char* const> neededCalls();

} // namespace sandbench
