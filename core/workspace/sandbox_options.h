// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace sandbench {

/// What somebody said about a sandbox, on a command line or in a request; empty text = not given.
struct SandboxOptions
{
    std::string engine = "local";
    std::string connection;
    /// Of the kubeconfig. With other engines `run` means an interpreter's by it.
    std::string context;
    std::string profile;
    std::string size, memory, disk, pids, cpus;
    std::string network;
    std::vector<std::string> installs; ///< Shell commands.
    std::vector<std::string> libraries; ///< Packages of the language.
    std::vector<std::string> requirements; ///< Files that list packages.
    std::string wheels; ///< A folder with packages.
    std::string environment; ///< Of micromamba: a name, a folder of the sandbox, or a file of ours.
    // What only engines with images know:
    std::string image, buildFolder, pull, platform, commitTag;
    bool keepTemplate = true;
    std::string container;
    std::string root, user, workingFolder, entrypoint, runtime, gpus;
    std::vector<std::string> mounts; ///< SRC:DST[:rw]
    std::vector<std::string> extraHosts; ///< NAME:ADDRESS
    std::vector<std::string> labels; ///< KEY=VALUE
    // What only Kubernetes knows; container is one of the pod's then:
    std::string namespaceName, pod, agentImage;
    std::string manifest; ///< A path, or "-".
};

/// How the engine is reached: --context where there is a cluster, else --connection.
const std::string& connectionOf(const SandboxOptions& options);

} // namespace sandbench
