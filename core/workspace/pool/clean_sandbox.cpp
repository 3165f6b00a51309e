// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/pool/clean_sandbox.h"

#include "core/base/text.h"
#include "core/session/guest_layout.h"

namespace sandbench::workspace {
namespace {

constexpr int kAllDepths = 1000;
constexpr std::size_t kMostUntouched = 1000;
constexpr std::size_t kMostListed = 20'000;
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

/// Calls @p use for each entry of the folders where programs write, those below after their
/// folder's.
template <typename Use>
Result<void> forEachFile(Session& session, int depth, const std::stop_token& stop, const Use& use)
{
    for (const auto& folder : GuestLayout().scratchFolders()) {
        auto listed = session.listFiles(folder, depth, kMostListed, stop);
        if (listed.failedAs(ErrorCode::NotFound)) // not every engine has all
            continue;
        SANDBENCH_TRY(const auto list, std::move(listed));
        if (list.isTruncated)
            return Error(ErrorCode::ResourceExhausted, "there are too many files in " + folder);
        for (const auto& entry : list.entries)
            SANDBENCH_TRY_VOID(use(entry));
    }
    return {};
}

} // namespace

Result<Untouched> lookAtUntouched(Session& session, std::stop_token stop)
{
    Untouched untouched;
    SANDBENCH_TRY_VOID(forEachFile(session, kAllDepths, stop, [&](const auto& entry) {
        untouched.files.emplace(entry.path, entry);
        return untouched.files.size() > kMostUntouched || entry.hasOddName ? Result<void>(
                   Error(ErrorCode::ResourceExhausted, "the image has too much in scratch folders"))
                                                                           : Result<void>();
    }));
    untouched.memory = session.memory();
    return untouched;
}

Result<void> cleanSandbox(Session& session, const Untouched& untouched, std::stop_token stop)
{
    if (session.memory() != untouched.memory)
        return Error(ErrorCode::Unavailable, "something was installed");
    SANDBENCH_TRY(const auto contexts, session.listContexts(stop));
    if (!contexts.empty())
        return Error(ErrorCode::Unavailable, "an interpreter is open");
    const auto removeNew = [&](const FileEntry& entry) -> Result<void> {
        if (untouched.files.contains(entry.path))
            return {};
        if (entry.hasOddName)
            return changed(entry.path);
        auto removed = session.removeFile(entry.path, true, stop);
        return removed.failedAs(ErrorCode::NotFound) ? Result<void>() : removed; // with its folder
    };
    // At the top first, which takes most of it: what is below may be too much to list.
    SANDBENCH_TRY_VOID(forEachFile(session, 1, stop, removeNew));
    SANDBENCH_TRY_VOID(forEachFile(session, kAllDepths, stop, removeNew));
    std::size_t same = 0;
    SANDBENCH_TRY_VOID(forEachFile(session, kAllDepths, stop, [&](const FileEntry& entry) {
        const auto before = untouched.files.find(entry.path);
        if (before == untouched.files.end() || !isSame(entry, before->second))
            return Result<void>(changed(entry.path));
        ++same;
        return Result<void>();
    }));
    if (same != untouched.files.size())
        return Error(ErrorCode::Unavailable, "a file that was there at the beginning is gone");
    return {};
}

} // namespace sandbench::workspace
