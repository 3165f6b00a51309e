// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json_fwd.h"
#include "core/base/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What programs are checked against: inputs and what is expected of them. No I/O. Thread: any.
namespace sandbench::check {

/// How what a program prints is held against what is expected.
enum class Match {
    Trimmed, ///< Line by line; blanks at the ends of lines and empty lines at the end count not.
    Exact, ///< Byte by byte.
    Numbers, ///< Word by word, whatever is between them; numbers may differ by a tolerance.
    Contains, ///< It is somewhere in it.
};
/// "trimmed"
std::string_view matchName(Match match);
/// All of them, as matchName() has them.
inline constexpr std::string_view kMatchNames[] = {"trimmed", "exact", "numbers", "contains"};

inline constexpr double kUsualTolerance = 1e-6;

/// A program that tests another one, which lies beside it.
struct TestFile
{
    std::string name; ///< One plain name: "test_stack.py".
    std::string language; ///< Id in the catalog.
    std::string code;
};

/// One run of a program, and what is expected of it.
struct Check
{
    std::string name; ///< One line, and no other check's.
    std::string input; ///< What it reads on standard input.
    std::vector<std::string> arguments;
    std::optional<std::string> expected; ///< On standard output; absent = anything.
    Match match = Match::Trimmed;
    /// Of Match::Numbers: they may differ by so much, or by so much of the expected one.
    double tolerance = kUsualTolerance;
    int exitCode = 0;
    std::optional<double> timeout; ///< Units: seconds. Absent = as the run's limits say.
    std::optional<TestFile> test; ///< Run instead of the program.
};

/// Units: bytes.
inline constexpr std::size_t kMostChecksBytes = 16U << 20, kMostNameBytes = 100;
inline constexpr std::size_t kMostChecks = 1000;

/// Reads {"checks": [{name, stdin, args, expect, match, tolerance, exit, timeout, test,
/// language}]}, all of them optional. "stdin", "expect" and "test" are a text, or a list of lines,
/// each of which gets its line feed. A check without a name is called "check N". One with "test",
/// the text of a program that tests another one, has the program's file name as its name, and its
/// language, but no "stdin", "args" and "expect". Errors: InvalidArgument naming the line.
Result<std::vector<Check>> readChecks(std::string_view text);

/// One of them, the @p number-th. Errors: InvalidArgument.
Result<Check> readCheck(const Json& object, std::size_t number);

/// The text that readChecks() reads as these. Texts of several lines are lists of lines.
std::string writeChecks(const std::vector<Check>& checks);

/// Of a program that tests another one. @p name, of a file: plain, no longer than kMostNameBytes.
/// Errors: InvalidArgument.
Result<Check> testCheck(std::string name, std::string language, std::string code);

} // namespace sandbench::check
