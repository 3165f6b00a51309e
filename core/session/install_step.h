// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/session.h"

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

namespace sandbench {

/// What one command of an installation left behind.
struct InstallOutcome
{
    RunRecord record;
    std::string tail; ///< The end of what it printed.

    bool succeeded() const { return record.verdict == Verdict::Exited && record.exitCode == 0; }
    /// The line that says most of why it failed and how it ended; @p otherwise stands in for a line
    /// where there is none.
    std::string problem(const std::string& otherwise) const;
};

/// Runs the command of @p request with the time and the room that an installation needs. Errors: as
/// Session::run(); Cancelled also when it was stopped in its midst.
Result<InstallOutcome> runInstallStep(
    Session& session, RunRequest request,
    const std::function<void(std::string_view bytes)>& onOutput, const std::stop_token& stop);

} // namespace sandbench
