// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/audit_log.h"

#include <cerrno>
#include <cmath>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::rest {

namespace {

constexpr std::size_t kLongestPath = 500;

Result<UniqueFd> openToAppend(const std::string& path)
{
    UniqueFd file(
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!file)
        return Error::fromErrno(errno, "cannot write the audit log " + path);
    return file;
}

} // namespace

AuditEntry auditEntry(const Call& call, int status)
{
    return {
        .caller = call.caller.id,
        .peer = call.peer,
        .method = call.method,
        .path = call.path.substr(0, kLongestPath),
        .status = status};
}

std::string
auditLine(const AuditEntry& entry, std::chrono::steady_clock::duration took, double seconds)
{
    const auto milliseconds = std::chrono::duration<double, std::milli>(took).count();
    Json line
        = {{"time", std::round(seconds * 1000) / 1000},
           {"caller", entry.caller},
           {"peer", entry.peer},
           {"method", entry.method},
           {"path", entry.path},
           {"status", entry.status},
           {"milliseconds", std::round(milliseconds * 100) / 100}};
    if (entry.part != AuditEntry::Part::Whole)
        line["stream"] = entry.part == AuditEntry::Part::Begin ? "began" : "ended";
    return writeJson(line) + "\n";
}

AuditLog::AuditLog(std::string path, UniqueFd file, std::size_t size)
    : m_path(std::move(path))
    , m_file(std::move(file))
    , m_size(size)
{
}

Result<std::unique_ptr<AuditLog>> AuditLog::open(std::string path)
{
    SANDBENCH_TRY(auto file, openToAppend(path));
    struct stat facts = {};
    const bool isKnown = ::fstat(file.get(), &facts) == 0;
    return std::unique_ptr<AuditLog>(new AuditLog(
        std::move(path), std::move(file), isKnown ? static_cast<std::size_t>(facts.st_size) : 0));
}

void AuditLog::add(const AuditEntry& entry, std::chrono::steady_clock::duration took)
{
    const std::chrono::duration<double> now = std::chrono::system_clock::now().time_since_epoch();
    const auto line = auditLine(entry, took, now.count());
    const std::scoped_lock lock(m_mutex);
    if (m_size + line.size() > kMostBytes) {
        ::rename(m_path.c_str(), (m_path + ".1").c_str());
        auto fresh = openToAppend(m_path);
        if (!fresh)
            return;
        m_file = std::move(*fresh);
        m_size = 0;
    }
    if (writeAll(m_file.get(), line))
        m_size += line.size();
}

} // namespace sandbench::rest
