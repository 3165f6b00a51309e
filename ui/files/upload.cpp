// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/fd.h"
#include "core/base/text.h"
#include "ui/files/file_names.h"
#include "ui/files/file_transfer.h"

#include <cerrno>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::ui {
namespace {

namespace fs = std::filesystem;

/// Collects what one of the user's paths means.
class UploadPlanner
{
public:
    UploadPlanner(TransferPlan& plan, std::string guestFolder)
        : m_plan(plan)
        , m_guestFolder(std::move(guestFolder))
    {
    }

    Result<void> add(const std::string& hostPath, const std::stop_token& stop)
    {
        m_base = folderOf(hostPath);
        const std::string name = lastComponent(hostPath);
        SANDBENCH_TRY(const bool isFolder, addOne(hostPath, name));
        if (!isFolder)
            return {};
        std::error_code failure;
        fs::recursive_directory_iterator each(hostPath, failure); // follows no link
        for (; !failure && each != fs::recursive_directory_iterator(); each.increment(failure)) {
            if (stop.stop_requested())
                return Error(ErrorCode::Cancelled, "stopped");
            const std::string path = each->path().string();
            const auto above = m_base == "/" ? 1 : m_base.size() + 1;
            SANDBENCH_TRY_VOID(addOne(path, path.substr(above)));
        }
        if (failure)
            return Error(ErrorCode::Io, "cannot read " + hostPath + ": " + failure.message());
        return {};
    }

private:
    // Whether it is a folder.
    Result<bool> addOne(const std::string& path, const std::string& relative)
    {
        struct stat info = {};
        if (::lstat(path.c_str(), &info) != 0)
            return Error::fromErrno(errno, "cannot read " + path);
        const bool isFolder = S_ISDIR(info.st_mode);
        if ((!isFolder && !S_ISREG(info.st_mode)) || !isValidUtf8(relative)) {
            m_plan.skipped.push_back(relative);
            return false;
        }
        if (m_plan.items.size() >= kMostTransferred)
            return Error(ErrorCode::ResourceExhausted, "there are too many files in " + m_base);
        const auto bytes = isFolder ? 0 : static_cast<std::uint64_t>(info.st_size);
        m_plan.items.push_back(
            {m_base, relative, joined(m_guestFolder, relative), isFolder, bytes,
             info.st_mode & 0755U});
        m_plan.bytes += bytes;
        m_plan.files += isFolder ? 0 : 1;
        return isFolder;
    }

    TransferPlan& m_plan;
    std::string m_guestFolder, m_base;
};

Result<void> uploadFile(
    Session& session, const TransferItem& item, TransferCounts& counts, const std::stop_token& stop)
{
    const UniqueFd base(::open(item.base.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!base)
        return Error::fromErrno(errno, "cannot open " + item.base);
    SANDBENCH_TRY(
        const auto source, openBeneath(base.get(), item.host, O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    struct stat info = {};
    if (::fstat(source.get(), &info) != 0 || !S_ISREG(info.st_mode))
        return Error(ErrorCode::InvalidArgument, item.host + " is not a regular file any more");
    SANDBENCH_TRY(auto writer, session.createFile(item.guest, item.mode, stop));
    std::string chunk(1U << 20, '\0');
    for (;;) {
        const auto n = ::read(source.get(), chunk.data(), chunk.size());
        if (n < 0)
            return Error::fromErrno(errno, "cannot read " + item.host);
        if (n == 0)
            return writer->finish(stop);
        const auto count = static_cast<std::size_t>(n);
        SANDBENCH_TRY_VOID(writer->write(std::string_view(chunk).substr(0, count), stop));
        counts.done += count;
    }
}

} // namespace

Result<TransferPlan> planUpload(
    Session& session, const std::vector<std::string>& hostPaths, const std::string& guestFolder,
    const std::stop_token& stop)
{
    TransferPlan plan;
    UploadPlanner planner(plan, guestFolder);
    for (std::string path : hostPaths) {
        while (path.size() > 1 && path.ends_with('/'))
            path.pop_back();
        SANDBENCH_TRY_VOID(planner.add(path, stop));
        const std::string name = lastComponent(path);
        if (!plan.items.empty() && session.fileInfo(joined(guestFolder, name), stop))
            plan.replaced.push_back(name);
    }
    return plan;
}

Result<void> upload(
    Session& session, const TransferPlan& plan, TransferCounts& counts, const std::stop_token& stop)
{
    for (const TransferItem& item : plan.items) {
        if (stop.stop_requested())
            return Error(ErrorCode::Cancelled, "stopped");
        auto moved = item.isFolder ? session.makeFolder(item.guest, stop)
                                   : uploadFile(session, item, counts, stop);
        if (!moved)
            return std::move(moved.error()).within("bringing in " + item.host);
    }
    return {};
}

} // namespace sandbench::ui
