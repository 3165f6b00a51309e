// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/result_files.h"

#include "core/agent/guest/file_verbs.h"

#include <algorithm>
#include <ctime>
#include <string_view>
#include <sys/stat.h>
#include <tuple>

namespace sandbench::guest {

// As in `list`: no frame may be larger than kMaxPayload.
static constexpr std::size_t kResultsPerEvent = 500;
static constexpr std::size_t kResultPathBytes = 128U << 10;

static double seconds(std::int64_t nanoseconds)
{
    return static_cast<double>(nanoseconds) / 1e9;
}

static bool isBelow(std::string_view path, std::string_view folder)
{
    return !folder.empty() && path.size() > folder.size() && path.starts_with(folder)
        && path[folder.size()] == '/';
}

static bool endsAs(std::string_view name, const std::vector<std::string>& endings)
{
    const auto lower
        = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; };
    return std::any_of(endings.begin(), endings.end(), [&](const std::string& ending) {
        return name.size() > ending.size()
            && std::equal(ending.rbegin(), ending.rend(), name.rbegin(), [&](char known, char c) {
                   return known == lower(c);
               });
    });
}

/// Hidden, or what package managers and interpreters keep: nothing that a person looks at.
static bool isKeptAside(std::string_view name)
{
    return name.starts_with('.') || name == "node_modules" || name == "__pycache__";
}

// Inodes rise where files are made within one tick of the clock.
bool ResultFiles::File::operator<(const File& other) const
{
    return std::tie(entry.changed, entry.inode, path)
        < std::tie(other.entry.changed, other.entry.inode, other.path);
}

std::vector<std::string> ResultFiles::folders() const
{
    std::vector<std::string> folders;
    if (!m_places.output.empty())
        folders.push_back(m_places.output);
    folders.insert(folders.end(), m_places.folders.begin(), m_places.folders.end());
    return folders;
}

void ResultFiles::remember()
{
    timespec now = {};
    // What files are stamped with.
    ::clock_gettime(CLOCK_REALTIME_COARSE, &now);
    m_begin = seconds(now.tv_sec * std::int64_t(1'000'000'000) + now.tv_nsec);
    m_before.clear();
    for (const auto& folder : folders())
        m_before.push_back(take(folder));
}

FolderSnapshot ResultFiles::take(const std::string& folder) const
{
    if (folder == m_places.output)
        return FolderSnapshot::take(folder);
    return FolderSnapshot::take(
        folder, FolderSnapshot::kMostEntries, [this](std::string_view name, bool isFolder) {
            return !isKeptAside(name) && (isFolder || endsAs(name, m_places.endings));
        });
}

bool ResultFiles::isOther(
    const FolderSnapshot& before, const File& file, std::string_view name) const
{
    const auto& now = file.entry;
    const auto known = before.entries().find(std::string(name));
    if (known == before.entries().end()) // it may have been there unseen
        return !before.isPartial() || seconds(now.changed) >= m_begin;
    // Another owner, mode or number of links is no other content.
    const auto& old = known->second;
    return old.inode != now.inode || old.size != now.size || old.modified != now.modified
        || (old.mode & S_IFMT) != (now.mode & S_IFMT);
}

bool ResultFiles::mayBeResult(const std::string& folder, const File& file) const
{
    if (folder == m_places.output)
        return !S_ISDIR(file.entry.mode);
    // What is in the output folder comes with that one.
    return S_ISREG(file.entry.mode) && !isBelow(file.path, m_places.output);
}

Json ResultFiles::describe(const File& file) const
{
    struct stat info = {};
    info.st_mode = file.entry.mode;
    info.st_size = static_cast<off_t>(file.entry.size);
    constexpr std::int64_t kSecond = 1'000'000'000;
    info.st_mtim = {file.entry.modified / kSecond, file.entry.modified % kSecond};
    auto json = describeFile(file.path, info);
    json["at"] = std::max(seconds(file.entry.changed) - m_begin, 0.0);
    return json;
}

void ResultFiles::tell(Stream& stream) const
{
    std::vector<File> files;
    bool more = false;
    const auto places = folders();
    for (std::size_t i = 0; i < m_before.size(); ++i) {
        const auto after = take(places[i]);
        more = more || after.isCut();
        for (const auto& [name, entry] : after.entries()) {
            File file{places[i] + "/" + name, entry};
            if (mayBeResult(places[i], file) && isOther(m_before[i], file, name))
                files.push_back(std::move(file));
        }
    }
    std::sort(files.begin(), files.end());
    more = more || files.size() > kMostTold;
    files.resize(std::min(files.size(), kMostTold));
    for (auto file = files.begin(); file != files.end();) {
        Json list = Json::array();
        std::size_t pathBytes = 0;
        for (;
             file != files.end() && list.size() < kResultsPerEvent && pathBytes < kResultPathBytes;
             ++file) {
            list.push_back(describe(*file));
            pathBytes += file->path.size();
        }
        stream.event("files", Json{{"files", std::move(list)}});
    }
    if (more)
        stream.event("files", Json{{"files", Json::array()}, {"more", true}});
}

} // namespace sandbench::guest
