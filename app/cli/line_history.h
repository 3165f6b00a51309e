// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sandbench::cli {

/// Lines that a person typed, in a file of theirs alone. What cannot be read or written is left
/// out: nobody's work depends on it. Thread: one; several programs may add to the same file.
class LineHistory
{
public:
    static constexpr std::size_t kMostLines = 1000;

    /// @p path: empty = nothing is kept.
    explicit LineHistory(std::string path);

    /// The newest lines, the oldest first; cuts a file that has grown too long.
    std::vector<std::string> read() const;
    void add(std::string_view line) const;

private:
    std::string m_path;
};

} // namespace sandbench::cli
