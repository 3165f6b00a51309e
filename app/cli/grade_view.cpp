// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/grade_view.h"

#include "app/cli/text.h"
#include "core/base/text.h"
#include "core/base/units.h"

#include <cmath>

namespace sandbench::cli {
namespace {

using check::Mark;

constexpr std::size_t kMostNamed = 3, kMostShownReasons = 100, kMostShownPairs = 50;
constexpr std::size_t kLongestShownReason = 300;

std::string pointsOf(const check::GradedSubmission& submission)
{
    return std::to_string(submission.passed()) + "/" + std::to_string(submission.tests.size());
}

bool isRefused(const check::GradedSubmission& submission)
{
    return submission.digest.empty();
}

/// "sum: failed, big: time limit and 3 more"
std::string missedOf(const check::Grading& grading, const check::GradedSubmission& submission)
{
    if (isRefused(submission))
        return "refused";
    std::string text;
    std::size_t count = 0;
    for (std::size_t i = 0; i < submission.tests.size(); ++i) {
        const auto mark = submission.tests[i].mark;
        if (mark == Mark::Passed || ++count > kMostNamed)
            continue;
        text += (text.empty() ? "" : ", ") + grading.tests[i] + ": " + markText(mark);
    }
    return count > kMostNamed ? text + " and " + std::to_string(count - kMostNamed) + " more"
                              : text;
}

std::string gradeTable(const check::Grading& grading)
{
    std::vector<std::vector<std::string>> rows(
        1, {"SUBMISSION", "POINTS", "TIME", "MEMORY", "NOT PASSED"});
    for (const auto& submission : grading.submissions) {
        const auto memory = submission.peakMemoryBytes();
        rows.push_back(
            {submission.name, pointsOf(submission),
             submission.seconds() > 0 ? formatSeconds(submission.seconds()) : "",
             memory > 0 ? formatSize(memory) : "", missedOf(grading, submission)});
    }
    return tableText(rows);
}

/// The first reason of each submission that did not pass.
std::string gradeReasons(const check::Grading& grading)
{
    std::string text;
    std::size_t count = 0;
    for (const auto& submission : grading.submissions)
        for (std::size_t i = 0; i < submission.tests.size(); ++i) {
            const auto& test = submission.tests[i];
            if (test.mark == Mark::Passed)
                continue;
            if (++count <= kMostShownReasons)
                text += printable(submission.name) + ": "
                    + (isRefused(submission) ? "" : printable(grading.tests[i]) + ": ")
                    + printable(oneLine(test.why, kLongestShownReason)) + "\n";
            break;
        }
    if (count > kMostShownReasons)
        text += "and " + std::to_string(count - kMostShownReasons) + " more\n";
    return text.empty() ? text : "\n" + text;
}

std::string alikeText(const check::Grading& grading)
{
    std::string text;
    for (std::size_t i = 0; i < grading.alike.size() && i < kMostShownPairs; ++i) {
        const auto& pair = grading.alike[i];
        text += "alike: " + printable(grading.submissions[pair.first].name) + " and "
            + printable(grading.submissions[pair.second].name) + ": "
            + std::to_string(std::lround(pair.share * 100)) + " %\n";
    }
    if (grading.alike.size() > kMostShownPairs)
        text += "and " + std::to_string(grading.alike.size() - kMostShownPairs) + " more\n";
    return text.empty() ? text : "\n" + text;
}

} // namespace

std::string gradedLine(const check::GradedSubmission& submission, std::size_t over, std::size_t all)
{
    return "[" + std::to_string(over) + "/" + std::to_string(all) + "] "
        + printable(submission.name) + ": " + pointsOf(submission) + "\n";
}

std::string gradingText(const check::Grading& grading)
{
    return gradeTable(grading) + gradeReasons(grading) + alikeText(grading);
}

} // namespace sandbench::cli
