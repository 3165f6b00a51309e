// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/check_view.h"

#include "app/cli/text.h"
#include "core/base/text.h"

#include <algorithm>
#include <utility>

namespace sandbench::cli {
namespace {

using check::CheckState;

constexpr std::size_t kMostReasons = 50;
constexpr std::size_t kLongestReason = 500;
constexpr std::size_t kLongestName = 40;

char markOf(CheckState state)
{
    switch (state) {
    case CheckState::Waiting:
        return '.';
    case CheckState::Running:
        return '>';
    case CheckState::Passed:
        return '+';
    case CheckState::Failed:
    case CheckState::Ended:
        return 'x';
    case CheckState::NotRun:
        break;
    }
    return '-';
}

std::string shownName(const std::string& answer)
{
    return std::string(cutAtCharacter(printable(answer), kLongestName));
}

std::string passedOf(const std::vector<check::Outcome>& row)
{
    const auto passed = std::count_if(row.begin(), row.end(), [](const check::Outcome& cell) {
        return cell.state == CheckState::Passed;
    });
    return std::to_string(passed) + "/" + std::to_string(row.size());
}

std::string table(const check::Matrix& matrix, bool isNumbered)
{
    std::vector<std::vector<std::string>> rows(1, {"ANSWER", "PASSED"});
    for (std::size_t i = 0; i < matrix.checks.size(); ++i)
        rows.front().push_back(isNumbered ? std::to_string(i + 1) : matrix.checks[i].name);
    for (std::size_t answer = 0; answer < matrix.answers.size(); ++answer) {
        rows.push_back({matrix.answers[answer], passedOf(matrix.cells[answer])});
        for (const auto& cell : matrix.cells[answer])
            rows.back().push_back(cellText(cell));
    }
    return tableText(rows);
}

std::string numberedNames(const check::Matrix& matrix)
{
    std::string text = "\n";
    for (std::size_t i = 0; i < matrix.checks.size(); ++i)
        text += std::to_string(i + 1) + "  " + printable(matrix.checks[i].name) + "\n";
    return text;
}

/// What @p outcome says of a cell, on one line.
std::string reasonText(const check::Outcome& outcome)
{
    return printable(oneLine(outcome.why, kLongestReason));
}

/// "empty, sum and 3 more": checks of @p matrix.
std::string namesOf(const check::Matrix& matrix, const std::vector<std::size_t>& checks)
{
    constexpr std::size_t kMostNames = 5;
    std::string names;
    for (std::size_t i = 0; i < checks.size() && i < kMostNames; ++i)
        names += (i > 0 ? ", " : "") + printable(matrix.checks[checks[i]].name);
    return checks.size() > kMostNames
        ? names + " and " + std::to_string(checks.size() - kMostNames) + " more"
        : names;
}

/// What is the same of several checks of an answer is said once.
std::string reasons(const check::Matrix& matrix)
{
    std::string text;
    std::size_t count = 0;
    for (std::size_t answer = 0; answer < matrix.answers.size(); ++answer) {
        std::vector<std::pair<std::string, std::vector<std::size_t>>> byReason;
        for (std::size_t i = 0; i < matrix.checks.size(); ++i) {
            const auto& cell = matrix.cells[answer][i];
            if (cell.state == CheckState::Passed)
                continue;
            const auto reason = reasonText(cell);
            if (byReason.empty() || byReason.back().first != reason)
                byReason.push_back({reason, {}});
            byReason.back().second.push_back(i);
        }
        for (const auto& [reason, checks] : byReason)
            if (++count <= kMostReasons)
                text += printable(matrix.answers[answer]) + ": " + namesOf(matrix, checks) + ": "
                    + reason + "\n";
    }
    if (count > kMostReasons)
        text += "and " + std::to_string(count - kMostReasons) + " more\n";
    return text.empty() ? text : "\n" + text;
}

} // namespace

std::string cellText(const check::Outcome& outcome)
{
    switch (outcome.state) {
    case CheckState::Passed:
        return "pass";
    case CheckState::Failed:
        return "FAIL";
    case CheckState::Ended:
        if (outcome.isCompiler)
            return "compiler";
        if (outcome.verdict == Verdict::Exited && outcome.exitCode)
            return "exit " + std::to_string(*outcome.exitCode);
        return outcome.verdict ? std::string(verdictName(*outcome.verdict)) : "ended";
    case CheckState::NotRun:
        return outcome.verdict == Verdict::PolicyDenied ? "refused" : "not run";
    case CheckState::Waiting:
    case CheckState::Running:
        break;
    }
    return std::string(check::stateName(outcome.state));
}

std::string matrixText(const check::Matrix& matrix, std::size_t columns)
{
    auto text = table(matrix, false);
    std::size_t widest = 0;
    std::string_view rest = text;
    while (!rest.empty())
        widest = std::max(widest, takeUpTo(rest, '\n').size());
    if (widest > columns)
        text = table(matrix, true) + numberedNames(matrix);
    return text + reasons(matrix);
}

CheckProgress::CheckProgress(
    Screen screen, std::vector<std::string> answers, const std::vector<check::Check>& checks)
    : m_screen(screen)
    , m_answers(std::move(answers))
    , m_marks(m_answers.size(), std::string(checks.size(), markOf(CheckState::Waiting)))
    , m_now(m_answers.size())
{
    for (const auto& check : checks)
        m_checks.push_back(check.name);
}

std::string CheckProgress::lineOf(std::size_t answer) const
{
    const auto& marks = m_marks[answer];
    const auto passed = std::count(marks.begin(), marks.end(), markOf(CheckState::Passed));
    auto line = shownName(m_answers[answer]);
    for (const auto& other : m_answers) // so that the marks stand below each other
        line.resize(std::max(line.size(), shownName(other).size()), ' ');
    line += "  " + std::to_string(passed) + "/" + std::to_string(marks.size()) + "  ";
    // The newest marks, where all of them have no room.
    const auto room = m_screen.columns > line.size() + 1 ? m_screen.columns - line.size() - 1 : 0;
    const auto done = std::min(marks.find(markOf(CheckState::Waiting)), marks.size());
    const auto first = marks.size() <= room || done <= room ? 0 : done - room;
    line += marks.substr(first, room) + "  " + printable(m_now[answer]);
    return std::string(cutAtCharacter(line, m_screen.columns > 0 ? m_screen.columns - 1 : 0));
}

std::string CheckProgress::counter() const
{
    std::size_t over = 0, all = 0;
    for (const auto& marks : m_marks) {
        all += marks.size();
        over += static_cast<std::size_t>(std::count_if(marks.begin(), marks.end(), [](char mark) {
            return mark != markOf(CheckState::Waiting) && mark != markOf(CheckState::Running);
        }));
    }
    return std::to_string(over) + " of " + std::to_string(all) + " checks are over";
}

std::string
CheckProgress::show(std::size_t answer, std::size_t check, const check::Outcome& outcome)
{
    m_marks[answer][check] = markOf(outcome.state);
    m_now[answer] = outcome.state == CheckState::Running ? m_checks[check] : std::string();
    if (!m_screen.terminal) {
        // Why something is not run, the end tells once.
        if (!check::isOver(outcome.state) || outcome.state == CheckState::NotRun)
            return {};
        const auto why = reasonText(outcome);
        return printable(m_answers[answer]) + ": " + printable(m_checks[check]) + ": "
            + cellText(outcome) + (why.empty() ? "" : ": " + why) + "\n";
    }
    auto text = end();
    const bool fits = m_answers.size() + 1 < m_screen.rows;
    for (std::size_t i = 0; fits && i < m_answers.size(); ++i)
        text += lineOf(i) + "\n";
    if (!fits)
        text += counter() + "\n";
    m_drawn = fits ? m_answers.size() : 1;
    return text;
}

std::string CheckProgress::end()
{
    const auto drawn = std::exchange(m_drawn, 0);
    return drawn == 0 ? std::string() : "\r\033[" + std::to_string(drawn) + "A\033[J";
}

} // namespace sandbench::cli
