// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/session_core.h"

#include <optional>

namespace sandbench {

/// What is to be installed before @p language runs in the embedded engine, whose sandboxes hold
/// what this machine has; nothing where it runs, and in engines with images.
std::optional<Error>
missingOnHost(const SessionCore& core, const RunRequest& request, const Language& language);

/// What to do about a program of @p language that the sandbox could not start; @p why: the agent's
/// words.
Error missingInSandbox(const SessionCore& core, const Language& language, const Error& why);

} // namespace sandbench
