// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/folder_history.h"

#include "core/agent/guest/open_folder.h"
#include "core/base/fd.h"

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <fcntl.h>
#include <set>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace sandbench::guest {

namespace {

using Entry = FolderSnapshot::Entry;

// A file that is written twice within a tick of the kernel's clock can have one time.
constexpr std::int64_t kTick = 20'000'000;
constexpr std::int64_t kSecond = 1'000'000'000;
constexpr unsigned kRights = 07777;

UniqueFd openRoot(const std::string& folder)
{
    return UniqueFd(::open(folder.c_str(), kOpenFolder));
}

} // namespace

/// A name in a folder, which is open.
struct FolderHistory::Place
{
    UniqueFd parent;
    std::string name;

    Place(int folder, const std::string& path)
    {
        const auto slash = path.rfind('/');
        const auto above = slash == std::string::npos ? std::string(".") : path.substr(0, slash);
        name = slash == std::string::npos ? path : path.substr(slash + 1);
        if (auto opened = openBeneath(folder, above, O_RDONLY | O_DIRECTORY))
            parent = *std::move(opened);
    }

    /// Mode 0 = there is nothing.
    Entry entry() const
    {
        struct stat info = {};
        return ::fstatat(parent.get(), name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0
            ? FolderSnapshot::entryOf(info)
            : Entry();
    }
    bool remove(bool isFolder) const
    {
        return ::unlinkat(parent.get(), name.c_str(), isFolder ? AT_REMOVEDIR : 0) == 0;
    }
};

bool FolderHistory::Change::canComeBack() const
{
    const bool isOtherFolder = S_ISDIR(before.mode) && after.mode != 0;
    return before.mode == 0 || (file && !isOtherFolder);
}

void FolderHistory::begin(const FolderSnapshot& now)
{
    const Files known = std::exchange(m_files, {});
    if (now.isPartial() || now.entries().size() > kMostEntries)
        return;
    std::vector<std::pair<std::uint64_t, const std::string*>> wanted;
    for (const auto& [path, entry] : now.entries()) {
        const bool isKept = S_ISDIR(entry.mode) || S_ISREG(entry.mode);
        if (!isKept || entry.size > kMostFileBytes)
            continue;
        const auto file = known.find(path);
        if (file != known.end() && file->second->entry == entry
            && file->second->readAt - entry.changed > kTick)
            m_files.insert(*file);
        else
            wanted.emplace_back(entry.size, &path);
    }
    std::sort(wanted.begin(), wanted.end()); // the most of them
    const auto root = openRoot(m_folder);
    std::size_t room = kMostBytes;
    for (const auto& [path, file] : m_files)
        room -= std::min(room, file->bytes.size());
    for (const auto& [size, path] : wanted) {
        if (size > room)
            break;
        auto file = read(root.get(), *path);
        if (!file)
            continue;
        room -= std::min(room, file->bytes.size());
        m_files.emplace(*path, std::move(file));
    }
}

FolderHistory::FilePtr FolderHistory::read(int folder, const std::string& path) const
{
    const auto opened = openBeneath(folder, path, O_RDONLY | O_NONBLOCK);
    struct stat info = {};
    if (!opened || ::fstat(opened->get(), &info) != 0)
        return nullptr;
    const bool isFile = S_ISREG(info.st_mode);
    if ((!isFile && !S_ISDIR(info.st_mode))
        || (isFile && static_cast<std::size_t>(info.st_size) > kMostFileBytes))
        return nullptr;
    auto file = std::make_shared<File>();
    timespec now = {};
    ::clock_gettime(CLOCK_REALTIME, &now);
    file->readAt = nanoseconds(now);
    file->entry = FolderSnapshot::entryOf(info);
    file->user = info.st_uid;
    file->group = info.st_gid;
    if (isFile)
        file->bytes.resize(static_cast<std::size_t>(info.st_size));
    std::size_t done = 0;
    while (done < file->bytes.size()) {
        const auto got
            = ::read(opened->get(), file->bytes.data() + done, file->bytes.size() - done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return nullptr;
        done += static_cast<std::size_t>(got);
    }
    return file;
}

void FolderHistory::end(int number, const FolderSnapshot& before, const FolderSnapshot& after)
{
    Step step;
    step.number = number;
    for (const FileChange& change : changesBetween(before, after)) {
        if (step.changes.size() == kMostEntries) {
            ++step.more;
            continue;
        }
        const auto file = m_files.find(change.path);
        const bool isKept = file != m_files.end() && file->second->entry == change.before;
        step.changes.emplace(
            change.path, Change{change.before, change.after, isKept ? file->second : nullptr});
    }
    m_steps.push_back(std::move(step));
    trim();
}

std::size_t FolderHistory::heldBytes() const
{
    std::set<const File*> files;
    std::size_t sum = 0;
    for (const Step& step : m_steps)
        for (const auto& [path, change] : step.changes)
            if (change.file && files.insert(change.file.get()).second)
                sum += change.file->bytes.size();
    return sum;
}

void FolderHistory::trim()
{
    while (m_steps.size() > kMostSteps)
        m_steps.pop_front();
    for (Step& step : m_steps) {
        if (heldBytes() <= kMostBytes)
            break;
        for (auto& [path, change] : step.changes)
            change.file = nullptr;
    }
}

/// As if one cell had made them.
std::map<std::string, FolderHistory::Change>
FolderHistory::changesFrom(int number, std::size_t& more) const
{
    std::map<std::string, Change> all;
    for (const Step& step : m_steps) {
        if (step.number < number)
            continue;
        more += step.more;
        for (const auto& [path, change] : step.changes)
            if (const auto [at, isNew] = all.emplace(path, change); !isNew)
                at->second.after = change.after;
    }
    std::erase_if(all, [](const auto& item) {
        return item.second.before.mode == 0 && item.second.after.mode == 0;
    });
    return all;
}

bool FolderHistory::knows(int first, int last) const
{
    const auto count = std::count_if(m_steps.begin(), m_steps.end(), [=](const Step& step) {
        return step.number >= first && step.number <= last;
    });
    return count == last - first + 1;
}

FolderHistory::Changes FolderHistory::changesSince(int number) const
{
    Changes changes;
    for (const auto& [path, change] : changesFrom(number, changes.left)) {
        if (change.canComeBack()) {
            ++changes.back;
            continue;
        }
        ++changes.left;
        if (changes.paths.size() < kMostPaths)
            changes.paths.push_back(path);
    }
    return changes;
}

/// Files go before the folder that they are in, and come after it.
FolderHistory::Changes FolderHistory::undo(int number)
{
    Changes changes;
    const auto all = changesFrom(number, changes.left);
    std::erase_if(m_steps, [number](const Step& step) { return step.number >= number; });
    const auto root = openRoot(m_folder);
    const auto take = [&](const std::string& path, const Change& change) {
        if (takeBack(root.get(), path, change)) {
            ++changes.back;
            return;
        }
        ++changes.left;
        if (changes.paths.size() < kMostPaths)
            changes.paths.push_back(path);
    };
    for (auto item = all.rbegin(); item != all.rend(); ++item)
        if (item->second.before.mode == 0)
            take(item->first, item->second);
    for (const auto& [path, change] : all)
        if (change.before.mode != 0)
            take(path, change);
    return changes;
}

bool FolderHistory::make(const Place& place, const File& file)
{
    if (S_ISDIR(file.entry.mode))
        return ::mkdirat(place.parent.get(), place.name.c_str(), 0700) == 0
            && ::fchownat(
                   place.parent.get(), place.name.c_str(), file.user, file.group,
                   AT_SYMLINK_NOFOLLOW)
            == 0
            && ::fchmodat(place.parent.get(), place.name.c_str(), file.entry.mode & kRights, 0)
            == 0;
    // Under another name first, so that a failed write leaves the present file.
    const auto other = ".undo-" + std::to_string(::getpid());
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    const UniqueFd out(::openat(place.parent.get(), other.c_str(), flags, 0600));
    const timespec modified{
        file.entry.modified / kSecond, static_cast<long>(file.entry.modified % kSecond)};
    const timespec times[] = {modified, modified};
    const bool isMade = out && writeAll(out.get(), file.bytes)
        && ::fchown(out.get(), file.user, file.group) == 0
        && ::fchmod(out.get(), file.entry.mode & kRights) == 0 && ::futimens(out.get(), times) == 0
        && ::renameat(place.parent.get(), other.c_str(), place.parent.get(), place.name.c_str())
            == 0;
    if (out && !isMade)
        ::unlinkat(place.parent.get(), other.c_str(), 0);
    return isMade;
}

bool FolderHistory::takeBack(int folder, const std::string& path, const Change& change)
{
    const Place place(folder, path);
    // Whoever changed it meanwhile keeps it.
    if (!change.canComeBack() || !place.parent || !(place.entry() == change.after))
        return false;
    const bool isFolderNow = S_ISDIR(change.after.mode);
    if (change.before.mode == 0)
        return place.remove(isFolderNow);
    if (isFolderNow && !place.remove(true))
        return false;
    if (!make(place, *change.file))
        return false;
    adopt(path, change, place.entry());
    return true;
}

/// What an earlier cell left is there again, as another file.
void FolderHistory::adopt(const std::string& path, const Change& change, const Entry& now)
{
    for (auto step = m_steps.rbegin(); step != m_steps.rend(); ++step) {
        const auto earlier = step->changes.find(path);
        if (earlier == step->changes.end())
            continue;
        if (earlier->second.after == change.before)
            earlier->second.after = now;
        return;
    }
}

} // namespace sandbench::guest
