// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/run_record.h"

#include <string>
#include <vector>

namespace sandbench::cli {

/// Makes @p folder (and its parents) if it is not there. Errors: InvalidArgument, PermissionDenied,
/// Io.
Result<void> prepareOutFolder(const std::string& folder);

/// Copies the artifacts of @p record into @p folder and points their paths there; "" = keep none,
/// and then the paths are empty because the private copies go with this program. @p say: one stderr
/// line for each.
Result<void> exportArtifacts(RunRecord& record, const std::string& folder, bool say);

/// The warnings of @p record about artifacts that exportArtifacts() told of.
std::vector<std::string> artifactWarnings(const RunRecord& record);

/// What sayEnd() adds to the verdict.
struct EndNotes
{
    std::string stopReason; ///< Why we stopped the run ourselves; empty = we did not.
    bool warnings = false;
    std::vector<std::string> said; ///< Warnings that were told already.
    bool isolation = false;
    bool activity = false; ///< What it did.
};

/// The stderr lines after a run: the verdict if it is not "exited", then what @p notes asks for.
void sayEnd(const RunRecord& record, const EndNotes& notes);

} // namespace sandbench::cli
