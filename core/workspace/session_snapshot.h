// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/session/session.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace sandbench::workspace {

/// The files of a session's working folder, with the packages installed there, as they were once;
/// of every engine. Not kept: what runs, variables, other folders, rights of folders.
struct Snapshot
{
    std::string path; ///< On this machine: a tar archive, beside it "PATH.json" with what follows.
    std::string name; ///< Of the session, for people. From a file: untrusted.
    std::string takenAt; ///< RFC 3339, UTC.
    std::string engine, image; ///< What it was opened with, for people.
    Json said = Json::object(); ///< The same by the names of workspace::memberGroups().
    std::string memory; ///< See Session::memory(): where packages are.
    std::uint64_t files = 0, bytes = 0;
    std::uint64_t leftOut = 0; ///< Links, sockets, devices and files without a proper name.
};

/// Tells how many of how many bytes are there.
using SnapshotProgress = std::function<void(std::uint64_t done, std::uint64_t all)>;

/// Keeps @p about with the files of @p session in @p folder, which is made. Errors: those of the
/// sandbox and of this machine's file system; ResourceExhausted for more than 100,000 entries or 4
/// GiB; Cancelled. After one nothing is left.
Result<Snapshot> takeSnapshot(
    Session& session, const std::string& folder, Snapshot about, const SnapshotProgress& progress,
    std::stop_token stop);

/// Puts its files into the working folder of @p session, over those that are there. The archive may
/// be anybody's: nothing of it reaches this machine's file system. Errors: NotFound, Io,
/// InvalidArgument (no archive of ours), the sandbox's, Cancelled.
Result<void> restoreSnapshot(
    Session& session, const std::string& path, const SnapshotProgress& progress,
    std::stop_token stop);

/// What is known of the one at @p path (as Snapshot::path). Errors: NotFound, Io, InvalidArgument.
Result<Snapshot> readSnapshot(const std::string& path);
/// Those in @p folder, the newest first; what cannot be read is left out.
std::vector<Snapshot> listSnapshots(const std::string& folder);
/// Errors: Io, PermissionDenied.
Result<void> removeSnapshot(const Snapshot& snapshot);

} // namespace sandbench::workspace
