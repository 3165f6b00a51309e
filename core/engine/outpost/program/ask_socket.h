// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

/// How the processes of an outpost find each other: over abstract Unix sockets, of which nothing is
/// left in any file system, and only those of one user. Source: unix(7), SO_PEERCRED.
namespace sandbench::outpost {

/// Where the sandbox called @p name is asked. Errors: those of the system.
Result<UniqueFd> listenForAsks(const std::string& name);
/// The next line that somebody asks, and where the answer goes. Errors: Unavailable (it was nobody
/// who may ask), Timeout, Io.
struct Asked
{
    UniqueFd from;
    std::string line;
};
Result<Asked> takeAsk(int listener);

/// One line to the sandbox called @p name, and its answer without the end. Errors: NotFound (there
/// is none), Timeout, Io.
Result<std::string>
ask(const std::string& name, std::string_view line, std::chrono::milliseconds patience);

/// Names of sandboxes that somebody on this machine has; not all may be asked.
std::vector<std::string> namesOfPlaces();

/// Up to the end of a line, which is taken too; nothing may follow it yet. Errors: ConnectionLost
/// (the end came first), ResourceExhausted (far::kMostLineBytes), Timeout (SO_RCVTIMEO), Io.
Result<std::string> readLineFrom(int fd);

} // namespace sandbench::outpost
