// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/archive/project_folder.h"
#include "core/base/text.h"
#include "core/session/folder_watch.h"
#include "core/session/project_comparison.h"
#include "core/session/project_sender.h"
#include "core/session/session_impl.h"

#include <algorithm>

namespace sandbench {

namespace {

/// Requests travel as JSON, which would replace such bytes without a word.
Result<std::string> checked(const GuestLayout& layout, const std::string& path)
{
    if (!isValidUtf8(path))
        return Error(ErrorCode::InvalidArgument, "a path in the sandbox must be UTF-8");
    return layout.absolute(path);
}

} // namespace

Result<void>
Session::copyIn(const std::string& hostPath, const std::string& guestPath, std::stop_token stop)
{
    SANDBENCH_TRY(const auto path, m_impl->layout.absolute(guestPath));
    return m_impl->files().copyIn(hostPath, path, stop);
}

Result<void> Session::copyProject(
    const ProjectFolder& project, const std::function<void(std::uint64_t)>& onProgress,
    std::stop_token stop)
{
    if (const auto& policy = m_impl->spec.policy) {
        auto scan = std::make_shared<const ProjectScan>(
            scanProject(project, m_impl->languages, *policy, stop));
        const std::lock_guard lock(m_impl->mutex);
        m_impl->projectScan = std::move(scan);
    }
    auto files = m_impl->files();
    auto sent = std::make_shared<SentProject>();
    sent->rules = project.rules();
    ProjectSender sender(files, project, m_impl->layout, *sent);
    SANDBENCH_TRY_VOID(sender.send(onProgress, stop));
    SANDBENCH_TRY_VOID(noteSent(files, m_impl->layout, *sent, stop));
    const std::lock_guard lock(m_impl->mutex);
    m_impl->sentProject = std::move(sent);
    return {};
}

Result<ProjectChanges> Session::projectChanges(
    const std::vector<std::string>& inputs, const KeepContents& keep, std::stop_token stop)
{
    std::shared_ptr<const SentProject> sent;
    {
        const std::lock_guard lock(m_impl->mutex);
        sent = m_impl->sentProject;
    }
    if (!sent)
        return Error(ErrorCode::NotFound, "no project was brought into this sandbox");
    ProjectComparison comparison(m_impl->files(), m_impl->layout, *sent, keep);
    return comparison.run(inputs, stop);
}

Result<void>
Session::copyOut(const std::string& guestPath, const std::string& hostPath, std::stop_token stop)
{
    SANDBENCH_TRY(const auto path, m_impl->layout.absolute(guestPath));
    const auto limit = m_impl->spec.sandbox.limits.diskBytes;
    return m_impl->files().copyOut(path, hostPath, limit, stop);
}

Result<void> Session::writeFile(
    const std::string& guestPath, std::string_view bytes, unsigned mode, std::stop_token stop)
{
    SANDBENCH_TRY(const auto path, m_impl->layout.absolute(guestPath));
    return m_impl->files().write(path, bytes, mode, stop);
}

Result<std::string>
Session::readGuestFile(const std::string& guestPath, std::uint64_t limit, std::stop_token stop)
{
    SANDBENCH_TRY(const auto path, m_impl->layout.absolute(guestPath));
    return m_impl->files().read(path, limit, stop);
}

Result<Session::FileList>
Session::listFiles(const std::string& guestPath, int depth, std::size_t limit, std::stop_token stop)
{
    SANDBENCH_TRY(const auto path, checked(m_impl->layout, guestPath));
    FileList list;
    SANDBENCH_TRY(
        list.entries,
        m_impl->files().list(path, std::max(depth, 1), limit, list.isTruncated, std::move(stop)));
    return list;
}

Result<std::vector<Session::FileList>> Session::listAfterRemoving(
    const std::vector<std::string>& removed, const std::vector<std::string>& folders, int depth,
    std::size_t limit, std::stop_token stop)
{
    const auto checkedAll = [this](const std::vector<std::string>& paths) {
        std::vector<std::string> all;
        for (const auto& path : paths) {
            auto one = checked(m_impl->layout, path);
            if (!one)
                return Result<std::vector<std::string>>(one.error());
            all.push_back(*std::move(one));
        }
        return Result<std::vector<std::string>>(std::move(all));
    };
    SANDBENCH_TRY(const auto gone, checkedAll(removed));
    SANDBENCH_TRY(const auto listed, checkedAll(folders));
    return m_impl->files().listAfterRemoving(
        gone, listed, std::max(depth, 1), limit, std::move(stop));
}

Result<FileEntry> Session::fileInfo(const std::string& guestPath, std::stop_token stop)
{
    SANDBENCH_TRY(const auto path, checked(m_impl->layout, guestPath));
    return m_impl->files().info(path, std::move(stop));
}

Result<void> Session::makeFolder(const std::string& guestPath, std::stop_token stop)
{
    SANDBENCH_TRY(const auto path, checked(m_impl->layout, guestPath));
    return m_impl->files().change(
        {{"verb", "mkdir"}, {"path", path}, {"parents", true}, {"mode", 0755}},
        "making the folder " + path, std::move(stop));
}

Result<void> Session::removeFile(const std::string& guestPath, bool recursive, std::stop_token stop)
{
    SANDBENCH_TRY(const auto path, checked(m_impl->layout, guestPath));
    return m_impl->files().change(
        {{"verb", "remove"}, {"path", path}, {"recursive", recursive}}, "removing " + path,
        std::move(stop));
}

Result<void>
Session::renameFile(const std::string& from, const std::string& to, std::stop_token stop)
{
    SANDBENCH_TRY(const auto source, checked(m_impl->layout, from));
    SANDBENCH_TRY(const auto target, checked(m_impl->layout, to));
    return m_impl->files().change(
        {{"verb", "rename"}, {"from", source}, {"to", target}}, "renaming " + source,
        std::move(stop));
}

Result<std::uint64_t> Session::streamFile(
    const std::string& guestPath, std::uint64_t offset, std::uint64_t limit,
    const std::function<Result<void>(std::string_view)>& consume, std::stop_token stop)
{
    SANDBENCH_TRY(const auto path, checked(m_impl->layout, guestPath));
    std::uint64_t count = 0;
    if (limit == 0)
        return count;
    SANDBENCH_TRY_VOID(m_impl->files().readInto(
        path, limit,
        [&](std::string_view bytes) {
            count += bytes.size();
            return consume(bytes);
        },
        std::move(stop), Links::Follow, offset));
    return count;
}

Result<std::unique_ptr<FileWriter>>
Session::createFile(const std::string& guestPath, unsigned mode, std::stop_token stop)
{
    SANDBENCH_TRY(const auto path, checked(m_impl->layout, guestPath));
    return m_impl->files().create(path, mode, std::move(stop));
}

Result<std::unique_ptr<FolderWatch>>
Session::watchFolder(const std::string& guestPath, bool withFolders, std::stop_token stop)
{
    SANDBENCH_TRY(const auto path, checked(m_impl->layout, guestPath));
    SANDBENCH_TRY(
        auto stream,
        m_impl->client->open(
            {{"verb", "watch"}, {"path", path}, {"recursive", withFolders}}, stop));
    auto watch = std::make_unique<AgentFolderWatch>(*m_impl->client, std::move(stream), path);
    SANDBENCH_TRY_VOID(watch->begin(std::move(stop)));
    return std::unique_ptr<FolderWatch>(std::move(watch));
}

} // namespace sandbench
