// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"

#include <span>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace sandbench::local {

/// A machine has a few thousand pseudo terminals for all its sandboxes and people.
inline constexpr unsigned kMostTerminals = 64;
/// A folder of every sandbox with nothing in it, where nothing can be put.
inline constexpr auto kEmptyFolder = "/run/empty";

/// What of the sandbox's own folders and files the mounts concern, as the sandbox sees them.
struct WantedMounts
{
    std::vector<std::string> folders; ///< Of the host: see OwnMounts::files.
    std::vector<std::string> hiddenFiles; ///< Nothing can be read there afterwards.
    std::vector<std::string> hiddenFolders; ///< Nothing is in them afterwards.
};

/// What the mounts of a sandbox were given.
struct OwnMounts
{
    Result<void> hidden; ///< What WantedMounts asks to hide.
    Result<void> terminals; ///< No more than kMostTerminals.
    /// Folders of the host are seen through an overlay, whose files are other ones to the kernel:
    /// what programs lock or watch is not what the host's programs use.
    Result<void> files;
};

/// Changes the mounts of the sandbox whose process 1 is @p init: they must be made, and none of
/// its programs may have started. bwrap could do some of it, but reads the list of all mounts again
/// for each of its own. Errors: PermissionDenied, Io, Unsupported (something that is no folder is
/// mounted in one). Source: Documentation/filesystems/devpts.rst, overlayfs.rst, ioctl_ns(2),
/// move_mount(2).
OwnMounts separateMounts(pid_t init, const WantedMounts& wanted);

/// The user namespace that the mounts of @p process belong to. Errors: Io, PermissionDenied.
Result<UniqueFd> ownerOfMounts(pid_t process);

/// A namespace with a copy of the mounts of @p process, in which a bwrap can make sandboxes: it has
/// a /proc that can be written to. /etc must be mounted, and is read-only afterwards in both.
/// Errors: Io, PermissionDenied.
Result<UniqueFd> copyOfMounts(pid_t process);

/// @p folders and what is mounted in them, each once, outer ones first. @p mountInfo: text of
/// /proc/PID/mountinfo. Errors: Unsupported (a name with white space).
Result<std::vector<std::string>>
mountsIn(std::string_view mountInfo, std::span<const std::string> folders);

} // namespace sandbench::local
