// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/project_comparison.h"

#include "core/base/sha256.h"
#include "core/base/units.h"

#include <algorithm>
#include <sys/stat.h>

namespace sandbench {

namespace {

constexpr int kDeepest = 64;
/// The kernel's clock of files ticks: in one tick a file can be changed twice, and have one time.
constexpr std::int64_t kTick = 50'000'000; // ns

/// Of a path in the working folder; empty = it is in none of ours.
std::string belowWork(const GuestLayout& layout, const std::string& path)
{
    const auto prefix = layout.work + "/";
    return path.starts_with(prefix) ? path.substr(prefix.size()) : std::string();
}

bool isBelow(const std::string& path, const std::string& folder)
{
    return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

/// What waits for a caller of one list is bounded, so a large tree is read folder by folder.
constexpr std::size_t kMostAtOnce = 20'000, kMostOfFolder = 100'000, kMostFolders = 20'000;

/// Errors that end all, and not only one file.
bool isEnd(const Error& error)
{
    return error.code() == ErrorCode::Cancelled || error.code() == ErrorCode::ConnectionLost
        || error.code() == ErrorCode::Protocol;
}

/// Everything below @p top; @p isPartial: there was more.
Result<std::vector<FileEntry>>
listTree(GuestFiles& files, const std::string& top, bool& isPartial, const std::stop_token& stop)
{
    SANDBENCH_TRY(auto entries, files.list(top, kDeepest, kMostAtOnce, isPartial, stop));
    if (!isPartial)
        return entries;
    entries.clear();
    isPartial = false;
    std::vector<std::string> folders = {top};
    for (std::size_t next = 0; next < folders.size(); ++next) {
        const auto left = ProjectComparison::kMostEntries - entries.size();
        if (left == 0 || next == kMostFolders) {
            isPartial = true;
            break;
        }
        bool isCut = false;
        auto below = files.list(folders[next], 1, std::min(left, kMostOfFolder), isCut, stop);
        if (!below && isEnd(below.error()))
            return std::move(below.error());
        isPartial = isPartial || isCut;
        for (auto& entry : below ? *below : std::vector<FileEntry>()) {
            if (entry.type == "directory" && !entry.hasOddName)
                folders.push_back(entry.path);
            if (entries.size() < ProjectComparison::kMostEntries)
                entries.push_back(std::move(entry));
        }
    }
    return entries;
}

} // namespace

Result<void> noteSent(
    GuestFiles files, const GuestLayout& layout, SentProject& sent, const std::stop_token& stop)
{
    bool isCut = false;
    SANDBENCH_TRY(const auto entries, listTree(files, layout.work, isCut, stop));
    std::set<std::string> missing;
    if (!isCut)
        for (const auto& [path, file] : sent.files)
            missing.insert(path);
    for (const auto& entry : entries) {
        const auto path = belowWork(layout, entry.path);
        const auto file = sent.files.find(path);
        if (file == sent.files.end()) {
            if (entry.type != "directory")
                sent.others[path] = entry.changedAt;
            continue;
        }
        if (entry.type == "file")
            missing.erase(path);
        file->second.changedAt = entry.changedAt;
        file->second.version.bytes = entry.bytes;
        sent.lastChange = std::max(sent.lastChange, entry.changedAt);
    }
    if (missing.empty())
        return {};
    // What leads elsewhere would later look as if the program had removed it.
    return Error(
        ErrorCode::InvalidArgument,
        *missing.begin()
            + " is not where it was put: an earlier run left a link in the working folder; a fresh "
              "sandbox has none");
}

Result<ProjectChanges>
ProjectComparison::run(const std::vector<std::string>& inputs, const std::stop_token& stop)
{
    for (const auto& input : inputs)
        if (const auto path = m_layout.absolute(input))
            m_inputs.insert(belowWork(m_layout, *path));
    SANDBENCH_TRY(auto entries, listTree(m_files, m_layout.work, m_changes.isPartial, stop));
    std::ranges::sort(entries, {}, &FileEntry::path);
    for (const auto& entry : entries)
        SANDBENCH_TRY_VOID(compare(entry, stop));
    // What was not looked at is not known to be gone.
    if (!m_changes.isPartial)
        SANDBENCH_TRY_VOID(addMissing(stop));
    std::ranges::sort(m_changes.files, {}, &ProjectChange::path);
    return std::move(m_changes);
}

bool ProjectComparison::isNoPart(const std::string& path) const
{
    const auto absolute = m_layout.work + "/" + path;
    return m_inputs.contains(path) || isBelow(absolute, m_layout.output)
        || isBelow(absolute, m_layout.packages());
}

Result<void> ProjectComparison::compare(const FileEntry& entry, const std::stop_token& stop)
{
    const auto path = belowWork(m_layout, entry.path);
    if (entry.type == "directory") {
        m_folders.insert(path);
        return {};
    }
    const auto sent = m_sent.files.find(path);
    const auto* before = sent == m_sent.files.end() ? nullptr : &sent->second;
    if (m_inputs.contains(path))
        m_seen.insert(path);
    if (path.empty() || m_inputs.contains(path) || (!before && isNoPart(path)))
        return {};
    const auto other = m_sent.others.find(path);
    if (!before && other != m_sent.others.end() && other->second == entry.changedAt)
        return {};
    if (!before && !entry.hasOddName && m_sent.rules.excludes(path)) {
        ++m_changes.leftOut;
        return {};
    }
    m_seen.insert(path);
    if (entry.hasOddName)
        addOdd(path, entry, "its name is not UTF-8");
    else if (const auto* why = whyNoPath(path))
        addOdd(path, entry, why);
    else if (entry.type != "file")
        addOdd(path, entry, entry.type == "link" ? "it is a link" : "it is no file");
    else
        return take(path, entry, before, stop);
    return {};
}

void ProjectComparison::addOdd(const std::string& path, const FileEntry& entry, std::string why)
{
    const auto sent = m_sent.files.find(path);
    ProjectChange change;
    change.path = path;
    if (sent != m_sent.files.end())
        change.before = sent->second.version;
    const bool isFile = entry.type == "file";
    change.after = FileVersion{{}, isFile ? entry.bytes : 0, isFile && (entry.mode & S_IXUSR) != 0};
    change.note = std::move(why);
    m_changes.add(std::move(change));
}

Result<void> ProjectComparison::take(
    const std::string& path, const FileEntry& entry, const SentProject::File* before,
    const std::stop_token& stop)
{
    const bool isExecutable = (entry.mode & S_IXUSR) != 0;
    if (before && entry.changedAt == before->changedAt && entry.bytes == before->version.bytes
        && isExecutable == before->version.isExecutable
        && entry.changedAt < m_sent.lastChange - kTick)
        return {};
    if (m_changes.files.size() >= ProjectChanges::kMostListed) {
        addOdd(path, entry, {}); // counted
        return {};
    }
    if (entry.bytes > kMostChangedBytes) {
        addOdd(path, entry, "it is larger than " + formatSize(kMostChangedBytes));
        return {};
    }
    const auto bytes = m_files.read(entry.path, kMostChangedBytes, stop, Links::Refuse);
    if (!bytes && isEnd(bytes.error()))
        return bytes.error();
    if (!bytes) {
        addOdd(path, entry, bytes.error().message());
        return {};
    }
    ProjectChange change = {path, {}, FileVersion{{}, bytes->size(), isExecutable}, {}};
    change.after->digest = sha256Of(*bytes);
    if (before) {
        change.before = before->version;
        if (change.after->digest == before->version.digest) {
            if (isExecutable != before->version.isExecutable)
                m_changes.add(std::move(change));
            return {};
        }
    }
    m_keptBytes += bytes->size();
    if (m_keptBytes > kMostKeptBytes)
        change.note = "the run changed more than " + formatSize(kMostKeptBytes);
    else
        SANDBENCH_TRY_VOID(m_keep(*bytes));
    m_changes.add(std::move(change));
    return {};
}

Result<bool> ProjectComparison::isReadable(const std::string& folder, const std::stop_token& stop)
{
    const auto known = m_readable.find(folder);
    if (known != m_readable.end())
        return known->second;
    bool isCut = false;
    const auto listed = m_files.list(
        folder.empty() ? m_layout.work : m_layout.work + "/" + folder, 1, 1, isCut, stop);
    if (!listed && isEnd(listed.error()))
        return listed.error();
    m_readable[folder] = listed.has_value();
    return listed.has_value();
}

Result<void> ProjectComparison::addMissing(const std::stop_token& stop)
{
    for (const auto& [path, file] : m_sent.files) {
        if (m_seen.contains(path))
            continue;
        auto folder = path;
        do
            folder.resize(folder.rfind('/') == std::string::npos ? 0 : folder.rfind('/'));
        while (!folder.empty() && !m_folders.contains(folder));
        SANDBENCH_TRY(const bool isGone, isReadable(folder, stop));
        if (isGone)
            m_changes.add({path, file.version, {}, {}});
        else
            m_changes.add(
                {path, file.version, FileVersion{}, "its folder cannot be read any more"});
    }
    return {};
}

} // namespace sandbench
