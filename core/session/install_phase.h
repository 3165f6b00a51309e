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

/// What is installed in a session before its first program.
struct InstallPhase
{
    std::vector<std::string> commands; ///< Of the shell; one after the other.
    bool dropsNetwork = false; ///< Of the session, when all is over.
    /// What is printed meanwhile; on the thread that installs. Null = nobody is told.
    std::function<void(std::string_view bytes)> onOutput;
    std::vector<InstallRequest> packages = {}; ///< After the commands, in this order.

    /// Words before every program from then on, see Session::wrapPrograms(); not before those that
    /// install.
    std::vector<std::string> wrapper = {};

    bool isEmpty() const { return commands.empty() && packages.empty() && wrapper.empty(); }
};

/// As Session::open(), for a session that runInstalls() is called for next where @p phase is not
/// empty.
Result<std::unique_ptr<Session>> openForInstalls(
    Engine& engine, SessionSpec spec, const InstallPhase& phase, const LanguageCatalog& languages,
    ArtifactStore& artifacts, std::stop_token stop);

/// After an error the session must be closed: it may still have its network. Errors: as
/// Session::run(), install() and dropNetwork(); Unavailable for a command that failed, with the
/// line that says why.
Result<void> runInstalls(Session& session, const InstallPhase& phase, const std::stop_token& stop);

} // namespace sandbench
