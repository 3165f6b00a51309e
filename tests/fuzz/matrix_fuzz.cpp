// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/command_words.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/check/run_matrix.h"
#include "core/check/run_matrix_files.h"
#include "core/check/run_matrix_page.h"
#include "tests/fuzz/require.h"
#include "tests/support/page_tags.h"

using namespace sandbench;
using namespace sandbench::check;

static MatrixCell cellOfBytes(std::string_view bytes)
{
    RunRecord record;
    record.runId = "r-1";
    record.verdict = bytes.size() % 3 == 0 ? Verdict::Signaled : Verdict::Exited;
    record.exitCode = static_cast<int>(bytes.size() % 2);
    record.stdoutBytes = bytes.substr(0, bytes.size() / 2);
    record.stderrBytes = bytes.substr(bytes.size() / 2);
    record.stdoutTotal = record.stdoutBytes.size();
    record.stderrTotal = record.stderrBytes.size();
    std::vector<MatrixResult> results;
    while (!bytes.empty())
        results.push_back({std::string(takeUpTo(bytes, '\n')), "digest"});
    return matrixCell(record, std::move(results));
}

/// Input: what a program printed in each place, and the files that it made there, up to a NUL.
/// Each cell that ran is in one outcome, a difference is told where there is one, and a page has
/// our own tags only.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string input(reinterpret_cast<const char*>(data), size);
    if (const auto words = commandWords(input))
        require(*commandWords(MatrixCase{"p", *words}.name().substr(1)) == *words);
    std::vector<std::string> parts;
    std::string_view rest = input;
    while (!rest.empty() && parts.size() < 5)
        parts.emplace_back(takeUpTo(rest, '\0'));
    RunMatrix matrix({{input, {input}}}, std::vector<MatrixPlace>(parts.size(), {"local", input}));
    for (std::size_t i = 0; i < parts.size(); ++i)
        matrix.set(0, i, cellOfBytes(parts[i]));
    const auto outcomes = outcomesOf(matrix, 0);
    std::size_t placed = 0;
    for (const auto& outcome : outcomes) {
        placed += outcome.places.size();
        if (&outcome == &outcomes.front())
            continue;
        const auto& usual = matrix.cells[0][outcomes.front().shown];
        const auto difference = differenceOf(usual, matrix.cells[0][outcome.shown]);
        require(
            !difference.end.empty() || !difference.output.empty() || !difference.errors.empty()
            || !difference.results.empty());
        require(!shortDifference(usual, matrix.cells[0][outcome.shown]).empty());
    }
    require(placed == parts.size());
    const auto page = matrixPage(matrix);
    require(test::firstOddTag(page).empty() && !test::hasControls(page));
    require(parseJson(writeJson(toJson(matrix)), 64U << 20).has_value());
    require(!csvOf(matrix).empty());
    return 0;
}
