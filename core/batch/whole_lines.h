// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/line_splitter.h"
#include "core/base/result.h"

#include <functional>

namespace sandbench::batch {

/// Reads the whole lines of a file from its beginning: a last one without a line feed is none.
/// @p onLine: told where each begins; after one that is too long, of which it shall make an error,
/// nobody knows. Returns the length of all of them. Units: bytes. Errors: Io; @p onLine's.
Result<std::uint64_t> readWholeLines(
    int fd, std::size_t longest,
    const std::function<Result<void>(const TextLine& line, std::uint64_t at)>& onLine);

} // namespace sandbench::batch
