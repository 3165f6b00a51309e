// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/grade/grade_difference.h"

#include "core/project/line_diff.h"
#include "ui/changes/difference_parts.h"
#include "ui/checks/check_cell.h"
#include "ui/common/text.h"
#include "ui/common/translation.h"

namespace sandbench::ui {

using check::CheckState;

static CheckState stateOfMark(check::Mark mark, bool hasExpected)
{
    if (mark == check::Mark::Passed)
        return CheckState::Passed;
    if (mark == check::Mark::NotRun)
        return CheckState::NotRun;
    return hasExpected ? CheckState::Failed : CheckState::Ended;
}

FileDifference outputDifference(
    const QString& title, const check::Check& check, const check::GradedTest& test,
    const check::TestOutput* kept)
{
    check::Outcome outcome;
    outcome.state = stateOfMark(test.mark, check.expected.has_value());
    outcome.why = test.why;
    outcome.output = kept ? kept->output : test.output;
    outcome.errors = kept ? kept->errors : test.errors;
    outcome.isCut = kept ? kept->isCut : test.isCut;
    return cellDifference(title, check, outcome);
}

FileDifference
codeDifference(const QString& title, const std::string& before, const std::string& after)
{
    FileDifference difference;
    difference.row.path = toStd(title);
    difference.row.shown = title;
    if (!isDiffable(before) || !isDiffable(after)) {
        difference.note
            = tr("They cannot be shown line by line: one is over 1 MiB, or is no text.");
        return difference;
    }
    const auto hunks = diffLines(before, after);
    if (hunks.empty())
        difference.note = tr("Both are the same.");
    addParts(difference, before, after, hunks, groupHunks(hunks));
    return difference;
}

} // namespace sandbench::ui
