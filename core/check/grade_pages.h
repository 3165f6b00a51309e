// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/grade_files.h"
#include "core/check/grading.h"

#include <cstddef>
#include <string>
#include <vector>

/// A grading as pages for a teacher: they need nothing but each other, load nothing, have no
/// scripts, and show foreign text as text. No I/O. Thread: any.
namespace sandbench::check {

inline constexpr const char* kGradeIndexName = "index.html";
/// "submission-1.html": nothing that was handed in names a file.
std::string gradePageName(std::size_t submission);

/// Every submission with its points, and those that are alike.
std::string gradeIndexPage(const Grading& grading);

/// The one at the place @p index: its tests, what they printed and what was expected, and its
/// files. @p handedIn: the same, as it was read.
std::string gradePage(
    const Grading& grading, std::size_t index, const Submission& handedIn,
    const std::vector<Check>& checks);

} // namespace sandbench::check
