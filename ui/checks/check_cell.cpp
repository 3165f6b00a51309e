// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checks/check_cell.h"

#include "core/base/text.h"
#include "core/project/line_diff.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/translation.h"

namespace sandbench::ui {

using check::CheckState;

static constexpr qsizetype kMostErrorLines = 20;

QString cellText(const check::Outcome& outcome)
{
    switch (outcome.state) {
    case CheckState::Waiting:
        return {};
    case CheckState::Running:
        return tr("running…");
    case CheckState::Passed:
        return tr("✓ passed");
    case CheckState::Failed:
        return tr("✗ differs");
    case CheckState::NotRun:
        return outcome.verdict == Verdict::PolicyDenied ? tr("– refused") : tr("– not run");
    case CheckState::Ended:
        break;
    }
    if (outcome.isCompiler)
        return tr("✗ not compiled");
    if (outcome.verdict == Verdict::Exited && outcome.exitCode)
        return tr("✗ exit %1").arg(*outcome.exitCode);
    if (outcome.verdict == Verdict::WallTimeout || outcome.verdict == Verdict::CpuTimeout)
        return tr("✗ time limit");
    if (outcome.verdict == Verdict::OutOfMemory)
        return tr("✗ out of memory");
    if (outcome.verdict == Verdict::OutputLimit)
        return tr("✗ output limit");
    return tr("✗ ended");
}

static QStringList shownLines(std::string_view text, qsizetype most, bool& isCut)
{
    QStringList lines;
    while (!text.empty()) {
        if (lines.size() >= most) {
            isCut = true;
            break;
        }
        const auto line = takeUpTo(text, '\n');
        const auto piece = cutAtCharacter(line, ChangeReader::kMostLineCharacters);
        isCut = isCut || piece.size() < line.size();
        lines << SafeText::displayBytes(toBytes(piece));
    }
    return lines;
}

/// Line ends at the end are no difference, unless they are what is compared.
static std::string comparable(const std::string& text, check::Match match)
{
    const auto last = text.find_last_not_of('\n');
    if (match == check::Match::Exact)
        return text;
    return last == std::string::npos ? std::string() : text.substr(0, last + 1) + "\n";
}

static QString noteOf(const check::Outcome& outcome)
{
    QString note = SafeText::display(toQString(oneLine(outcome.why, 1000)));
    if (outcome.state != CheckState::Ended || outcome.errors.empty())
        return note;
    bool isCut = false;
    auto lines = shownLines(outcome.errors, 1'000'000, isCut);
    if (lines.size() > kMostErrorLines)
        lines = lines.mid(lines.size() - kMostErrorLines);
    return note + QStringLiteral("\n\n") + lines.join(u'\n');
}

FileDifference
cellDifference(const QString& title, const check::Check& check, const check::Outcome& outcome)
{
    FileDifference difference;
    difference.row.path = toStd(title);
    difference.row.shown = SafeText::display(title);
    difference.note = outcome.state == CheckState::Passed ? tr("It passed.") : noteOf(outcome);
    if (outcome.state != CheckState::Failed || !check.expected)
        return difference;
    const auto expected = comparable(*check.expected, check.match);
    const auto got = comparable(replaceInvalidUtf8(outcome.output), check.match);
    const auto hunks = diffLines(expected, got);
    auto left = ChangeReader::kMostLines;
    difference.isCut = outcome.isCut;
    for (const auto& group : groupHunks(hunks)) {
        FileDifference::Part part;
        part.text = unifiedGroup(expected, got, hunks, group);
        part.lines = shownLines(part.text, left, difference.isCut);
        left -= part.lines.size();
        if (part.lines.isEmpty())
            break;
        difference.parts << std::move(part);
    }
    if (!difference.parts.isEmpty())
        difference.row.shown = tr("%1 (- expected, + printed)").arg(difference.row.shown);
    return difference;
}

} // namespace sandbench::ui
