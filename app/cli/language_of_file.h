// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/language/language.h"

#include <string>

namespace sandbench::cli {

/// The language of the program in the file @p path: by its name, else by its first line when that
/// is
/// "#!" and an interpreter. "-" is Python. Errors: NotFound, also for a file that is not there.
Result<Language> languageOfFile(const LanguageCatalog& languages, const std::string& path);

} // namespace sandbench::cli
