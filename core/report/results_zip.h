// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/archive/zip_writer.h"
#include "core/report/html_report.h"

#include <vector>

namespace sandbench::report {

/// A zip archive of what a run made: each result as safeFileName() calls it, no name twice, and
/// behind them record.json, the record with what became of each in "artifacts": its "file", or why
/// there is none in "note". @p record and the results are untrusted. Errors: ZipWriter's.
Result<void> writeResultsZip(
    Json record, const std::vector<Artifact>& results, const BytesOfResult& bytesOf,
    ZipWriter::Sink sink);

} // namespace sandbench::report
