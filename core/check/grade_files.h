// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/checks.h"
#include "core/language/language.h"
#include "core/session/session.h"

#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

/// A class's work as it lies on this machine: a folder of submissions, and one of tests. No link is
/// followed below either folder, and neither is left. Thread: any.
/// Source: openat2(2), RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS.
namespace sandbench::check {

/// One entry of the folder of submissions: a program, or a folder with one.
struct Submission
{
    std::string name
        = {}; ///< The entry's; valid UTF-8 and on one line, also where the entry's is not.
    std::string problem = {}; ///< Why it cannot be run, a sentence; empty = it can.
    std::string fileName = {}; ///< Of its program in the sandbox; empty = the language's own.
    std::string language = {}; ///< Id in the catalog.
    std::string code = {};
    std::vector<InputFile> files = {}; ///< Beside the program, by their paths.
};

/// How a program is found in a submission.
struct SubmissionRules
{
    std::string calledAs; ///< The name that every program gets; empty = its own.
    std::string language; ///< Id; empty = as the file's name or first line says.
};

/// Units: bytes.
inline constexpr std::size_t kMostFileBytes = 1U << 20, kMostSubmissionBytes = 8U << 20,
                             kMostAllBytes = 256U << 20;
inline constexpr std::size_t kMostSubmissions = 2000, kMostSubmissionFiles = 200;

/// Every entry of @p folder, sorted by name, without those that begin with a dot. Of a folder the
/// program is the file SubmissionRules::calledAs, else main.*, else its only file. What an entry
/// is wrong about is its own problem: a link, a name that is odd, no program, too large.
/// Errors: NotFound, PermissionDenied, InvalidArgument (no folder, nothing in it),
/// ResourceExhausted (more than kMostSubmissions or kMostAllBytes), Cancelled.
Result<std::vector<Submission>> findSubmissions(
    const std::string& folder, const SubmissionRules& rules, const LanguageCatalog& languages,
    const std::stop_token& stop);

/// The checks of all *.json as readChecks() has them, and a testCheck() for each other file, sorted
/// by the files' names. Checks of several *.json have the file's name before their own.
/// Errors: as findSubmissions(); InvalidArgument naming the file for what is no test, and for two
/// of one name.
Result<std::vector<Check>>
readTests(const std::string& folder, const LanguageCatalog& languages, const std::stop_token& stop);

} // namespace sandbench::check
