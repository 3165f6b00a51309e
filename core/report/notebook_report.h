// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/html_report.h"

/// A run for other programs: as a notebook, and as one JSON object with all results. No I/O of its
/// own. Thread: any.
namespace sandbench::report {

/// A notebook with the report in Markdown, the program as a cell, and its output and results under
/// it. Readers of notebooks show foreign pages in it only when their user trusts it.
/// @p record, @p results, @p bytesOf: as htmlReport(). Source: nbformat 4.5.
std::string notebookReport(
    const Json& record, const std::vector<Artifact>& results, const BytesOfResult& bytesOf,
    const ReportBounds& bounds = {});

/// {schema: "sandbench.report/1", record, results}: the record as it is kept, with the review, and
/// of each result {index, name, mime, bytes, …} and its "base64", or the "note" why not.
std::string jsonReport(
    const Json& record, const std::vector<Artifact>& results, const BytesOfResult& bytesOf,
    const ReportBounds& bounds = {});

} // namespace sandbench::report
