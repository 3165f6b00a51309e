// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace re2 {
class RE2;
}

namespace sandbench {

enum class Severity : std::uint8_t { Low, Medium, High };

/// "high"
std::string_view severityName(Severity severity);
std::optional<Severity> severityByName(std::string_view name);

/// One thing that a policy looks for in programs. Exactly one of modules, uses and pattern.
struct Rule
{
    /// Where a pattern is looked for.
    enum class Place : std::uint8_t {
        Code, ///< The program with its strings and comments blanked.
        Program, ///< With its comments blanked.
        Strings, ///< In each string by itself.
        Comments, ///< In each comment by itself.
        All, ///< The text as it is.
    };

    std::string id; ///< "python.shell"
    std::string description; ///< "Starts a shell or another program"
    Severity severity = Severity::Medium;
    std::vector<std::string> languages; ///< Ids; empty = all.
    std::vector<std::string> modules; ///< Loading one of these, or a part of it.
    /// Referring to one of these: "os.system", "subprocess.*".
    std::vector<std::string> uses;
    std::string pattern; ///< RE2; lines by themselves: ^ and $ match at theirs.
    Place place = Place::Code;
    bool isPlaceAssumed = false; ///< Of a person's own pattern: its writer named no place.
    std::string why; ///< Why it matters, one sentence.
    std::string suggestion; ///< What to do instead, one sentence.
    std::shared_ptr<const re2::RE2> compiled; ///< Of pattern.

    bool appliesTo(std::string_view language) const;
};

/// Checks a pattern and makes it ready. Errors: InvalidArgument saying what is wrong where.
Result<std::shared_ptr<const re2::RE2>> compilePattern(const std::string& pattern);

/// A module's name as rules compare it: lower case, '-' as '_', without "node:", version, extras
/// and file ending, cut at its separators. "Requests==2" and "requests" are {"requests"}.
std::vector<std::string> moduleParts(std::string_view name, std::string_view language);

} // namespace sandbench
