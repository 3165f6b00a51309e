// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/common/signals.h"
#include "core/workspace/workspace.h"

#include <functional>
#include <memory>

namespace sandbench::cli {

/// How a command opens one.
struct OpenOptions
{
    Warm warm = Warm::Never;
    bool verbose = false; ///< Shows what the installs print.
    std::shared_ptr<const CodePolicy> policy = nullptr; ///< Null = none.
    bool gateConfirmed = false; ///< A yes to the packages that it asks about.
    Engine* engine = nullptr; ///< Null = the workspace's of the name that the request has.
};

/// For the engine that was typed, reached as was typed. The user's defaults are put into @p said.
/// Errors: as Composition::create().
Result<std::unique_ptr<Composition>> compositionFor(Json& said);

/// With the history of this user's runs.
Result<std::unique_ptr<workspace::Workspace>> openWorkspace(Composition& parts);

/// Builds or fetches the image where it has to, with its progress on stderr, opens the session,
/// runs the installs and takes their network away. Errors: those of the engine, its images and of
/// Session::open(); ResourceExhausted for limits that do not fit its machine, with what would;
/// Unavailable for an install that failed, with the line that says why.
Result<std::shared_ptr<workspace::HostedSandbox>> openSandbox(
    workspace::Workspace& workspace, Signals& signals, workspace::SandboxRequest request,
    OpenOptions options);
/// Errors: the engine's.
Result<void> closeSandbox(workspace::Workspace& workspace, const workspace::HostedSandbox& sandbox);

/// Runs it to its end; the first signal cancels it, and the second one takes the sandbox away. @p
/// sink's functions get the run that @p onStarting was told of before. Errors: Session::run()'s.
Result<RunRecord> runInSandbox(
    workspace::Workspace& workspace, Signals& signals,
    const std::shared_ptr<workspace::HostedSandbox>& sandbox, RunRequest request, RunSink& sink,
    const std::function<void(const std::shared_ptr<workspace::HostedRun>&)>& onStarting);

} // namespace sandbench::cli
