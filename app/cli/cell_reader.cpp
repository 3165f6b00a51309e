// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/cell_reader.h"

#include <utility>

namespace sandbench::cli {

using Outcome = LineReader::Outcome;

static bool isBlank(std::string_view line)
{
    return line.find_first_not_of(" \t\r\f") == std::string_view::npos;
}

CellReader::CellReader(LineReader& lines, Check check, IsAlone isAlone)
    : m_lines(lines)
    , m_check(std::move(check))
    , m_isAlone(std::move(isAlone))
{
}

Outcome CellReader::readLine(std::string& line, const std::string& cell)
{
    if (m_ahead.empty())
        return m_lines.readLine(cell.empty() ? ">>> " : "... ", line);
    line = std::exchange(m_ahead, {});
    return Outcome::Line;
}

Outcome CellReader::read(std::string& cell)
{
    cell.clear();
    for (;;) {
        std::string line;
        const auto outcome = readLine(line, cell);
        if (outcome == Outcome::End && !cell.empty())
            return Outcome::Line;
        if (outcome != Outcome::Line)
            return outcome;
        const bool isFirst = cell.empty();
        if (isFirst && isBlank(line))
            continue;
        cell += line + '\n';
        if (isFirst && m_isAlone(cell))
            return Outcome::Line;
        if (!m_lines.isPasting() && isWhole(cell, isBlank(line)))
            return Outcome::Line;
    }
}

bool CellReader::isWhole(std::string& cell, bool endsBlank)
{
    const auto state = m_check(cell);
    return state == CellState::Complete
        || (state == CellState::Block && endsBlank && !goesOn(cell));
}

// Blocks of a file have empty lines in them. The line after these is read in any case.
bool CellReader::goesOn(std::string& cell)
{
    std::string line;
    while (m_lines.hasMore() && m_lines.readLine("... ", line) == Outcome::Line) {
        const bool isIndented = line.starts_with(' ') || line.starts_with('\t');
        if (!isBlank(line) && !isIndented && !isClause(line, cell)) {
            m_ahead = line;
            return false;
        }
        cell += line + '\n';
        if (!isBlank(line))
            return true;
    }
    return false;
}

// "else:" is nothing by itself.
bool CellReader::isClause(const std::string& line, const std::string& cell) const
{
    return m_check(line + '\n') == CellState::Complete
        && m_check(cell + line + '\n') != CellState::Complete;
}

} // namespace sandbench::cli
