// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/language/language.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Small questions about foreign text. Thread: any.
namespace sandbench::answer {

/// Without those of @p marks at both ends.
std::string_view trimmed(std::string_view text, std::string_view marks = " \t\r\n");
/// What is between white space, at most @p most.
std::vector<std::string_view> wordsOf(std::string_view text, std::size_t most = 64);
bool isIn(std::string_view word, std::span<const std::string_view> list);
/// As a part of one, not of another word.
bool holdsWord(std::string_view text, std::string_view word);

/// Its language, or null. The same as LanguageCatalog::find(), without the words of its error.
std::optional<Language> languageCalled(const LanguageCatalog& languages, std::string_view name);
/// Id of the language of a file with this name; empty = none of ours.
std::string languageOfName(const LanguageCatalog& languages, std::string_view name);

/// Of a fence's first word, in small letters: where it names no language of ours.
enum class Manner { Unknown, Shell, Data, Text, Diff };
Manner mannerOf(std::string_view called);

} // namespace sandbench::answer
