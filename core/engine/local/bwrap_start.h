// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/local/bwrap_command.h"
#include "core/process/child_process.h"

#include <string>
#include <vector>

namespace sandbench::local {

// What starting any bwrap takes. Thread: any.

/// One descriptor for each file, to be read from its beginning. Errors: as open(2).
Result<std::vector<UniqueFd>> openFiles(const std::vector<CopiedFile>& files);

/// Of everything in a sandbox.
std::vector<ResourceLimit> limitsOfSandboxes();

/// As bwrap's --args reads them. Errors: Unavailable (bwrap is gone).
Result<void> sendOptions(int socket, const std::vector<std::string>& words);

/// Appends the bytes that have arrived; false at the end, or when it is longer than anything that
/// bwrap says.
bool readSome(int fd, std::string& text);

/// Of what --info-fd says; 0 = nothing of the kind.
pid_t initPidOf(const std::string& info);

/// What was said so far, as one line; never blocks on a non-blocking descriptor.
std::string readMessages(int fd);

} // namespace sandbench::local
