// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace sandbench {

/// How an ecosystem calls its packages.
enum class NameGrammar { Pip, Npm, Gem, Go, Cargo, Cran, Composer, Apt, Conda };

/// "pip", "npm" … as the files in resources/packages write it; nothing = unknown.
std::optional<NameGrammar> nameGrammar(std::string_view id);

/// A package that somebody asked for, checked: no option, no path, no address, nothing that a
/// package manager or a shell would take for anything but a name and its versions.
struct PackageName
{
    std::string text; ///< For the package manager: "Requests[socks]>=2".
    std::string name; ///< "Requests"
    std::string key; ///< By which names are compared: "requests".
    std::string version; ///< What was asked of it: ">=2", "1.2.3"; empty = any.
};

/// No I/O. Errors: InvalidArgument with the word and what would be right.
Result<PackageName> parsePackageName(NameGrammar grammar, std::string_view text);

/// The form of a name in which two spellings of the same package are equal.
/// Source: PEP 503 for pip; the others but Go's and CRAN's ignore case.
std::string packageKey(NameGrammar grammar, std::string_view name);

/// Why a package (by manager and key) may not be installed; nothing = it may.
using PackageRefusal
    = std::function<std::optional<std::string>(const std::string& manager, const std::string& key)>;

} // namespace sandbench
