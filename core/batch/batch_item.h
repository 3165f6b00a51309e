// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/check/checks.h"
#include "core/policy/limits.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Many programs, one a line, run and judged.
namespace sandbench::batch {

/// A program that judges another one's output.
struct Checker
{
    std::string language, code;
};

/// One line of a batch: a program, and what is expected of it.
struct Item
{
    std::uint64_t line = 0; ///< From 1.
    std::string id; ///< One line of text; that of the line where it says none: "7".
    /// The program as workspace::readRun() takes it, without input and arguments, which are the
    /// checks'.
    Json program;
    bool namesLanguage = false; ///< It says one itself.
    std::string file; ///< Of the program's text, below the folder of such files; empty = none.
    std::vector<check::Check> checks; ///< At least one.
    bool hasTests = false; ///< Its checks are its "tests"; else it is one run.
    std::optional<Checker> checker; ///< Of what its checks print, instead of a comparison.
    std::vector<std::string> unused; ///< Members that say nothing here, as data sets have them.
};

/// What the command says of all lines.
struct ItemRules
{
    std::string language = "python"; ///< Of programs that name none.
    RunLimits most = {}; ///< A line may ask for less of time and output, never for more.
    bool hasFiles = false; ///< Lines may name files, below one folder.
};

/// Units: bytes.
inline constexpr std::size_t kLongestLine = 4U << 20, kLongestId = 200;

/// Reads {id, language, code or file, file_name, files, env, args, stdin, expected, match,
/// tolerance, exit, timeout, cpu_time, output_limit, tests: [{name, stdin, args, expected, match,
/// tolerance, exit, timeout}], checker: text or {language, code}}, and the same by the names that
/// inOwnNames() knows. No I/O. Errors: InvalidArgument naming the member.
Result<Item> readItem(std::string_view text, std::uint64_t line, const ItemRules& rules);

/// A line of a public data set by our own names: task_id, lang, solution, completion, input,
/// output and others; the shapes of HumanEval (prompt, entry_point, test) and MBPP (test_list)
/// become one program. Anything else stays as it is.
Json inOwnNames(Json line);

} // namespace sandbench::batch
