// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/project_sender.h"

#include "core/base/sha256.h"

#include <sys/stat.h>
#include <utility>

namespace sandbench {

namespace {

/// Of files that are sent together.
constexpr std::size_t kMostWaiting = 64, kMostWaitingBytes = 512U << 10;

} // namespace

Result<void> ProjectSender::send(
    const std::function<void(std::uint64_t)>& onProgress, const std::stop_token& stop)
{
    std::uint64_t done = 0;
    for (const auto& file : m_project.files()) {
        SANDBENCH_TRY_VOID(sendOne(file, stop));
        done += file.bytes;
        if (onProgress)
            onProgress(done);
    }
    return sendWaiting(stop);
}

Result<void> ProjectSender::sendOne(const ProjectFolder::File& file, const std::stop_token& stop)
{
    auto path = m_layout.work + "/" + file.path;
    auto bytes = file.bytes > GuestFiles::kMostSmallBytes
        ? Result<std::string>(Error(ErrorCode::ResourceExhausted, {}))
        : m_project.readFile(file.path, GuestFiles::kMostSmallBytes);
    if (bytes) {
        note(file, sha256Of(*bytes));
        m_waitingBytes += bytes->size();
        m_waiting.push_back({std::move(path), *std::move(bytes), file.mode});
        const bool isEnough
            = m_waiting.size() >= kMostWaiting || m_waitingBytes >= kMostWaitingBytes;
        return isEnough ? sendWaiting(stop) : Result<void>();
    }
    if (!bytes.failedAs(ErrorCode::ResourceExhausted))
        return std::move(bytes.error());
    SANDBENCH_TRY(const auto source, m_project.openFile(file.path));
    Sha256 digest;
    SANDBENCH_TRY_VOID(m_files.copyIn(source, file.path, file.mode, path, stop, &digest));
    note(file, digest.finish());
    return {};
}

Result<void> ProjectSender::sendWaiting(const std::stop_token& stop)
{
    m_waitingBytes = 0;
    const auto files = std::exchange(m_waiting, {});
    return files.empty() ? Result<void>() : m_files.writeMany(files, stop);
}

void ProjectSender::note(const ProjectFolder::File& file, std::string digest)
{
    m_sent.files[file.path].version = {std::move(digest), file.bytes, (file.mode & S_IXUSR) != 0};
}

} // namespace sandbench
