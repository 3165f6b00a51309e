// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/check/matrix_run.h"

#include <string>
#include <vector>

namespace sandbench::cli {

/// The axes of a matrix as they were typed, each a list with commas; empty text = not given.
struct MatrixAxes
{
    std::string engines, images, sizes;
    std::vector<std::string> lines; ///< Of arguments.
};

/// Every engine × image × size, in the order in which they were typed; an engine without images
/// has one place for each size. @p typed: what else was typed of the sandboxes.
/// Errors: InvalidArgument naming the option: an empty name, an axis that @p typed says as well.
Result<std::vector<check::MatrixSpot>> spotsOf(const MatrixAxes& axes, const Json& typed);

/// The words of each line; one without words where no line was typed. Errors: InvalidArgument.
Result<std::vector<std::vector<std::string>>> argumentsOf(const MatrixAxes& axes);

} // namespace sandbench::cli
