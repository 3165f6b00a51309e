// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/stream.h"

#include <memory>
#include <sys/stat.h>

namespace sandbench::guest {

/// The verbs that answer at once. Errors: those of the system call.
Result<Json> statPath(const Json& request);
Result<Json> makeFolder(const Json& request);
/// A folder that its user can use, whatever programs made of it: opened, or made anew.
Result<Json> mendFolder(const Json& request);
Result<Json> renamePath(const Json& request);

/// One entry as `list` and `stat` show it.
Json describeFile(const std::string& path, const struct stat& info);
const char* fileTypeName(unsigned mode);
/// mkdir -p of the folder that holds @p path.
Result<void> makeParents(const std::string& path);
/// Folder by folder, so that none of them may be a link, not even one that becomes a link
/// meanwhile; for the last one @p flags decide. Invalid with errno.
UniqueFd openWithoutLinks(const std::string& path, int flags);

/// `write`: collects the bytes in a temporary file beside the target and renames it over the
/// target.
class WriteTask : public StreamTask
{
public:
    explicit WriteTask(Stream& stream)
        : m_stream(stream)
    {
    }
    ~WriteTask() override;

    void start(const Json& request);
    bool onData(agent::Channel channel, std::string_view bytes) override;
    bool onEof(agent::Channel channel) override;
    void onKill() override;

private:
    void fail(const Error& error);

    Stream& m_stream;
    std::string m_path;
    std::string m_temporary;
    UniqueFd m_fd;
    std::uint64_t m_size = 0;
};

/// `read`: a regular file, as fast as the host takes it.
class ReadTask : public StreamTask
{
public:
    explicit ReadTask(Stream& stream)
        : m_stream(stream)
    {
    }

    void start(const Json& request);
    void onSendable() override;
    void onKill() override;

private:
    void sendChunk();
    void finish(bool truncated);

    Stream& m_stream;
    UniqueFd m_fd;
    std::uint64_t m_offset = 0;
    std::uint64_t m_left = 0;
    std::uint64_t m_sent = 0;
    unsigned m_mode = 0;
};

} // namespace sandbench::guest
