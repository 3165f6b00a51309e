// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/client.h"
#include "core/base/fd.h"
#include "core/base/result.h"
#include "core/session/session.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

class Sha256;

/// Links among the folders of a path; the last component is never one. A person may name such a
/// path; for what a program left, there is none that is harmless.
enum class Links { Follow, Refuse };

/// No honest agent reaches a file by a longer path. Units: bytes.
inline constexpr std::size_t kMaxGuestPath = 4096;

/// Files in the sandbox, over the agent. Never through the engine. Thread: any.
class GuestFiles
{
public:
    explicit GuestFiles(agent::AgentClient& client)
        : m_client(client)
    {
    }

    Result<void>
    write(const std::string& path, std::string_view bytes, unsigned mode, std::stop_token stop);
    struct SmallFile
    {
        std::string path, bytes;
        unsigned mode = 0;
    };
    /// Many at once, without waiting for each. Units: kMostSmallBytes of one file.
    Result<void> writeMany(const std::vector<SmallFile>& files, std::stop_token stop);
    static constexpr std::size_t kMostSmallBytes = 32U << 10;
    /// Errors: ResourceExhausted when it is larger than @p limit, NotFound, InvalidArgument (not a
    /// regular file).
    Result<std::string> read(
        const std::string& path, std::uint64_t limit, std::stop_token stop,
        Links links = Links::Follow);
    /// @p truncated: there was more, also than 64 MiB of paths.
    Result<std::vector<FileEntry>> list(
        const std::string& path, int depth, std::size_t limit, bool& truncated,
        std::stop_token stop);
    /// See Session::listAfterRemoving().
    Result<std::vector<Session::FileList>> listAfterRemoving(
        const std::vector<std::string>& removed, const std::vector<std::string>& folders, int depth,
        std::size_t limit, std::stop_token stop);
    /// @p hostPath must be a regular file, not a link.
    Result<void> copyIn(const std::string& hostPath, const std::string& path, std::stop_token stop);
    /// All that is left to read of @p file, a regular one; @p shown names it in errors. @p digest
    /// gets it too.
    Result<void> copyIn(
        const UniqueFd& file, const std::string& shown, unsigned mode, const std::string& path,
        std::stop_token stop, Sha256* digest = nullptr);
    /// Replaces @p hostPath when all bytes are there; a link in its place is replaced, not
    /// followed. Errors: ResourceExhausted when it is larger than @p limit (0 = none): a file with
    /// holes can be larger than any disk.
    Result<void> copyOut(
        const std::string& path, const std::string& hostPath, std::uint64_t limit,
        std::stop_token stop);

    using Consumer = std::function<Result<void>(std::string_view)>;
    /// Returns the Reply. Errors: those of @p consume, NotFound, InvalidArgument.
    Result<Json> readInto(
        const std::string& path, std::uint64_t limit, const Consumer& consume, std::stop_token stop,
        Links links = Links::Follow, std::uint64_t offset = 0);
    Result<FileEntry> info(const std::string& path, std::stop_token stop);
    /// A request that has only a Reply, with @p doing for its error.
    Result<void> change(const Json& request, const std::string& doing, std::stop_token stop);
    /// Piece by piece, see FileWriter.
    Result<std::unique_ptr<FileWriter>>
    create(const std::string& path, unsigned mode, std::stop_token stop);

private:
    agent::AgentClient& m_client;
};

/// One entry as the agent describes it.
FileEntry fileEntryOf(const Json& json);

/// The Request of the verb `write`.
Json writeRequest(std::string_view path, unsigned mode);

} // namespace sandbench
