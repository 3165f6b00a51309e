// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace sandbench::render {

/// Takes the filter of a PNG's row away. False where the filter is not known.
/// @p row: @p size bytes, the filter's first. @p above: the row before, without its filter, or
/// zeros. @p pixel: 3 or 4. Behind both rows there is one more byte that may be read. Units: bytes.
/// Source: PNG (third edition), 9.
bool unfilterRow(std::uint8_t* row, const std::uint8_t* above, std::size_t size, std::size_t pixel);

} // namespace sandbench::render
