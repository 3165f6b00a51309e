// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/artifact/display_decoder.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

/// The first byte says in which pieces the rest arrives. All at once and in pieces must tell the
/// same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::size_t piece = data[0] % 16U + 1U;
    std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
    sandbench::DisplayDecoder whole;
    whole.feed(rest);
    std::size_t expected = 0;
    while (const auto record = whole.next()) {
        ++expected;
        if (!record->parts.empty() && !sandbench::primaryPart(record->parts))
            std::abort();
    }
    sandbench::DisplayDecoder pieces;
    std::size_t records = 0;
    while (!rest.empty()) {
        const auto length = std::min(piece, rest.size());
        pieces.feed(rest.substr(0, length));
        rest.remove_prefix(length);
        while (pieces.next())
            ++records;
    }
    if (records != expected || pieces.error() != whole.error())
        std::abort();
    return 0;
}
