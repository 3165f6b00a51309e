// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace sandbench {

/// The agent of this program for @p machine ("x86_64"). Errors: Unsupported, with the machines that
/// there is one for.
Result<std::string_view> agentFor(const std::string& machine);
/// Errors: Unavailable.
Result<std::string_view> agentOfThisMachine();

/// A part of a shell program that makes $f, the file for an agent, in a folder of its own where
/// programs can be started from: made anew and closed to others, so that nothing which a user of
/// the container put there is opened, replaced or removed. Without such a place it ends the
/// program. The agent removes both.
std::string makeAgentFolderScript(const std::string& sessionId);

} // namespace sandbench
