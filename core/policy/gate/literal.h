// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/policy/gate/lexical_rules.h"
#include "core/policy/gate/token.h"

#include <optional>
#include <string>
#include <string_view>

namespace sandbench::gate {

/// The name that a language reads in a word: \u0061 and full-width letters resolved, joined lines
/// joined. Other bytes stay as they are.
std::string decodeName(std::string_view bytes, const LexicalRules& rules);

/// The plain letter, digit or sign of a full-width form, a mathematical letter (those come in runs
/// of 26 + 26) and their like; any other code point is its own. Source: Unicode 15,
/// UnicodeData.txt, compatibility decompositions.
std::uint32_t foldLetter(std::uint32_t codePoint);

/// The value of a string literal's content: the usual escapes resolved, unknown ones kept.
std::string decodeLiteral(std::string_view content, bool raw);

/// Source: RFC 4648, 4 and 5; white space is passed over. Nothing where it is something else.
std::optional<std::string> decodeBase64(std::string_view text);
/// "6f73", white space passed over.
std::optional<std::string> decodeHex(std::string_view text);

/// Appends @p codePoint as UTF-8; what is none becomes U+FFFD.
void appendUtf8(std::string& to, std::uint32_t codePoint);

} // namespace sandbench::gate
