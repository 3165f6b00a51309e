// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/check_matrix.h"

#include <cstddef>
#include <string>
#include <vector>

namespace sandbench::cli {

/// "pass", "FAIL", "exit 1", "wall_timeout", "refused": one cell of the matrix.
std::string cellText(const check::Outcome& outcome);

/// The matrix as a table, and below it lines that say why cells did not pass. Where
/// the table is wider than @p columns, checks are numbers in it, and named below it. Safe on a
/// terminal.
std::string matrixText(const check::Matrix& matrix, std::size_t columns);

/// What to write while checks run: on a terminal a line for each answer, drawn again and again;
/// elsewhere a line for each check that is over. Safe on a terminal. No I/O.
class CheckProgress
{
public:
    struct Screen
    {
        bool terminal = false;
        std::size_t columns = 80, rows = 24;
    };
    CheckProgress(
        Screen screen, std::vector<std::string> answers, const std::vector<check::Check>& checks);

    std::string show(std::size_t answer, std::size_t check, const check::Outcome& outcome);
    /// Takes the lines off a terminal.
    std::string end();

private:
    std::string lineOf(std::size_t answer) const;
    std::string counter() const;

    const Screen m_screen;
    const std::vector<std::string> m_answers;
    std::vector<std::string> m_checks; ///< Names.
    std::vector<std::string> m_marks; ///< By answer, one for each check.
    std::vector<std::string> m_now; ///< The check that each answer is at.
    std::size_t m_drawn = 0; ///< Lines on the terminal.
};

} // namespace sandbench::cli
