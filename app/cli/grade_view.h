// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/grading.h"

#include <cstddef>
#include <string>

/// Gradings as text. Safe on a terminal. No I/O.
namespace sandbench::cli {

/// "[3/30] anna.py: 9/10": said when a submission is over.
std::string
gradedLine(const check::GradedSubmission& submission, std::size_t over, std::size_t all);

/// A row for each submission, with what it did not pass; below it why, and which are alike.
std::string gradingText(const check::Grading& grading);

} // namespace sandbench::cli
