// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/session/install_phase.h"
#include "core/session/session.h"
#include "core/workspace/composition.h"

#include <chrono>
#include <map>
#include <string>

namespace sandbench::workspace {

/// When an image is fetched.
enum class Pull { Missing, Always, Never };

/// What a sandbox is asked to be, checked: the one form that every face opens sandboxes from.
struct SandboxRequest
{
    std::string engine = "local";
    std::string language = "python"; ///< Id; of runs that name none.
    SessionSpec session;
    InstallPhase installs;
    RunLimits runLimits; ///< Of runs that name none.
    Pull pull = Pull::Missing; ///< Of the image.
    std::string buildFolder = {}; ///< Absolute; empty = no image is built of one.
    std::string dockerfile = {}; ///< Text that an image is built of; empty = none is.
    /// What asked for memory or CPUs, which must fit the engine's machine then: "--size,
    /// --memory". Empty = nothing did.
    std::string limitNames = {};
    /// It goes on without the server, where the engine can; see SandboxTable::adopt().
    bool isKept = false;
    /// What a machine, an index or the sandbox has not is the request's mistake (InvalidArgument),
    /// as callers elsewhere are told; else errors stay what they are.
    bool blamesRequest = true;
    std::chrono::seconds idle{0}, lifetime{0}; ///< 0 = the caller's quota; never more than it.
    std::string policy = {}; ///< Id of session.policy.
    std::map<std::string, std::string> metadata = {}; ///< The client's own words about it.
};

/// What the names in a request mean.
struct Catalogs
{
    const LanguageCatalog& languages;
    const SizeCatalog& sizes;
    const ProfileCatalog& profiles;
    const PackageSettings& packages;
};

/// Reads what was said, by the names of memberGroups(), as JSON has it or as it was typed. What the
/// engine does anyway (Member::isUsualOn) says nothing; what it cannot do is an error. Files that
/// it names on this machine are read: lists of packages, an environment.yml. No engine is asked.
/// Errors: InvalidArgument, NotFound, PermissionDenied, ResourceExhausted, each naming the option.
Result<SandboxRequest> readSandbox(const Catalogs& catalogs, const Json& asked);
/// The same, for one of the engines of @p parts. Errors: also NotFound for one that is none.
Result<SandboxRequest> readSandbox(const Composition& parts, const Json& said);

/// Requires @p layers as well as those that it requires already.
void addLayers(SandboxRequest& request, const LayerNames& layers);

/// How the engine is reached: --context where there is a cluster, else --connection.
std::string connectionOf(const Json& said);

} // namespace sandbench::workspace
