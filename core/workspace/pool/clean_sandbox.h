// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/session.h"

#include <map>
#include <stop_token>
#include <string>
#include <vector>

namespace sandbench::workspace {

/// A sandbox before anybody has used it.
struct Untouched
{
    std::map<std::string, FileEntry> files; ///< Of the folders where programs write, by path.
    std::string memory; ///< Session::memory().
    /// What the first runs left, as the program's own file: likely to be there again.
    std::vector<std::string> usual;
};

/// Errors: those of Session::listFiles(); ResourceExhausted where there are too many to compare.
Result<Untouched> lookAtUntouched(Session& session, std::stop_token stop);

/// After a run: removes all that is new in those folders, and makes sure that the rest is as it
/// was. Programs, shared memory and queues have ended with the run. The kernel's own count of
/// processes goes on, and so does the time of the folders themselves. Errors: Unavailable naming
/// what has changed or stays; those of the session. The sandbox must be closed then.
Result<void> cleanSandbox(Session& session, Untouched& untouched, std::stop_token stop);

} // namespace sandbench::workspace
