// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/run_matrix.h"

#include <string>

namespace sandbench::check {

/// A matrix of runs as one page: how each cell ended and how long it took, and below it only what
/// differs. It loads nothing, has no scripts, and shows foreign text as text. No I/O. Thread: any.
std::string matrixPage(const RunMatrix& matrix);

} // namespace sandbench::check
