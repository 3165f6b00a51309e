// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

/// Programs that are alike, whatever their names, numbers, texts, comments and blanks are. No I/O.
/// Thread: any. Source: Schleimer, Wilkerson, Aiken, "Winnowing: Local Algorithms for Document
/// Fingerprinting", SIGMOD 2003.
namespace sandbench::check {

/// What begins a comment up to the end of a line.
enum class CommentStyle { Hash, Slashes };
CommentStyle commentStyleOf(std::string_view languageId);

/// Words of @p code: "I" for a name, "N" for a number, "S" for a text; words that languages share
/// ("if", "while", "return", …) and signs are themselves. Comments are none.
std::vector<std::string> codeTokens(std::string_view code, CommentStyle style);

/// Units: tokens. Of a longer program only the beginning is looked at.
inline constexpr std::size_t kGramTokens = 10, kWindowGrams = 5, kMostTokens = 10'000;
/// A program with fewer is like many others.
inline constexpr std::size_t kFewestFingerprints = 8;

/// The hashes of the sequences of kGramTokens that winnowing chooses, sorted, each once: two
/// programs that share kGramTokens + kWindowGrams - 1 tokens in a row share one.
std::vector<std::uint64_t> fingerprintsOf(const std::vector<std::string>& tokens);

/// Two of a list of programs.
struct LikePair
{
    std::size_t first = 0, second = 0; ///< Places in the list, first < second.
    double share = 0; ///< Of the fingerprints of the one that has fewer, 0 to 1.
};

/// Pairs whose share is above @p least, the highest first, kMostLikePairs at most. What more than
/// half of at least kFewestForTemplate programs have was given to them all, and counts not. The
/// first 2,000 programs are compared. Errors: Cancelled.
inline constexpr std::size_t kMostLikePairs = 1000, kFewestForTemplate = 8;
Result<std::vector<LikePair>> likePairs(
    std::vector<std::vector<std::uint64_t>> programs, double least, const std::stop_token& stop);

} // namespace sandbench::check
