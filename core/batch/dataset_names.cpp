// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// The names by which public data sets call what ours have other names for.
#include "core/batch/batch_item.h"

#include <array>

namespace sandbench::batch {
namespace {

struct OtherName
{
    const char* theirs;
    const char* own;
};

constexpr std::array<OtherName, 13> kOfLines = {{
    {"task_id", "id"},
    {"name", "id"},
    {"lang", "language"},
    {"solution", "code"},
    {"completion", "code"},
    {"program", "code"},
    {"arguments", "args"},
    {"input", "stdin"},
    {"expect", "expected"},
    {"expected_output", "expected"},
    {"output", "expected"},
    {"test_cases", "tests"},
    {"exit_code", "exit"},
}};

constexpr std::array<OtherName, 6> kOfTests = {{
    {"input", "stdin"},
    {"arguments", "args"},
    {"expected", "expect"},
    {"expected_output", "expect"},
    {"output", "expect"},
    {"exit_code", "exit"},
}};

/// Where both are given, ours holds, and theirs stays what it is.
template <std::size_t N> void rename(Json& object, const std::array<OtherName, N>& names)
{
    for (const auto& [theirs, own] : names)
        if (object.contains(theirs) && !object.contains(own)) {
            object[own] = std::move(object[theirs]);
            object.erase(theirs);
        }
}

bool hasText(const Json& line, const char* member)
{
    return jsonField(line, member).is_string();
}

/// HumanEval: the program goes on where the prompt ends, and its test is called with it.
void joinPrompt(Json& line)
{
    if (line.contains("code") || !hasText(line, "prompt") || !hasText(line, "entry_point")
        || !hasText(line, "test"))
        return;
    const bool isWhole = hasText(line, "solution");
    const auto* const rest = isWhole  ? "solution"
        : hasText(line, "completion") ? "completion"
                                      : "canonical_solution";
    if (!hasText(line, rest))
        return;
    line["code"] = (isWhole ? "" : jsonString(line, "prompt")) + jsonString(line, rest) + "\n\n"
        + jsonString(line, "test") + "\n\ncheck(" + jsonString(line, "entry_point") + ")\n";
    for (const auto* used : {"prompt", "entry_point", "test", rest})
        line.erase(used);
}

/// MBPP: what is imported and asserted comes behind the program.
void joinAssertions(Json& line)
{
    const auto& list = jsonField(line, "test_list");
    if (!hasText(line, "code") || !list.is_array())
        return;
    auto code = jsonString(line, "code") + "\n\n" + jsonString(line, "test_setup_code") + "\n";
    for (const auto& import : jsonTexts(line, "test_imports"))
        code += import + "\n";
    for (const auto& assertion : jsonTexts(line, "test_list"))
        code += assertion + "\n";
    line["code"] = std::move(code);
    for (const auto* used : {"test_list", "test_setup_code", "test_imports"})
        line.erase(used);
}

} // namespace

Json inOwnNames(Json line)
{
    joinPrompt(line);
    rename(line, kOfLines);
    joinAssertions(line);
    if (auto tests = line.find("tests"); tests != line.end() && tests->is_array())
        for (auto& test : *tests)
            if (test.is_object())
                rename(test, kOfTests);
    return line;
}

} // namespace sandbench::batch
