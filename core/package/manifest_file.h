// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace sandbench {

/// Which package manager reads a file, and by which name it knows it.
struct ManifestFile
{
    std::string manager; ///< "pip"
    std::string name; ///< "requirements.txt"
};

/// By the file's name, without a folder; a list for pip may have any name that ends in ".txt".
/// Nothing = no package manager reads such a file. No I/O.
std::optional<ManifestFile> manifestFile(const std::string& fileName);

} // namespace sandbench
