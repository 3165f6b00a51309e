// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"

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
};

} // namespace sandbench::ui
