// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/policy/gate/wants.h"

#include <span>
#include <string_view>

namespace sandbench::gate {

/// The names by which programs of a language reach for something, separated by blanks.
struct WantNames
{
    std::string_view language;
    WantKind kind;
    /// As a Use is called: "os.system"; all of a module, which counts when it is imported too:
    /// "subprocess.*".
    std::string_view names;
};
std::span<const WantNames> wantNames();

/// Whether @p module comes with @p language, so that nobody installs a package for it (bash:
/// whether it is a word of the shell itself); true for all of languages whose imports name no
/// packages.
bool isOwnModule(std::string_view language, std::string_view module);
/// What is installed for an import: "numpy" for "numpy.linalg", "@a/b" for "@a/b/c"; empty =
/// nothing.
std::string_view packageOfImport(std::string_view language, std::string_view module);

/// Of these languages it can be told that a program reaches for nothing, if all that it imports is
/// harmless and no word in it hides names.
bool reachesByNames(std::string_view language);
bool isHarmlessImport(std::string_view language, std::string_view module);
/// Separated by blanks.
std::string_view hidingWords(std::string_view language);

} // namespace sandbench::gate
