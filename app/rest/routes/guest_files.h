// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/routes/handling.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

/// Files of a sandbox, to and from a client. Thread: any.
namespace sandbench::rest {

/// The one way from a client's text to a path: components joined anew, none of them empty, "." or
/// "..", so that it stays where it begins, which is the working folder or, if @p absolute, the
/// sandbox's root. Untrusted, no I/O. Errors: InvalidArgument.
Result<std::string> guestPath(std::string_view text, bool absolute);
/// The same of a folder: nothing is the one where paths begin.
Result<std::string> guestFolder(std::string_view text, bool absolute);
/// "644". Errors: InvalidArgument; no more than permissions.
Result<unsigned> readMode(std::string_view octal);

/// What was @p done in the sandbox's file system: what it has no room for is of its disk
/// (kWritingFiles), no quota of the caller's.
template <typename T> Result<T> onDisk(Result<T> done)
{
    if (!done && done.error().code() == ErrorCode::ResourceExhausted)
        return std::move(done.error()).within(std::string(kWritingFiles));
    return done;
}

/// {path, type, bytes, modified_at, mode}
Json entryView(const FileEntry& entry);
/// A regular file, streamed, with the headers of untrusted bytes. Errors: NotFound,
/// InvalidArgument.
Result<Answer> downloadAnswer(UsedSandbox sandbox, const std::string& path, std::stop_token stop);

/// Files that arrive piece by piece, one after the other. A file that does not arrive whole is not
/// there. Thread: one.
class Upload
{
public:
    Upload(UsedSandbox sandbox, const Call& call, unsigned mode);

    Result<void> begin(const std::string& path);
    /// Errors: ResourceExhausted past the caller's quota, and of onDisk().
    Result<void> add(std::string_view bytes);
    /// Of a file that has begun; without one nothing happens.
    Result<void> end();
    /// [{path, bytes}] of those that ended.
    const Json& written() const { return m_written; }

private:
    const UsedSandbox m_sandbox;
    const std::uint64_t m_most;
    const unsigned m_mode;
    const std::stop_token m_stop;
    std::unique_ptr<FileWriter> m_writer;
    std::string m_path;
    std::uint64_t m_bytes = 0;
    Json m_written;
};

} // namespace sandbench::rest
