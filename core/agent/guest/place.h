// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>

namespace sandbench::guest {

/// Copies this program to @p path, where everybody may start it: for a container whose only task is
/// to bring it to another one. Complete, or not there at all; a link at @p path is replaced, not
/// followed. Errors: InvalidArgument (no path), those of files.
Result<void> placeSelf(const std::string& path);

/// A folder that begins so was made for this program's file alone.
inline constexpr char kOwnFolderPrefix[] = ".sandbench-agent-";
/// Removes this program's file, and the folder that was made for it. Errors: those of files.
Result<void> removeSelf();

} // namespace sandbench::guest
