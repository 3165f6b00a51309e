// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"

#include <functional>
#include <stop_token>
#include <string>
#include <utility>

namespace sandbench::ui {

/// What a session is asked to run.
struct PlannedRun
{
    /// Most programs have no project.
    PlannedRun(RunRequest asked, std::string folder = {})
        : request(std::move(asked))
        , projectFolder(std::move(folder))
    {
    }

    RunRequest request;
    /// Copied into the sandbox first; the program is request.projectFile of it. Empty = nothing is.
    std::string projectFolder;
    /// What is brought into the sandbox before, which is none of the request's files; empty =
    /// nothing. Called on a worker; its error ends the run before it began.
    std::function<Result<void>(Session&, std::stop_token)> prepare = {};
};

} // namespace sandbench::ui
