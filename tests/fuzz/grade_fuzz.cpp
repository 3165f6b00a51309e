// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/check/grade_pages.h"
#include "core/check/grading.h"
#include "core/check/similarity.h"
#include "tests/fuzz/require.h"
#include "tests/support/page_tags.h"

#include <algorithm>

using namespace sandbench;
using namespace sandbench::check;

static void compareCode(std::string_view code)
{
    for (const auto style : {CommentStyle::Hash, CommentStyle::Slashes}) {
        const auto tokens = codeTokens(code, style);
        require(tokens.size() <= std::min(code.size(), kMostTokens));
        const auto prints = fingerprintsOf(tokens);
        require(std::is_sorted(prints.begin(), prints.end()) && prints.size() <= tokens.size());
        const auto pairs = likePairs({prints, {}, prints}, 0.6, {});
        require(pairs.has_value());
        require(pairs->size() == (prints.size() >= kFewestFingerprints ? 1U : 0U));
    }
}

/// Input: a file of results behind its head, which is also a program that was handed in. What is
/// read is what it is after it was written, and pages have our own tags only.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string input(reinterpret_cast<const char*>(data), size);
    compareCode(input);
    const auto results = readResults(std::string(resultsHead()) + input);
    if (!results || results->empty())
        return 0;
    Grading grading;
    grading.submissions = *results;
    const auto& first = results->front();
    std::vector<Check> checks(first.tests.size());
    Submission handedIn;
    handedIn.code = handedIn.fileName = input;
    for (auto& check : checks) {
        check.name = cutAtCharacter(input, kMostNameBytes);
        check.expected = input;
        grading.tests.push_back(check.name);
    }
    require(test::firstOddTag(gradePage(grading, 0, handedIn, checks)).empty());
    require(test::firstOddTag(gradeIndexPage(grading)).empty());
    const auto again = readResults(std::string(resultsHead()) + resultLine(first));
    require(again.has_value() && again->size() == 1);
    require(resultLine(again->front()) == resultLine(first));
    require(!csvOf(grading).empty());
    return 0;
}
