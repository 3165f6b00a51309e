// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/common/signals.h"
#include "core/session/session.h"
#include "core/workspace/composition.h"
#include "core/workspace/sandbox_request.h"

#include <memory>

namespace sandbench::cli {

/// How a command opens one.
struct OpenChoice
{
    Warm warm = Warm::Never;
    bool verbose = false; ///< Shows what the installs print.
    std::shared_ptr<const CodePolicy> policy = nullptr; ///< Null = none.
    bool gateConfirmed = false; ///< A yes to the packages that it asks about.
};

/// For the engine that was typed, reached as was typed. Errors: as Composition::create().
Result<std::unique_ptr<Composition>> compositionFor(const Json& said);

/// Builds or fetches the image where it has to, with its progress on stderr, opens the session,
/// runs the installs and takes their network away. Errors: those of the engine, its images and of
/// Session::open(); ResourceExhausted for limits that do not fit its machine, with what would;
/// Unavailable for an install that failed, with the line that says why.
Result<std::unique_ptr<Session>> openSandbox(
    Composition& parts, Signals& signals, workspace::SandboxRequest request, OpenChoice choice);

} // namespace sandbench::cli
