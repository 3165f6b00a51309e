// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/apptainer/container_command.h"

#include <optional>
#include <span>
#include <string_view>
#include <sys/types.h>
#include <vector>

/// What Apptainer leaves open to whoever owns a container's user namespace: us.
namespace sandbench::apptainer {

inline constexpr unsigned kMostTerminals = 64;

/// What the mounts of a container were given.
struct ContainerMounts
{
    /// Each of the scratch folders has a size of its own. Apptainer's share what its administrator
    /// gives all folders of one container, 64 MiB as a rule.
    Result<void> scratch;
    Result<void> hidden; ///< What the kernel tells of the host in /proc; /dev takes no files.
    Result<void> terminals; ///< No more than kMostTerminals.
    /// What is read-only is so with all that is mounted below it.
    Result<void> readOnly;
};

/// Process 1 of a container, as this machine sees it.
struct ContainerInit
{
    pid_t pid = 0;
    uid_t uid = 0;
    gid_t gid = 0;
};

/// Of a /proc/PID/status: nothing where it is not the first process of a namespace below ours. No
/// I/O.
std::optional<ContainerInit> parseContainerInit(std::string_view status);

/// That of the container which @p monitor, Apptainer's own process, has made.
std::optional<ContainerInit> findContainerInit(pid_t monitor);

/// Changes the mounts of the container whose process 1 is @p init, before its programs start.
/// Source: setns(2), tmpfs(5), mount_setattr(2), Documentation/filesystems/devpts.rst.
ContainerMounts finishMounts(
    const ContainerInit& init, std::span<const ScratchFolder> scratch, std::span<const Bind> binds);

} // namespace sandbench::apptainer
