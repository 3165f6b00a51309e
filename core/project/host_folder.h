// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/project/project_changes.h"

#include <optional>
#include <string>
#include <string_view>

namespace sandbench {

/// The folder of a project on this machine, where files are replaced by what a sandbox made of
/// them. It is never left, and no link is followed or replaced. A file that is not what it is
/// thought to be is never replaced, also where it becomes another one at the last moment.
/// Errors of all calls: AlreadyExists for such a file (a conflict), InvalidArgument for a path that
/// is none or leads over a link or to what is no file, NotFound, PermissionDenied, Io.
/// Thread: any; other programs may change the folder meanwhile.
/// Source: openat2(2), renameat2(2).
class HostFolder
{
public:
    /// The last part of @p path may not be a link. Errors: NotFound, PermissionDenied, Io.
    static Result<HostFolder> open(const std::string& path);

    /// Absent where there is nothing. One that is larger than kMostChangedBytes has no digest.
    Result<MaybeFile> look(const std::string& path) const;
    /// Errors: ResourceExhausted past kMostChangedBytes.
    Result<std::string> read(const std::string& path) const;

    /// Who may read, write and start it, as chmod(2) has it.
    Result<unsigned> rightsOf(const std::string& path) const;

    /// Makes the file, with the folders above it, or replaces the present one, which has to be
    /// @p expected. Without @p rights a replaced file keeps its own, but for whether it can be
    /// started, and a new one has the usual ones.
    Result<void>
    put(const std::string& path, const MaybeFile& expected, std::string_view bytes,
        bool isExecutable, std::optional<unsigned> rights = {}) const;
    /// Folders stay.
    Result<void> remove(const std::string& path, const FileVersion& expected) const;

private:
    explicit HostFolder(UniqueFd top)
        : m_top(std::move(top))
    {
    }

    /// Where a file is: the open folder, and its name there.
    struct Place
    {
        UniqueFd folder;
        std::string name;
    };
    Result<Place> placeOf(const std::string& path, bool makesFolders) const;

    UniqueFd m_top;
};

} // namespace sandbench
