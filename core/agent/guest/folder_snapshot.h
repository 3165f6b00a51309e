// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ctime>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

struct stat;

namespace sandbench::guest {

/// Since 1970.
std::int64_t nanoseconds(const timespec& time);

/// What there was in a folder at one moment: names, sizes and times, never contents. Follows no
/// link, also none that a folder becomes meanwhile. Thread: one.
class FolderSnapshot
{
public:
    static constexpr std::size_t kMostEntries = 100'000;

    struct Entry
    {
        unsigned mode = 0;
        std::uint64_t inode = 0;
        std::uint64_t size = 0; ///< Units: bytes; 0 of a folder.
        std::int64_t modified = 0, changed = 0; ///< Units: nanoseconds since 1970, of the contents
                                                ///< and of everything; 0 of a folder.

        bool operator==(const Entry&) const = default;
    };
    using Entries = std::unordered_map<std::string, Entry>; ///< By path, relative to the folder.

    static Entry entryOf(const struct stat& info);

    /// What is of interest: a file or folder by its name. What is in a folder that is not is not
    /// looked at either.
    using Interest = std::function<bool(std::string_view name, bool isFolder)>;

    /// Waits for nothing but the disk; a folder that cannot be read is empty. At most @p most
    /// entries are looked at. Without @p interest everything is of it.
    static FolderSnapshot
    take(const std::string& folder, std::size_t most = kMostEntries, const Interest& interest = {});

    const Entries& entries() const { return m_entries; }
    /// Not all of it was looked at: too many entries, too deep, or folders that may not be read.
    bool isPartial() const { return m_isPartial; }
    /// There were too many.
    bool isCut() const { return m_isCut; }

private:
    Entries m_entries;
    bool m_isPartial = false;
    bool m_isCut = false;
};

struct FileChange
{
    enum class Kind { Created, Changed, Deleted };

    std::string path; ///< Relative to the folder.
    Kind kind = Kind::Created;
    FolderSnapshot::Entry before, after; ///< Of a created one, and of a deleted one, one is empty.
};

/// In the order in which they were changed, the deleted ones first, by name. Folders are told when
/// they are new or gone, not when something in them changed.
std::vector<FileChange> changesBetween(const FolderSnapshot& before, const FolderSnapshot& after);

} // namespace sandbench::guest
