// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/package/package_manager.h"

#include <map>
#include <string>
#include <vector>

namespace sandbench {

/// Folders of one sandbox, absolute.
struct InstallPlaces
{
    std::string packages; ///< Where they go.
    std::string work;
    std::string temporary;
};

/// What one package manager shall do, and what it may use.
struct InstallTask
{
    std::vector<PackageName> names;
    std::string manifest; ///< Path in the sandbox of a file that lists packages; empty = none.
    bool isPrepared = false; ///< An earlier install of this manager has gone before.
    bool hasNetwork = false;
    std::string index, proxy; ///< Empty = the manager's own.
    std::string certificates; ///< Path in the sandbox; empty = the image's own.
    std::string folder; ///< Path in the sandbox of packages that were brought along; empty = none.
    std::vector<std::string> folderFiles; ///< Names of what is in it.
};

struct InstallStep
{
    std::vector<std::string> argv;
    bool mayFail = false;
};

struct InstallPlan
{
    std::vector<std::string> foldersToMake;
    std::map<std::string, std::string> files; ///< Text by path; after the folders.
    std::vector<InstallStep> steps;
    std::map<std::string, std::string> env; ///< Of the steps.
    std::string cwd; ///< Of the steps; empty = the sandbox's own.
};

/// Pure. Errors: InvalidArgument where the manager does not know such a manifest, NotFound for a
/// name that nothing in the folder is.
Result<InstallPlan>
planInstall(const PackageManager& manager, const InstallTask& task, const InstallPlaces& places);

/// Where the files must be that list packages, absolute.
std::string manifestFolder(const PackageManager& manager, const InstallPlaces& places);

/// Which environment programs need to find what the manager installed.
std::map<std::string, std::string>
packageEnvironment(const PackageManager& manager, const InstallPlaces& places);
/// Folders in front of their PATH.
std::vector<std::string> packagePath(const PackageManager& manager, const InstallPlaces& places);

} // namespace sandbench
