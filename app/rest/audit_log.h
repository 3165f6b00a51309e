// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/message.h"
#include "core/base/fd.h"

#include <chrono>
#include <memory>
#include <mutex>
#include <string>

namespace sandbench::rest {

/// What is noted of a call: no query, no header, no body, so no secret.
struct AuditEntry
{
    enum class Part {
        Whole,
        Begin, ///< Of a stream: its status was said.
        End, ///< Of a stream; how long it took is of all of it.
    };
    std::string caller = {}, peer = {};
    std::string method = {}, path = {}; ///< Empty where a request came to no call.
    int status = 0;
    Part part = Part::Whole;
};
AuditEntry auditEntry(const Call& call, int status);

/// Who called what and what came of it, one line of JSON for each call and two for each stream.
/// Past 64 MiB the file becomes FILE.1 and a new one begins. Thread: any.
class AuditLog
{
public:
    /// 0600. Errors: Io, PermissionDenied, NotFound.
    static Result<std::unique_ptr<AuditLog>> open(std::string path);

    /// Best effort: a full disk does not end the service.
    void add(const AuditEntry& entry, std::chrono::steady_clock::duration took);

    static constexpr std::size_t kMostBytes = 64U << 20;

private:
    AuditLog(std::string path, UniqueFd file, std::size_t size);

    const std::string m_path;
    std::mutex m_mutex;
    UniqueFd m_file;
    std::size_t m_size;
};

/// The line, with its end. @p seconds since 1970. No I/O.
std::string
auditLine(const AuditEntry& entry, std::chrono::steady_clock::duration took, double seconds);

} // namespace sandbench::rest
