// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/part_file.h"
#include "core/base/result.h"

#include <functional>
#include <string_view>

/// The rows of results.jsonl as Parquet, where this build has Apache Arrow: a column for each
/// member of a row, "tests" as a list of structs, instants as timestamps. Source: batch_row.h.
namespace sandbench::batch {

inline constexpr const char* kParquetName = "results.parquet";

/// {} where this build has Arrow. Errors: Unsupported, which says what to do.
Result<void> checkParquet();

/// Takes a row of rowOf() without its line feed.
using TakeRow = std::function<Result<void>(std::string_view row)>;

/// Writes into @p file what @p giveRows gives, all of it once. Holds some megabytes of rows at
/// most. Errors: checkParquet()'s; InvalidArgument (no row of ours), ResourceExhausted (no space),
/// Io; @p giveRows's. Thread: any.
Result<void> writeParquet(
    const PartFile& file, const std::function<Result<void>(const TakeRow& take)>& giveRows);

} // namespace sandbench::batch
