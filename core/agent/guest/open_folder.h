// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <string_view>

namespace sandbench::guest {

struct CloseFolder
{
    void operator()(DIR* folder) const { ::closedir(folder); }
};
using Folder = std::unique_ptr<DIR, CloseFolder>;

/// For open(2): a folder and nothing that only looks like one.
inline constexpr int kOpenFolder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;

/// "." and ".."
inline bool isDots(std::string_view name)
{
    return name == "." || name == "..";
}

} // namespace sandbench::guest
