// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/folder_snapshot.h"

#include "core/agent/guest/open_folder.h"

#include <algorithm>
#include <sys/stat.h>
#include <tuple>
#include <unistd.h>

namespace sandbench::guest {

namespace {

constexpr std::size_t kDeepestFolder = 64; // one open file per level

struct Level
{
    Folder folder;
    std::string prefix; ///< "", "src/"
};

Folder openFolderAt(int parent, const char* name)
{
    const int fd = ::openat(parent, name, kOpenFolder);
    Folder folder(fd < 0 ? nullptr : ::fdopendir(fd));
    if (fd >= 0 && !folder)
        ::close(fd);
    return folder;
}

} // namespace

std::int64_t nanoseconds(const timespec& time)
{
    return time.tv_sec * std::int64_t(1'000'000'000) + time.tv_nsec;
}

FolderSnapshot::Entry FolderSnapshot::entryOf(const struct stat& info)
{
    Entry entry;
    entry.mode = info.st_mode;
    entry.inode = info.st_ino;
    if (S_ISDIR(info.st_mode))
        return entry;
    entry.size = static_cast<std::uint64_t>(std::max<off_t>(info.st_size, 0));
    entry.modified = nanoseconds(info.st_mtim);
    entry.changed = nanoseconds(info.st_ctim);
    return entry;
}

FolderSnapshot
FolderSnapshot::take(const std::string& folder, std::size_t most, const Interest& interest)
{
    FolderSnapshot out;
    std::size_t seen = 0;
    std::vector<Level> levels;
    levels.push_back({openFolderAt(AT_FDCWD, folder.c_str()), {}});
    while (!levels.empty()) {
        const Level& level = levels.back();
        const dirent* entry = level.folder ? ::readdir(level.folder.get()) : nullptr;
        if (!entry) {
            out.m_isPartial = out.m_isPartial || !level.folder;
            levels.pop_back();
            continue;
        }
        if (isDots(entry->d_name))
            continue;
        const int parent = ::dirfd(level.folder.get());
        if (++seen > most) {
            out.m_isPartial = out.m_isCut = true;
            break;
        }
        // To stat it costs more than all the rest.
        if (interest && entry->d_type != DT_UNKNOWN
            && !interest(entry->d_name, entry->d_type == DT_DIR))
            continue;
        struct stat info = {};
        if (::fstatat(parent, entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0)
            continue; // gone meanwhile
        if (interest && !interest(entry->d_name, S_ISDIR(info.st_mode)))
            continue;
        auto path = level.prefix + entry->d_name;
        if (S_ISDIR(info.st_mode) && levels.size() >= kDeepestFolder)
            out.m_isPartial = true;
        else if (S_ISDIR(info.st_mode))
            levels.push_back({openFolderAt(parent, entry->d_name), path + "/"});
        out.m_entries.emplace(std::move(path), entryOf(info));
    }
    return out;
}

std::vector<FileChange> changesBetween(const FolderSnapshot& before, const FolderSnapshot& after)
{
    std::vector<FileChange> changes;
    for (const auto& [path, entry] : after.entries()) {
        const auto old = before.entries().find(path);
        // What one of them did not look at is not known to be new, or gone.
        if (old == before.entries().end() && !before.isPartial())
            changes.push_back({path, FileChange::Kind::Created, {}, entry});
        else if (old != before.entries().end() && !(old->second == entry))
            changes.push_back({path, FileChange::Kind::Changed, old->second, entry});
    }
    if (!after.isPartial())
        for (const auto& [path, entry] : before.entries())
            if (!after.entries().contains(path))
                changes.push_back({path, FileChange::Kind::Deleted, entry, {}});
    std::sort(changes.begin(), changes.end(), [](const FileChange& a, const FileChange& b) {
        return std::tie(a.after.changed, a.path) < std::tie(b.after.changed, b.path);
    });
    return changes;
}

} // namespace sandbench::guest
