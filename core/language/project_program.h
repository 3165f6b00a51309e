// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/language/language.h"

#include <span>
#include <string>

namespace sandbench {

/// Which of a project's @p files is its program, where nobody said: the only one at the top with a
/// language's default name, else the only one of that name anywhere, else the only one that is a
/// program at all. @p language: an id that narrows it down, or empty.
/// Errors: InvalidArgument naming the candidates, NotFound.
Result<std::string> findProgram(
    std::span<const std::string> files, const LanguageCatalog& languages,
    const std::string& language);

} // namespace sandbench
