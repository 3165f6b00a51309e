// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace sandbench::lsp {

// Places in a document. Any bytes are fine; what is not UTF-8 counts as U+FFFD, as
// replaceInvalidUtf8() sends it. Thread: any.

/// Source: Language Server Protocol 3.17, Position.
struct TextPosition
{
    std::size_t line = 0; ///< From 0.
    std::size_t character = 0; ///< From 0. Units: UTF-16 code units.

    bool operator==(const TextPosition&) const = default;
};

/// Where byte @p offset is; past the end counts as the end.
TextPosition positionAt(std::string_view text, std::size_t offset);

/// The letters, digits and underlines that end at byte @p offset; whatever is not ASCII counts as a
/// letter.
std::string_view wordBefore(std::string_view text, std::size_t offset);

} // namespace sandbench::lsp
