// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/engine.h"

#include <string>
#include <vector>

/// What Apptainer is asked for. No I/O. Source: apptainer-exec(1), 1.1 to 1.4.
namespace sandbench::apptainer {

/// The agent in a container: where it is, and what its /etc has of ours.
inline constexpr auto kAgentInside = "/.sandbench/agent";

struct Bind
{
    std::string source, target;
    bool writable = false;
};

/// A folder in memory, empty at first.
struct ScratchFolder
{
    std::string path;
    std::uint64_t bytes = 0;
    unsigned mode = 0755;
};

struct ContainerPlan
{
    std::string image; ///< Absolute path of an image file or of a folder with its files.
    std::string hostname;
    std::vector<Bind> binds;
    std::vector<ScratchFolder> scratch; ///< Outer ones first.
    bool writableRoot = false;
    bool nvidia = false, rocm = false;
};

/// Folders of a sandbox as @p spec wants them.
std::vector<ScratchFolder> scratchFolders(const SandboxSpec& spec);

/// Whether a bind or a scratch folder can be there: Apptainer takes lists apart at commas and
/// colons, and has no way to say that one is meant.
bool isPlainTarget(const std::string& path);

/// The arguments, argv[0] first: a container with its agent as process 1 and nothing of the host's.
std::vector<std::string> execArguments(const ContainerPlan& plan);

} // namespace sandbench::apptainer
