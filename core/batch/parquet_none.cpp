// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/batch/parquet_rows.h"

namespace sandbench::batch {

Result<void> checkParquet()
{
    return Error(
        ErrorCode::Unsupported,
        "this build has no Apache Arrow, which writes Parquet: install Arrow's libparquet-dev and "
        "build Sandbench again, or read results.jsonl, which pandas and DuckDB do as it is");
}

Result<void> writeParquet(const PartFile&, const std::function<Result<void>(const TakeRow&)>&)
{
    return checkParquet();
}

} // namespace sandbench::batch
