// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/html_report.h"

#include <cstddef>
#include <string>
#include <string_view>

/// The parts of a report, as HTML that is empty where the record says nothing. @p record is
/// untrusted. No I/O. Thread: any.
namespace sandbench::report {

/// How it ended, in words, and what is asked first.
std::string verdictCard(const Json& record);
/// What a person thinks of it.
std::string reviewSection(const Json& record);

struct ProgramSection
{
    std::string html;
    std::size_t lines = 0; ///< Each has the id L1, L2, …
    std::string file; ///< How it is called; may be empty.
};
ProgramSection programSection(const Json& record, const ReportBounds& bounds);
/// Whether @p source, as an interpreter calls a file, is the program called @p file.
bool isProgramFile(std::string_view file, std::string_view source);

std::string outputSection(const Json& record, const ReportBounds& bounds);
/// Warnings, hints and what an interpreter said of an error.
std::string notesSection(const Json& record, const ReportBounds& bounds);
std::string
findingsSection(const Json& record, std::size_t programLines, const ReportBounds& bounds);
std::string activitySection(const Json& record, const ReportBounds& bounds);
std::string environmentSection(const Json& record, const ReportBounds& bounds);

} // namespace sandbench::report
