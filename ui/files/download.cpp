// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/fd.h"
#include "core/base/part_file.h"
#include "ui/files/file_names.h"
#include "ui/files/file_transfer.h"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <map>
#include <set>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::ui {
namespace {

constexpr int kDeepest = 64; // folders in each other, as many as the sandbox lists

/// Gives what a sandbox has places below a folder of this machine. All that it is told of names is
/// hostile.
class DownloadPlanner
{
public:
    DownloadPlanner(TransferPlan& plan, std::string hostFolder)
        : m_plan(plan)
        , m_hostFolder(std::move(hostFolder))
    {
    }

    /// @p guestFolder: has a place already; "" is that of m_hostFolder.
    void add(const FileEntry& entry, const std::string& guest, const std::string& guestFolder)
    {
        const auto folder = m_places.find(guestFolder);
        const bool isFolder = entry.type == "directory";
        if (folder == m_places.end() || entry.hasOddName || (!isFolder && entry.type != "file")) {
            m_plan.skipped.push_back(guest);
            return;
        }
        const std::string prefix = folder->second.empty() ? "" : folder->second + "/";
        const std::string host
            = prefix + freeHostName(lastComponent(guest), [this, &prefix](const std::string& name) {
                  return isTaken(prefix + name, prefix.empty());
              });
        m_taken.insert(host);
        if (isFolder)
            m_places[guest] = host;
        const std::uint64_t bytes = isFolder ? 0 : entry.bytes;
        m_plan.items.push_back({m_hostFolder, host, guest, isFolder, bytes, 0644});
        m_plan.files += isFolder ? 0 : 1;
        m_plan.bytes += std::min(bytes, std::numeric_limits<std::uint64_t>::max() - m_plan.bytes);
    }

private:
    bool isTaken(const std::string& place, bool mayBeThere) const
    {
        struct stat info = {};
        return m_taken.contains(place)
            || (mayBeThere && ::lstat(joined(m_hostFolder, place).c_str(), &info) == 0);
    }

    TransferPlan& m_plan;
    std::string m_hostFolder;
    std::map<std::string, std::string> m_places{{"", ""}}; ///< By folder of the sandbox.
    std::set<std::string> m_taken;
};

Result<void> addFolder(
    Session& session, DownloadPlanner& planner, TransferPlan& plan, const std::string& folder,
    const std::stop_token& stop)
{
    SANDBENCH_TRY(auto list, session.listFiles(folder, kDeepest, kMostTransferred, stop));
    if (list.isTruncated || plan.items.size() + list.entries.size() > kMostTransferred)
        return Error(ErrorCode::ResourceExhausted, "there are too many files in " + folder);
    std::sort(list.entries.begin(), list.entries.end(), [](const auto& a, const auto& b) {
        return a.path < b.path; // a folder before what is in it
    });
    for (const FileEntry& entry : list.entries) {
        if (const auto below = relativeTo(folder, entry.path)) {
            const std::string guest = joined(folder, *below);
            planner.add(entry, guest, folderOf(guest));
            if (entry.type == "directory"
                && std::count(below->begin(), below->end(), '/') + 1 >= kDeepest)
                plan.skipped.push_back(guest + "/…");
        } else {
            plan.skipped.push_back(entry.path);
        }
    }
    return {};
}

Result<void> makeHostFolder(const TransferItem& item)
{
    const UniqueFd base(::open(item.base.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!base)
        return Error::fromErrno(errno, "cannot open " + item.base);
    const auto slash = item.host.rfind('/');
    const std::string above = slash == std::string::npos ? "." : item.host.substr(0, slash);
    SANDBENCH_TRY(
        const auto folder, openBeneath(base.get(), above, O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (::mkdirat(folder.get(), lastComponent(item.host).c_str(), 0755) != 0)
        return Error::fromErrno(errno, "cannot make the folder " + item.host);
    return {};
}

Result<void> downloadFile(
    Session& session, const TransferItem& item, std::uint64_t most, TransferCounts& counts,
    const std::stop_token& stop)
{
    SANDBENCH_TRY(auto file, PartFile::beside(joined(item.base, item.host)));
    const auto write = [&](std::string_view bytes) -> Result<void> {
        counts.done += bytes.size();
        if (counts.done > most)
            return Error(
                ErrorCode::ResourceExhausted, "the sandbox sends more than there was to be saved");
        return file.write(bytes);
    };
    SANDBENCH_TRY(
        [[maybe_unused]] const auto count,
        session.streamFile(item.guest, 0, std::numeric_limits<std::int64_t>::max(), write, stop));
    return file.keep(item.mode);
}

} // namespace

Result<TransferPlan> planDownload(
    Session& session, const std::vector<std::string>& guestPaths, const std::string& hostFolder,
    const std::stop_token& stop)
{
    TransferPlan plan;
    DownloadPlanner planner(plan, hostFolder);
    for (const std::string& path : guestPaths) {
        SANDBENCH_TRY(const auto entry, session.fileInfo(path, stop));
        planner.add(entry, path, "");
        if (entry.type == "directory")
            SANDBENCH_TRY_VOID(addFolder(session, planner, plan, path, stop));
    }
    return plan;
}

Result<void> download(
    Session& session, const TransferPlan& plan, TransferCounts& counts, const std::stop_token& stop)
{
    const std::uint64_t most = std::max(plan.bytes, kUsualTransfer);
    for (const TransferItem& item : plan.items) {
        if (stop.stop_requested())
            return Error(ErrorCode::Cancelled, "stopped");
        auto moved = item.isFolder ? makeHostFolder(item)
                                   : downloadFile(session, item, most, counts, stop);
        if (!moved)
            return std::move(moved.error()).within("saving " + item.guest);
    }
    return {};
}

} // namespace sandbench::ui
