// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json_fwd.h"
#include "core/check/check_matrix.h"
#include "core/check/similarity.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What a class's submissions are worth. No I/O. Thread: as a value.
namespace sandbench::check {

enum class Mark {
    Passed,
    Failed, ///< Another output, another exit status, a signal, too much output.
    TimeLimit,
    OutOfMemory,
    NotRun, ///< A policy refused it, it was stopped, or there was no sandbox.
};
/// "passed", "time_limit"
std::string_view markName(Mark mark);
/// The same for people: "time limit"
std::string markText(Mark mark);

/// Kept of each stream of a test that did not pass, and of all tests of a submission.
/// Units: bytes.
inline constexpr std::size_t kMostGradedOutput = 4U << 10, kMostGradedOutputs = 64U << 10;

struct GradedTest
{
    Mark mark = Mark::NotRun;
    std::string why = {}; ///< A sentence for people, partly foreign; empty where it passed.
    double seconds = 0;
    std::uint64_t peakMemoryBytes = 0; ///< 0 = nobody counted.
    std::string output = {}, errors = {}; ///< Raw, the beginning of both streams.
    bool isCut = false; ///< There was more of them.
    std::string runId = {}; ///< In the history; empty = nothing ran.
};

struct GradedSubmission
{
    std::string name;
    std::string digest; ///< Of all that its result rests on; empty = it was refused.
    std::vector<GradedTest> tests;
    /// Nothing of it was stopped or lacked a sandbox: another time would say the same.
    bool isFinal = false;

    std::size_t passed() const;
    double seconds() const; ///< Of all tests.
    std::uint64_t peakMemoryBytes() const;
};

GradedSubmission
gradedSubmission(std::string name, std::string digest, const std::vector<Outcome>& row);
/// One that cannot be run.
GradedSubmission refusedSubmission(std::string name, std::string why, std::size_t tests);

struct Grading
{
    std::vector<std::string> tests;
    std::vector<GradedSubmission> submissions;
    std::vector<LikePair> alike; ///< Places in submissions.

    bool hasPassed() const; ///< All of it.
};

/// Schema "sandbench.grade/1": {schema, passed, tests, submissions, counts, alike}
Json toJson(const Grading& grading);
/// A row for each submission: what it passed, its time and memory, the mark of each test.
std::string csvOf(const Grading& grading);

/// The first line of a file of results, and the line of one submission; each with its line feed.
std::string_view resultsHead();
std::string resultLine(const GradedSubmission& submission);
/// Reads what resultsHead() and resultLine() wrote; a last line without its end, which was cut off
/// by whatever ended the program, counts not. Errors: InvalidArgument naming the line.
Result<std::vector<GradedSubmission>> readResults(std::string_view text);

} // namespace sandbench::check
