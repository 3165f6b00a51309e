// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/kubernetes/kube_api.h"
#include "core/workspace/composition.h"

#include <stop_token>
#include <string>
#include <vector>

namespace sandbench::cli {

/// What `doctor` tells of one engine.
struct EngineReport
{
    /// An image that programs would run in by default.
    struct Image
    {
        std::string name;
        std::vector<std::string> languages; ///< Ids.
        bool found = false;
        std::string remedy; ///< How to get it; empty when it is there.
    };

    /// One way to it.
    struct Way
    {
        std::string name, address, source;
        std::string text; ///< All of it.
        bool isUsed = false; ///< Where nobody says which one.
    };

    EngineStatus status;
    std::vector<Image> images; ///< None where the engine has no images or does not answer.
    std::vector<Way> connections; ///< Every way to it; empty for the embedded one.
    std::vector<std::string> warnings; ///< Of the one that is used.
    std::string namespaceName; ///< Whose rights were asked for; empty = there are none.
    std::vector<kubernetes::Right> missingRights;
};

/// Every way to @p engine, which is docker, podman or kubernetes. Errors: Unavailable where there
/// is no kubeconfig, and those of reading what names them.
Result<std::vector<EngineReport::Way>> waysTo(const std::string& engine, const Settings& settings);

/// Asks every engine at once, each for 20 seconds at most, in the order of the registry.
/// @p namespaceName: whose rights to ask a cluster for; empty = the context's.
std::vector<EngineReport>
surveyEngines(const Composition& parts, const std::string& namespaceName, std::stop_token stop);

/// {engine, usable, version, problem, remedy, connection, host, isolation, images, connections,
/// warnings, namespace, missing_rights}
Json toJson(const EngineReport& report);
/// The same for people.
std::string reportText(const EngineReport& report);

} // namespace sandbench::cli
