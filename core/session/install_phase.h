// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/session.h"

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// Shell commands that install something in a session before its first program.
struct InstallPhase
{
    std::vector<std::string> commands; ///< One after the other.
    bool dropsNetwork = false; ///< Of the session, when they are over.
    /// What they print; on the thread that installs. Null = nobody is told.
    std::function<void(std::string_view bytes)> onOutput;
};

/// As Session::open(), for a session that runInstalls() is called for next.
Result<std::unique_ptr<Session>> openForInstalls(
    Engine& engine, SessionSpec spec, const LanguageCatalog& languages, ArtifactStore& artifacts,
    std::stop_token stop);

/// After an error the session must be closed: it may still have its network. Errors: as
/// Session::run() and dropNetwork(); Unavailable for a command that failed, with the line that says
/// why.
Result<void> runInstalls(Session& session, const InstallPhase& phase, const std::stop_token& stop);

/// The line of a failed command's output that says most of why. One line, at most 300 bytes.
std::string tellingLine(const std::string& output);

} // namespace sandbench
