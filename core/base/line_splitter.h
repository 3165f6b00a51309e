// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sandbench {

/// One line of many, without its end.
struct TextLine
{
    std::uint64_t number = 0; ///< From 1.
    std::string text = {};
    bool isTooLong = false; ///< And has no text then.
};

/// Takes bytes as they come, and gives lines; of one that is too long it keeps nothing. No I/O.
/// Thread: one.
class LineSplitter
{
public:
    /// @p longest: of a line. Units: bytes.
    explicit LineSplitter(std::size_t longest)
        : m_longest(longest)
    {
    }

    /// Once take() has nothing more of what was added before.
    void add(std::string_view bytes);
    /// No more is added: what is left is the last line.
    void end() { m_isEnded = true; }
    /// The next whole line; nothing = more bytes are needed, or it was the last.
    std::optional<TextLine> take();

private:
    std::optional<TextLine> finish();

    std::size_t m_longest;
    std::string m_bytes; ///< Of this line and those behind it.
    std::size_t m_begin = 0; ///< Of the line in m_bytes.
    std::size_t m_searched = 0; ///< Up to where there is no line feed.
    std::uint64_t m_number = 0; ///< Of the last line that was taken.
    bool m_skips = false; ///< This line is too long.
    bool m_isEnded = false;
};

} // namespace sandbench
