// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/archive/folder_names.h"

#include "core/base/fd.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>

namespace sandbench {

Result<std::vector<std::string>> namesIn(int folder, const std::string& shown)
{
    // fdopendir() takes the descriptor that it gets.
    UniqueFd own(::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    DIR* listing = own ? ::fdopendir(own.get()) : nullptr;
    if (!listing)
        return Error::fromErrno(errno, "cannot read the folder " + shown);
    (void)own.release();
    std::vector<std::string> names;
    while (const auto* entry = ::readdir(listing)) {
        if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0)
            names.emplace_back(entry->d_name);
    }
    ::closedir(listing);
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace sandbench
