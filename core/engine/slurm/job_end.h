// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/engine.h"

#include <optional>
#include <string>
#include <string_view>

/// How Slurm says that a job ended, and why a command of it failed. Untrusted text. No I/O. Source:
/// scontrol(1), sacct(1), "job state codes" of squeue(1).
namespace sandbench::slurm {

/// The state in one line of 'scontrol show job --oneliner', else nothing: "RUNNING", "TIMEOUT".
std::optional<std::string> parseJobState(std::string_view record);

/// For sacct's --format, with --parsable2 and --noheader.
inline constexpr auto kAccountFormat = "JobID,State";
/// The worst state of the job @p name ("12", "12_3") or of its steps, in what sacct printed:
/// "OUT_OF_MEMORY", "CANCELLED by 1000". Nothing where it does not know the job.
std::optional<std::string> parseAccount(std::string_view output, std::string_view name);

/// In words, for states that prove something; nothing for a job that goes on, or that ended by
/// itself.
std::optional<Instance::EndCause> causeOf(std::string_view state);

/// Whether the controller did not answer: it may be restarting, and the command may be tried again.
bool isControllerAway(std::string_view complaint);

/// Why a command failed, and what to do about it.
Error slurmProblem(std::string_view complaint);

} // namespace sandbench::slurm
