// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/package/package_name.h"

#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// One line of a requirements.txt.
struct Requirement
{
    PackageName package;
    std::string marker; ///< "python_version < '3.12'"; empty = always.
    std::vector<std::string> hashes; ///< "sha256:9f…"
    std::size_t line = 0; ///< Where it began, from 1.
};

struct Requirements
{
    std::vector<Requirement> list;
    std::vector<std::string> options; ///< "--pre"; those that change no place to fetch from.

    /// The file again, of nothing but what was understood.
    std::string text() const;
};

/// Packages by name, extras, versions, markers, hashes, comments, continued lines, and the options
/// --pre, --prefer-binary, --only-binary, --no-binary and --require-hashes. No I/O. Errors:
/// InvalidArgument with the line and what to do, for other files, addresses, paths and every other
/// option. Source: pip's requirements file format; PEP 508.
Result<Requirements> parseRequirements(std::string_view text);

/// What a file that lists packages asks for.
struct Manifest
{
    std::string text; ///< To hand to the manager.
    std::vector<PackageName> packages; ///< As far as the file says.
};

/// Reads the file that a manager of @p grammar knows as @p fileName. No I/O. Errors:
/// InvalidArgument naming the place.
Result<Manifest>
readManifest(NameGrammar grammar, const std::string& fileName, std::string_view text);

} // namespace sandbench
