// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workspace/sandbox_table.h"
#include "core/workspace/session_snapshot.h"

namespace sandbench::workspace {

/// Makes the image @p name of an open session, which goes on: the image that it was opened from,
/// with what its working folder has now, and with its packages. Its own container cannot become
/// one: the image's files are read-only in it, and its folders are in memory, which an engine's
/// commit leaves out. So the files go, as a snapshot, into a second sandbox that becomes the image
/// at its end.
/// @p opening: how that is opened, as the session was; with its engine. An image that has the name
/// already is replaced only when all is done. Errors: Unsupported where the engine makes no images,
/// InvalidArgument for a name that cannot be, those of takeSnapshot() and SandboxTable::open(),
/// Cancelled. After one no image is left.
Result<void> keepAsImage(
    Session& session, SandboxTable& sandboxes, SandboxOpening opening, const std::string& name,
    const SnapshotProgress& progress, const std::stop_token& stop);

} // namespace sandbench::workspace
