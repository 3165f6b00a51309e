// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace sandbench::cli {

/// A command on the host, to compare with.
struct Command
{
    std::vector<std::string> argv; ///< argv[0] is a path.
    bool asNobody = false; ///< Give up root first, if we are root.
    bool drain = false; ///< Read its output through a pipe; otherwise it goes to /dev/null.
};

/// Runs it to its end. Units: milliseconds. Errors: Io, Unavailable when it does not exit with 0.
/// Thread: one at a time (it forks).
Result<double> timeCommand(const Command& command);

/// A bare `bwrap … python3 -c pass` as an unprivileged user: what any sandbox of this kind costs at
/// least. Errors: Unavailable when one of them is missing.
Result<Command> bareSandbox();

/// `python3 -c @p code` on the host. Errors: Unavailable.
Result<Command> hostPython(const std::string& code);

} // namespace sandbench::cli
