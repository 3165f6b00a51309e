// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/line_reader.h"
#include "core/session/session.h"

#include <functional>
#include <string>

namespace sandbench::cli {

/// Makes cells of the lines that a prompt gets. Where a cell ends is for its language's interpreter
/// to say. Thread: one.
class CellReader
{
public:
    using Check = std::function<CellState(const std::string& text)>;
    using IsAlone = std::function<bool(const std::string& line)>;

    /// @p isAlone: such a line is a cell of its own, and nothing is asked about it. @p lines must
    /// outlive this.
    CellReader(LineReader& lines, Check check, IsAlone isAlone);

    /// The next cell; each of its lines ends with '\n'. End with lines that are no whole cell gives
    /// these first: the last block of a file has no empty line behind it.
    LineReader::Outcome read(std::string& cell);

private:
    LineReader::Outcome readLine(std::string& line, const std::string& cell);
    bool isWhole(std::string& cell, bool endsBlank);
    bool goesOn(std::string& cell);
    bool isClause(const std::string& line, const std::string& cell) const;

    LineReader& m_lines;
    Check m_check;
    IsAlone m_isAlone;
    std::string m_ahead; // a line of the next cell
};

} // namespace sandbench::cli
