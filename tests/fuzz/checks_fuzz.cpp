// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/check/compare_output.h"
#include "core/check/test_code.h"
#include "tests/fuzz/require.h"

#include <set>

using namespace sandbench;
using namespace sandbench::check;

static void compare(std::string_view expected, std::string_view output)
{
    for (const auto match : {Match::Trimmed, Match::Exact, Match::Numbers, Match::Contains}) {
        require(!firstDifference(output, output, match, 0));
        const auto difference = firstDifference(expected, output, match, kUsualTolerance);
        require(match != Match::Exact || difference.has_value() == (expected != output));
        if (!difference)
            continue;
        require(difference->expected.size() <= 1000 && difference->got.size() <= 1000);
        require(isValidUtf8(difference->expected) && isValidUtf8(difference->got));
        require(isValidUtf8(difference->sentence()));
    }
}

/// Input: a file of checks; and what is expected and printed, with a zero between them. What is
/// read is what it is after it was written.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const auto zero = input.find('\0');
    compare(
        input.substr(0, zero), zero == input.npos ? std::string_view() : input.substr(zero + 1));
    require(testCode({"t.py", "python", std::string(input)}).starts_with(input));
    const auto checks = readChecks(input);
    if (!checks)
        return 0;
    require(!checks->empty() && checks->size() <= kMostChecks);
    std::set<std::string> names;
    for (const auto& check : *checks)
        require(!check.name.empty() && isValidUtf8(check.name) && names.insert(check.name).second);
    const auto again = readChecks(writeChecks(*checks));
    require(again.has_value() && again->size() == checks->size());
    for (std::size_t i = 0; i < checks->size(); ++i)
        require(
            (*again)[i].name == (*checks)[i].name && (*again)[i].input == (*checks)[i].input
            && (*again)[i].expected == (*checks)[i].expected);
    return 0;
}
