// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json_fwd.h"
#include "core/report/html_report.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Two runs, and only what differs between them. No I/O of its own. Thread: any.
namespace sandbench::check {

/// Of a run that is compared: its record, untrusted, and its results.
struct ComparedRun
{
    const Json& record;
    const std::vector<Artifact>& results;
    report::BytesOfResult bytesOf; ///< Asked once for each result that both runs have.
};

/// Two values of a fact, for people; one that a run does not have is empty.
struct FactDifference
{
    std::string name, left, right;
};

enum class Sameness {
    Same,
    SameNumbers, ///< Different as bytes, but for people who accept the tolerance the same.
    Different,
    OnlyLeft,
    OnlyRight,
    Unknown, ///< The bytes of one are not there any more.
};
/// "same_numbers"
std::string_view samenessName(Sameness sameness);

struct TextComparison
{
    Sameness sameness = Sameness::Same;
    std::string diff = {}; ///< As patch(1) reads it, from "@@" on; empty where nothing differs.
    bool isCut = false; ///< The diff has only its beginning.
};

struct ResultComparison
{
    std::string name; ///< Untrusted.
    Sameness sameness = Sameness::Same;
    std::optional<std::size_t> left = {}, right = {}; ///< Their places; absent = it has none.
};

struct RunComparison
{
    std::vector<FactDifference> facts; ///< How it ended, language, engine, image, limits, …
    std::vector<FactDifference> measures; ///< Time and memory, which always differ a little.
    TextComparison program, output, errors;
    std::vector<ResultComparison> results; ///< All of both, in the order of the left one.

    /// Whether the program came to the same: its end, output and results, as far as they are kept.
    bool hasSameOutcome = true;
    bool hasUnknownResults = false; ///< Of some, the bytes of one run are not kept any more.
};

/// @p tolerance: as of a check's numbers; absent = output is compared byte by byte.
RunComparison
compareRuns(const ComparedRun& left, const ComparedRun& right, std::optional<double> tolerance);

/// Schema "sandbench.comparison/1".
Json toJson(const RunComparison& comparison);
/// For people: what differs, a fact a line, then the differences of the texts. What is foreign in
/// it is not escaped.
std::string comparisonText(const RunComparison& comparison);

} // namespace sandbench::check
