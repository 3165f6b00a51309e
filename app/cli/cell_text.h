// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace sandbench::cli {

/// Collects the lines of one Python cell as a prompt gets them.
///
/// A cell goes on while a bracket, a triple-quoted text or a line's last backslash is open; after a
/// line that ends with ':' or begins with '@' it goes on until an empty line.
class CellText
{
public:
    /// One line without its newline. True = the cell is complete.
    bool add(std::string_view line);

    const std::string& text() const { return m_text; }
    bool empty() const { return m_text.empty(); }
    void clear() { *this = CellText(); }

private:
    void scan(std::string_view line);
    std::size_t skipQuoted(std::string_view line, std::size_t at);

    std::string m_text;
    std::string m_openQuote; // "'''" or """" while such a text is open
    int m_depth = 0;
    bool m_joined = false; // the last line ends with a backslash
    bool m_block = false;
};

} // namespace sandbench::cli
