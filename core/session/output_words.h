// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/run_record.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// The uncaught exception, panic or failed assertion that @p errors ends with, as programs of
/// @p language (an id) print it; nothing where there is none. Python's own word is better.
/// @p errors: what the program wrote to stderr; any bytes. Thread: any.
std::optional<ProgramError> errorInOutput(std::string_view language, std::string_view errors);

/// What to do next about a program that failed: a package that it lacks, input that it had none of,
/// a screen or a network that no sandbox has. One sentence each, of untrusted words on one line.
/// Thread: any.
std::vector<std::string> hintsFor(const RunRecord& record);

} // namespace sandbench
