// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/engine.h"

#include <map>
#include <string>
#include <vector>

namespace sandbench {

/// A folder or file of the engine's host that a sandbox sees.
struct Mount
{
    std::string source; ///< On the engine's host, absolute.
    std::string target; ///< In the sandbox, absolute.
    bool writable = false;

    bool operator==(const Mount&) const = default;
};

/// What engines know that make containers out of images; every entry that is not empty is a
/// relaxation or a choice that the record names.
struct ContainerOptions
{
    /// An existing container or pod by id or name instead of one of our own: started if it is
    /// stopped, left as it was found. Then nothing else of this struct but user may be
    /// given.
    std::string existing;
    bool writableRoot = false; ///< The image's own file system may be written to, without a size.
    std::string user; ///< "1000", "1000:1000" or a name in the image; empty = the image's own, or
                      ///< nobody where that is root.
    std::vector<std::string> entrypoint; ///< Every program is started through it: words before its
                                         ///< own; empty = started directly.
    std::vector<Mount> mounts;
    std::vector<std::string> extraHosts; ///< "name:address"
    std::string runtime; ///< "runsc", "kata"; empty = the engine's default.
    std::string gpus; ///< "all", a count, or device ids with commas; empty = none.
    std::map<std::string, std::string> labels; ///< Besides our own.
    std::string commitTag; ///< At close the container's file system becomes this image.
    bool keepTemplate = true; ///< False: an image that was pulled or built for this session is
                              ///< removed at close, if nothing else uses it.
    std::string platform; ///< "linux/arm64"; empty = as the engine chooses.

    bool operator==(const ContainerOptions&) const = default;
};

inline ContainerOptions& containerOf(SandboxSpec& spec)
{
    return spec.own.of<ContainerOptions>();
}
inline const ContainerOptions& containerOf(const SandboxSpec& spec)
{
    return spec.own.of<ContainerOptions>();
}

/// Whether anything is asked for that only a container of our own could have.
bool asksForOwnContainer(const SandboxSpec& spec);
/// What holds for every engine with containers. Errors: InvalidArgument.
Result<void> checkKept(const SandboxSpec& spec);

} // namespace sandbench
