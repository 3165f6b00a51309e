// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/package/manifest_file.h"

#include "core/package/package_manager.h"

namespace sandbench {

std::optional<ManifestFile> manifestFile(const std::string& fileName)
{
    for (const auto& id : knownPackageManagers())
        if (const auto manager = findPackageManager(id);
            manager && manager->manifests.contains(fileName))
            return ManifestFile{id, fileName};
    if (fileName.ends_with(".txt"))
        return ManifestFile{"pip", "requirements.txt"};
    return std::nullopt;
}

} // namespace sandbench
