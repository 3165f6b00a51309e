// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/process/child_process.h"

#include <chrono>
#include <stop_token>
#include <string>
#include <string_view>

namespace sandbench {

/// What a short program said, untrusted, and how it ended.
struct ProgramAnswer
{
    std::string output;
    std::string complaint; ///< The last 4 KiB of its standard error.
    ExitState end;
};

/// The absolute path of the program @p name in the absolute folders of @p path; empty = none.
std::string programInPath(const std::string& name, const std::string& path);

/// Runs a program that asks nobody: @p input is all that it reads. @p spec.fds are set here. Blocks
/// until it closes its output and ends; killed where it does not in time.
/// Errors: ChildProcess's, Timeout, Cancelled, Protocol (more than @p maxOutput bytes).
/// Thread: any.
Result<ProgramAnswer> runProgram(
    SpawnSpec spec, std::string_view input, std::size_t maxOutput,
    std::chrono::milliseconds patience, std::stop_token stop);

} // namespace sandbench
