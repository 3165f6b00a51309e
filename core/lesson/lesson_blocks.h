// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lesson/lesson.h"

#include <map>

/// The fenced blocks of a lesson that are more than text. No I/O. Thread: any.
namespace sandbench::lesson {

/// A fence that is closed, or ended with the lesson.
struct Fence
{
    std::string_view info; ///< "python file=plot.py"
    std::size_t line = 0; ///< Of its beginning.
    std::string body; ///< Each line with its line feed.
};

/// What stands behind the first word of a fence.
struct FenceWords
{
    std::string first;
    std::map<std::string, std::string, std::less<>> values; ///< "file=plot.py"; "solution" is "".
};
FenceWords wordsOf(const Fence& fence);

/// Whether @p words make it a part of a step; else it is text to read.
bool isPart(const FenceWords& words);

/// Adds what @p fence says to @p step. Errors: InvalidArgument, which may name a line of its own:
/// see Problem.
Result<void>
addPart(const Fence& fence, const FenceWords& words, const LanguageCatalog& languages, Step& step);

/// What needs all of the step: each check gets its input, a program gets a check.
std::vector<Problem> finishStep(Step& step);

} // namespace sandbench::lesson
