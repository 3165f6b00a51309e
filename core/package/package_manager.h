// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/package/package_name.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// How a package manager is asked to install, read from resources/packages/<id>.json. Words hold
/// {packages} (a folder of its user's in the sandbox), {work}, {temporary}, {folder} (packages that
/// were brought along), {index}, {manifest} and {certificates}; the whole words {names}, {files}
/// and {index_arguments} become several. Never a shell.
struct PackageManager
{
    using Argv = std::vector<std::string>;
    using Environment = std::map<std::string, std::string>;

    std::string id; ///< "pip"
    NameGrammar names = NameGrammar::Pip;
    std::string hint; ///< "apt install python3-pip"
    // Before the first install of a session; those that are tried may fail.
    std::vector<Argv> tried, prepare;
    /// Files that its commands or its programs need, by path; written before every install. One
    /// that begins with "#!" can be run.
    std::map<std::string, std::string> files;
    /// It changes the system itself: only root can, in a file system that can be written to.
    bool needsRoot = false;
    Argv install; ///< Of names.
    Argv installFromFolder; ///< The same out of {folder}; empty = as install.
    Argv indexArguments; ///< For the word {index_arguments}, where there is an index of one's own.
    std::vector<Argv> finish; ///< Afterwards; conveniences that may fail.
    std::string cwd; ///< Of all of them; empty = the sandbox's own.
    /// How somebody with a network fills a folder for one without, in front of the names.
    std::string download;
    /// Non-empty: this manager finds nothing in a folder by itself; the folder's files that end so
    /// are named instead of the names, and where a manifest's command has the word {files}.
    std::string folderFiles;
    std::map<std::string, Argv> manifests; ///< By file name: "package-lock.json".
    /// Whether what a manifest asks for is there then; a failure is the installation's.
    std::vector<Argv> verify;
    std::string manifestFolder; ///< Where those files must be; empty = anywhere.
    Environment installEnv; ///< Of each of its commands.
    // On top of those, for a choice of the user's: an index of one's own, no network and no folder,
    // a folder, certificates.
    Environment indexEnv, offlineEnv, folderEnv, certificatesEnv;
    Environment env; ///< Of every program from then on.
    std::vector<std::string> path; ///< In front of every program's PATH.
};

/// Ids of all in resources/packages.
std::vector<std::string> knownPackageManagers();

/// Errors: NotFound with the known ids.
Result<PackageManager> findPackageManager(std::string_view id);

/// Checks and converts one file. No I/O. Errors: InvalidArgument naming the field.
Result<PackageManager> parsePackageManager(std::string_view json);

} // namespace sandbench
