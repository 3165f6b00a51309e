// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/archive/ignore_rules.h"
#include "core/project/project_changes.h"
#include "core/session/guest_files.h"
#include "core/session/guest_layout.h"

#include <cstdint>
#include <map>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace sandbench {

/// A project as it was brought into a sandbox.
struct SentProject
{
    struct File
    {
        FileVersion version;
        std::int64_t changedAt = 0; ///< See FileEntry::changedAt.
    };
    std::map<std::string, File> files; ///< By path.
    /// What else was in the working folder: of earlier runs, or mounted. Their times, by path.
    std::map<std::string, std::int64_t> others;
    std::int64_t lastChange = 0; ///< The last of their times.
    IgnoreRules rules; ///< What was left out.
};

/// Looks when each file of @p sent, which is there now, came, and what else is there. Errors: those
/// of the connection, Cancelled; InvalidArgument for a file that is not where it was put.
Result<void> noteSent(
    GuestFiles files, const GuestLayout& layout, SentProject& sent, const std::stop_token& stop);

/// Finds what a sandbox made of a project. Only what may have changed is read. Untrusted: bounded
/// in entries, in bytes of a file and of all together; what is beyond is counted, or has a note.
/// Thread: one.
class ProjectComparison
{
public:
    /// Entries of the working folder that are looked at.
    static constexpr std::size_t kMostEntries = 300'000;

    ProjectComparison(
        GuestFiles files, const GuestLayout& layout, const SentProject& sent,
        const Session::KeepContents& keep)
        : m_files(std::move(files))
        , m_layout(layout)
        , m_sent(sent)
        , m_keep(keep)
    {
    }

    /// As Session::projectChanges(); the folder is empty.
    Result<ProjectChanges> run(const std::vector<std::string>& inputs, const std::stop_token& stop);

private:
    Result<void> compare(const FileEntry& entry, const std::stop_token& stop);
    /// It is there and no file that can be taken.
    void addOdd(const std::string& path, const FileEntry& entry, std::string why);
    Result<void> take(
        const std::string& path, const FileEntry& entry, const SentProject::File* before,
        const std::stop_token& stop);
    Result<void> addMissing(const std::stop_token& stop);
    /// Whether what is not listed in it is gone.
    Result<bool> isReadable(const std::string& folder, const std::stop_token& stop);
    bool isNoPart(const std::string& path) const;

    GuestFiles m_files;
    const GuestLayout& m_layout;
    const SentProject& m_sent;
    const Session::KeepContents& m_keep;
    ProjectChanges m_changes;
    std::set<std::string> m_inputs, m_seen, m_folders; // relative
    std::map<std::string, bool> m_readable; // by folder
    std::uint64_t m_keptBytes = 0;
};

} // namespace sandbench
