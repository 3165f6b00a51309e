// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/pool/clean_sandbox.h"

#include "core/base/text.h"
#include "core/session/guest_layout.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace sandbench::workspace {
namespace {

constexpr int kAllDepths = 1000;
constexpr std::size_t kMostUntouched = 1000;
constexpr std::size_t kMostListed = 20'000; // of a folder
constexpr std::size_t kMostRemoved = 2'000; // at once
constexpr std::size_t kMostUsual = 4;
constexpr int kMostLooks = 20;
constexpr std::size_t kLongestPath = 200;

Error changed(const std::string& path)
{
    return Error(ErrorCode::Unavailable, "'" + oneLine(path, kLongestPath) + "' has changed");
}

/// Folders change with what is put into them and taken out again.
bool isSame(const FileEntry& now, const FileEntry& before)
{
    if (now.type != before.type || now.mode != before.mode || now.uid != before.uid
        || now.gid != before.gid)
        return false;
    return now.type == "directory" || now.changedAt == before.changedAt;
}

struct Seen
{
    std::vector<FileEntry> files;
    bool isAll = true; ///< Else there are more.
};

/// What is in the folders where programs write, after @p removed are removed.
Result<Seen>
lookAt(Session& session, const std::vector<std::string>& removed, const std::stop_token& stop)
{
    Seen seen;
    SANDBENCH_TRY(
        auto lists,
        session.listAfterRemoving(
            removed, GuestLayout().scratchFolders(), kAllDepths, kMostListed, stop));
    for (auto& list : lists) {
        seen.isAll = seen.isAll && !list.isTruncated;
        seen.files.insert(
            seen.files.end(), std::make_move_iterator(list.entries.begin()),
            std::make_move_iterator(list.entries.end()));
    }
    return seen;
}

/// Those of @p seen that are new, as many as are removed at once. What is in a new folder goes with
/// it. Errors: Unavailable for what has changed.
Result<std::vector<std::string>> newIn(const Seen& seen, const Untouched& untouched)
{
    std::vector<std::string> paths;
    for (const auto& file : seen.files) {
        const auto before = untouched.files.find(file.path);
        if (before != untouched.files.end()) {
            if (!isSame(file, before->second))
                return changed(file.path);
            continue;
        }
        if (file.hasOddName)
            return changed(file.path);
        const bool isInNew = !paths.empty() && file.path.starts_with(paths.back() + "/");
        if (!isInNew && paths.size() < kMostRemoved)
            paths.push_back(file.path);
    }
    return paths;
}

} // namespace

Result<Untouched> lookAtUntouched(Session& session, std::stop_token stop)
{
    SANDBENCH_TRY(auto seen, lookAt(session, {}, stop));
    if (!seen.isAll || seen.files.size() > kMostUntouched)
        return Error(ErrorCode::ResourceExhausted, "its folders have too many files to compare");
    Untouched untouched;
    untouched.memory = session.memory();
    for (auto& file : seen.files) {
        auto path = file.path;
        untouched.files.emplace(std::move(path), std::move(file));
    }
    return untouched;
}

Result<void> cleanSandbox(Session& session, Untouched& untouched, std::stop_token stop)
{
    if (session.memory() != untouched.memory)
        return Error(ErrorCode::Unavailable, "something was installed");
    SANDBENCH_TRY(const auto contexts, session.listContexts(stop));
    if (!contexts.empty())
        return Error(ErrorCode::Unavailable, "an interpreter is open");
    // Mostly that is all: one look is enough then.
    auto removed = untouched.usual;
    // Once more than there is something new to remove: the last look finds all as it was.
    for (int i = 0; i < kMostLooks; ++i) {
        SANDBENCH_TRY(const auto seen, lookAt(session, removed, stop));
        SANDBENCH_TRY(removed, newIn(seen, untouched));
        if (removed.empty() && seen.isAll && seen.files.size() == untouched.files.size())
            return {};
        if (removed.empty())
            return Error(ErrorCode::Unavailable, "a file that was there at the beginning is gone");
        const auto room = kMostUsual - std::min(kMostUsual, untouched.usual.size());
        untouched.usual.insert(
            untouched.usual.end(), removed.begin(),
            removed.begin() + static_cast<std::ptrdiff_t>(std::min(room, removed.size())));
    }
    return Error(ErrorCode::Unavailable, "there are too many files to remove");
}

} // namespace sandbench::workspace
