// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>

#include <string>
#include <vector>

namespace sandbench::cli {

/// The command that was named, as far as it was: some have commands of their own.
const CLI::App& chosenIn(const CLI::App& root);

/// "sandbenchctl images pull"
std::string pathOf(const CLI::App& command);

/// The command @p name of @p group, or null.
const CLI::App* commandNamed(const CLI::App& group, const std::string& name);

/// One line: what to do about a word that nothing takes.
std::string unexpectedWord(const CLI::App& chosen, const std::string& word);

/// One line: a required argument or command of @p chosen was not given. @p words: all that were.
std::string missingWord(const CLI::App& chosen, const std::vector<std::string>& words);

/// "; see 'sandbenchctl run --help'"
std::string moreAbout(const CLI::App& chosen);

/// The one of @p names that @p word was probably meant to be; empty where none is near.
std::string nearest(const std::string& word, const std::vector<std::string>& names);

} // namespace sandbench::cli
