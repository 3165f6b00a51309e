// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/artifact/chart.h"

#include <cstdint>
#include <memory>
#include <string>

namespace sandbench {

/// What is known of a result besides its bytes. Untrusted: programs tell most of it.
struct ResultFacts
{
    /// A file that the run left, or something that it was asked to show.
    enum class From { Call, File };

    From from = From::Call;
    std::string title; ///< Of the figure or chart; of a file its path in its folder; empty = none.
    double seconds = 0; ///< Since the run began.
    double dpi = 0; ///< Units: dots per inch, 0 = unknown.
    std::string sourceFile; ///< The line that made it, where the interpreter knows; empty = not.
    int sourceLine = 0;
    /// The result before it that shows the same: a figure's drawing beside its picture, a table's
    /// Markdown beside its HTML. Its name; empty = none does.
    std::string formOf;
    std::int64_t process = 0; ///< The child that made it; 0 = the program itself, or not known.
    std::shared_ptr<const Chart> chart = {}; ///< What it shows as numbers; null = not known.
};

} // namespace sandbench
