// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/render/arriving_bytes.h"
#include "app/render/picture.h"

#include <optional>

namespace sandbench::render {

/// A PNG as plots are: pixels of 3 or 4 bytes, row by row, and nothing before them that changes
/// what they mean.
struct PlainPng
{
    Size size;
    std::size_t pixel = 0; ///< 3 or 4. Units: bytes.
    std::size_t data = 0; ///< Where the first chunk IDAT begins.
};

/// Waits for what comes before the data. Nothing for any other PNG, one that is damaged so far, and
/// one that has frames or a size that is refused. Source: PNG (third edition), 5.3, 11.2 and 11.3.
std::optional<PlainPng> findPlainPng(const ArrivingBytes& bytes);

} // namespace sandbench::render
