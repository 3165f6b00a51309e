// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/common/signals.h"

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace sandbench::cli {

inline constexpr int kUsageStatus = 2;
inline constexpr int kEngineStatus = 125;
inline constexpr int kCancelledStatus = 130;

/// What a command works with.
struct Program
{
    Signals& signals;
};

/// A chosen command; returns the exit status.
using Action = std::function<int(const Program&)>;

/// @p behindDashes: what followed "--" on the command line; the program's own arguments.
void addRunCommand(CLI::App& root, Action& chosen, const std::vector<std::string>& behindDashes);
void addReplCommand(CLI::App& root, Action& chosen);
void addConnectionsCommand(CLI::App& root, Action& chosen);
void addDoctorCommand(CLI::App& root, Action& chosen);
void addLanguagesCommand(CLI::App& root, Action& chosen);
void addBenchCommand(CLI::App& root, Action& chosen);
void addRunsCommand(CLI::App& root, Action& chosen);
void addApplyCommand(CLI::App& root, Action& chosen);
void addReportCommand(CLI::App& root, Action& chosen);
void addSessionsCommand(
    CLI::App& root, Action& chosen, const std::vector<std::string>& behindDashes);
void addImagesCommand(CLI::App& root, Action& chosen);
void addProfilesCommand(CLI::App& root, Action& chosen);
void addInstallCommand(CLI::App& root, Action& chosen);
void addRequirementsCommand(CLI::App& root, Action& chosen);
void addCheckCommand(CLI::App& root, Action& chosen);
void addCheckImageCommand(CLI::App& root, Action& chosen);
void addGradeCommand(CLI::App& root, Action& chosen);
void addBatchCommand(CLI::App& root, Action& chosen);
void addMatrixCommand(CLI::App& root, Action& chosen);
void addLessonCommand(CLI::App& root, Action& chosen);
void addScanCommand(CLI::App& root, Action& chosen);
void addPoliciesCommand(CLI::App& root, Action& chosen);
void addMcpCommand(CLI::App& root, Action& chosen);
void addToolsCommand(CLI::App& root, Action& chosen);
void addServeCommand(CLI::App& root, Action& chosen);
void addTokenCommand(CLI::App& root, Action& chosen);
void addPoolsCommand(CLI::App& root, Action& chosen);
void addCompletionCommand(CLI::App& root, Action& chosen);
void addManualCommand(CLI::App& root, Action& chosen);

} // namespace sandbench::cli
