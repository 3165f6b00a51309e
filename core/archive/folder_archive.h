// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sandbench {

/// A folder as a tar archive, made while it is read: nothing is stored, in memory or elsewhere.
///
/// It never leaves the folder: links are kept as links, sockets, pipes and devices left out. Every
/// entry belongs to root and is in the order of its name. Thread: one at a time.
/// Source: libarchive 3, archive_write(3), GNU tar format.
class FolderArchive
{
public:
    struct Options
    {
        /// Called with each path below the folder; false = leave it out. A folder that is left out
        /// is read only where mayHold says so.
        std::function<bool(const std::string& path)> takes;
        std::function<bool(const std::string& folder)> mayHold;
        /// Files that are not in the folder: name and content. They come first.
        std::vector<std::pair<std::string, std::string>> extra;
    };

    /// Errors: NotFound, PermissionDenied, InvalidArgument (not a folder).
    static Result<std::unique_ptr<FolderArchive>> open(const std::string& folder, Options options);
    ~FolderArchive();

    /// Fills @p into and returns how many bytes that were; 0 = the archive is complete.
    /// Errors: PermissionDenied naming the file, Io (also for a file that became shorter while it
    /// was read).
    Result<std::size_t> read(std::span<char> into);

private:
    class Impl;
    explicit FolderArchive(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace sandbench
