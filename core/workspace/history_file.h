// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workspace/database.h"
#include "core/workspace/run_history.h"

#include <chrono>
#include <string>

/// How the file of a RunHistory is opened, whatever has become of it. Errors: database.h.
namespace sandbench::workspace {

/// Ends the runs that dead programs left, see markInterrupted(). What is damaged is set aside.
Result<Database> openHistoryToWrite(
    const std::string& path, std::chrono::milliseconds patience, const TellProblem& tell);

/// Gives a file that is damaged another name beside it, so that a new one can begin; reads all of
/// it to find out.
Result<void> setAsideIfDamaged(const std::string& path, const TellProblem& tell);

} // namespace sandbench::workspace
