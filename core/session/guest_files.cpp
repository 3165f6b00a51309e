// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/guest_files.h"

#include "core/base/fd.h"
#include "core/base/part_file.h"
#include "core/base/sha256.h"
#include "core/base/units.h"
#include "core/session/streamed_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <limits>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench {

namespace {

using agent::Channel;
using agent::StreamItem;

constexpr std::chrono::seconds kPatience(10);
/// Of all entries of a list.
constexpr std::size_t kMostListedBytes = 64U << 20;
constexpr std::uint64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

Result<UniqueFd> openRegular(const std::string& path)
{
    UniqueFd fd(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat info = {};
    if (!fd || ::fstat(fd.get(), &info) != 0)
        return Error::fromErrno(errno, "cannot read " + path);
    if (!S_ISREG(info.st_mode))
        return Error(
            ErrorCode::InvalidArgument, "cannot read " + path + ": it is not a regular file");
    return fd;
}

std::int64_t ownerNumber(const Json& json, const char* name)
{
    const auto number = jsonInt(json, name, -1);
    return number >= 0 && number <= std::numeric_limits<std::uint32_t>::max() ? number : -1;
}

} // namespace

FileEntry fileEntryOf(const Json& json)
{
    FileEntry entry;
    entry.path = jsonString(json, "path");
    const auto type = jsonString(json, "type");
    entry.type = type == "file" || type == "directory" || type == "link" ? type : "other";
    entry.bytes = jsonCount(json, "size");
    entry.modifiedAt = jsonNumber(json, "mtime");
    entry.changedAt = jsonInt(json, "changed");
    entry.mode = static_cast<unsigned>(jsonInt(json, "mode")) & 07777U;
    entry.uid = ownerNumber(json, "uid");
    entry.gid = ownerNumber(json, "gid");
    entry.hasOddName = jsonField(json, "path_b64").is_string();
    return entry;
}

Json writeRequest(std::string_view path, unsigned mode)
{
    return {{"verb", "write"}, {"path", path}, {"mode", mode & 0777U}, {"parents", true}};
}

Result<void> GuestFiles::write(
    const std::string& path, std::string_view bytes, unsigned mode, std::stop_token stop)
{
    agent::Batch batch(m_client, stop);
    auto stream = batch.add(writeRequest(path, mode));
    const auto included = batch.addData(stream, Channel::File, bytes);
    SANDBENCH_TRY_VOID(batch.send());
    if (included < bytes.size()) {
        // A refusal ends the stream early; its reply says more than a failed write.
        auto sent = stream.send(Channel::File, bytes.substr(included), stop);
        if (sent)
            sent = stream.sendEof(Channel::File, stop);
        if (!sent && sent.error().code() != ErrorCode::NotFound)
            return std::move(sent.error()).within("writing " + path);
    }
    return withoutValue(stream.reply(stop).within("writing " + path));
}

Result<void> GuestFiles::writeMany(const std::vector<SmallFile>& files, std::stop_token stop)
{
    std::vector<agent::AgentStream> streams;
    agent::Batch batch(m_client, stop);
    for (const auto& file : files) {
        streams.push_back(batch.add(writeRequest(file.path, file.mode)));
        batch.addData(streams.back(), Channel::File, file.bytes); // all of it: it is small
    }
    SANDBENCH_TRY_VOID(batch.send());
    for (std::size_t i = 0; i < files.size(); ++i)
        SANDBENCH_TRY_VOID(withoutValue(streams[i].reply(stop).within("copying " + files[i].path)));
    return {};
}

Result<Json> GuestFiles::readInto(
    const std::string& path, std::uint64_t limit, const Consumer& consume, std::stop_token stop,
    Links links, std::uint64_t offset)
{
    const Json request
        = {{"verb", "read"},
           {"path", path},
           {"offset", offset},
           {"limit", limit},
           {"no_links", links == Links::Refuse}};
    SANDBENCH_TRY(auto stream, m_client.open(request, stop));
    std::uint64_t received = 0;
    for (;;) {
        SANDBENCH_TRY(auto item, stream.next(stop));
        if (item.kind == StreamItem::Kind::Reply)
            return agent::checkReply(std::move(item.json));
        if (item.kind != StreamItem::Kind::Data || item.channel != Channel::File)
            continue;
        received += item.bytes().size();
        if (received > limit)
            return Error(ErrorCode::Protocol, "the sandbox sent more of a file than was asked for");
        SANDBENCH_TRY_VOID(consume(item.bytes()));
    }
}

Result<std::string>
GuestFiles::read(const std::string& path, std::uint64_t limit, std::stop_token stop, Links links)
{
    std::string bytes;
    const auto append = [&bytes](std::string_view chunk) {
        bytes.append(chunk);
        return Result<void>();
    };
    SANDBENCH_TRY(auto reply, readInto(path, limit, append, stop, links).within("reading " + path));
    if (jsonBool(reply, "truncated"))
        return Error(ErrorCode::ResourceExhausted, path + " is larger than " + formatSize(limit));
    return bytes;
}

namespace {

Json listRequest(const std::string& path, int depth, std::size_t limit)
{
    return {{"verb", "list"}, {"path", path}, {"depth", depth}, {"limit", limit}};
}

Result<std::vector<FileEntry>> readList(
    agent::AgentStream& stream, std::size_t limit, bool& truncated, const std::stop_token& stop)
{
    std::vector<FileEntry> entries;
    std::size_t room = kMostListedBytes;
    bool isFull = false;
    for (;;) {
        SANDBENCH_TRY(auto item, stream.next(stop));
        if (item.kind == StreamItem::Kind::Reply) {
            SANDBENCH_TRY(const auto reply, agent::checkReply(std::move(item.json)));
            truncated = jsonBool(reply, "truncated") || entries.size() > limit || isFull;
            return entries;
        }
        for (const auto& json : jsonField(item.json, "entries")) {
            auto entry = fileEntryOf(json);
            isFull = isFull || entry.path.size() > room;
            if (entries.size() > limit || entry.path.size() > kMaxGuestPath || isFull)
                continue;
            room -= entry.path.size();
            entries.push_back(std::move(entry));
        }
    }
}

} // namespace

Result<std::vector<FileEntry>> GuestFiles::list(
    const std::string& path, int depth, std::size_t limit, bool& truncated, std::stop_token stop)
{
    SANDBENCH_TRY(auto stream, m_client.open(listRequest(path, depth, limit), stop));
    return readList(stream, limit, truncated, stop);
}

Result<std::vector<Session::FileList>> GuestFiles::listAfterRemoving(
    const std::vector<std::string>& removed, const std::vector<std::string>& folders, int depth,
    std::size_t limit, std::stop_token stop)
{
    std::vector<agent::AgentStream> removals, listings;
    agent::Batch batch(m_client, stop);
    for (const auto& path : removed)
        removals.push_back(batch.add({{"verb", "remove"}, {"path", path}, {"recursive", true}}));
    for (const auto& path : folders)
        listings.push_back(batch.add(listRequest(path, depth, limit)));
    SANDBENCH_TRY_VOID(batch.send());
    for (std::size_t i = 0; i < removals.size(); ++i)
        if (const auto gone = removals[i].reply(stop); !gone && !gone.failedAs(ErrorCode::NotFound))
            return Error(gone.error()).within("removing " + removed[i]);
    std::vector<Session::FileList> lists;
    for (auto& stream : listings) {
        Session::FileList list;
        auto entries = readList(stream, limit, list.isTruncated, stop);
        if (!entries && !entries.failedAs(ErrorCode::NotFound))
            return entries.error();
        if (entries)
            list.entries = *std::move(entries);
        lists.push_back(std::move(list));
    }
    return lists;
}

Result<FileEntry> GuestFiles::info(const std::string& path, std::stop_token stop)
{
    SANDBENCH_TRY(
        const auto reply,
        m_client.call({{"verb", "stat"}, {"path", path}}, std::move(stop), kPatience));
    return fileEntryOf(reply);
}

Result<void> GuestFiles::change(const Json& request, const std::string& doing, std::stop_token stop)
{
    SANDBENCH_TRY(auto stream, m_client.open(request, stop));
    return withoutValue(stream.reply(std::move(stop)).within(doing));
}

Result<std::unique_ptr<FileWriter>>
GuestFiles::create(const std::string& path, unsigned mode, std::stop_token stop)
{
    SANDBENCH_TRY(auto stream, m_client.open(writeRequest(path, mode), std::move(stop)));
    return std::unique_ptr<FileWriter>(
        std::make_unique<StreamedFile>(m_client, std::move(stream), path));
}

Result<void>
GuestFiles::copyIn(const std::string& hostPath, const std::string& path, std::stop_token stop)
{
    SANDBENCH_TRY(const auto source, openRegular(hostPath));
    struct stat info = {};
    ::fstat(source.get(), &info);
    return copyIn(source, hostPath, info.st_mode & 0755U, path, std::move(stop));
}

Result<void> GuestFiles::copyIn(
    const UniqueFd& file, const std::string& shown, unsigned mode, const std::string& path,
    std::stop_token stop, Sha256* digest)
{
    SANDBENCH_TRY(auto stream, m_client.open(writeRequest(path, mode), stop));
    std::string chunk(1U << 20, '\0');
    for (;;) {
        const auto n = ::read(file.get(), chunk.data(), chunk.size());
        if (n < 0)
            return Error::fromErrno(errno, "cannot read " + shown);
        if (n == 0)
            break;
        const auto bytes = std::string_view(chunk).substr(0, static_cast<std::size_t>(n));
        if (digest)
            digest->add(bytes);
        auto sent = stream.send(Channel::File, bytes, stop);
        if (sent.failedAs(ErrorCode::NotFound))
            break; // the reply says why
        if (!sent)
            return std::move(sent.error()).within("copying " + shown);
    }
    [[maybe_unused]] const auto ended = stream.sendEof(Channel::File, stop);
    return withoutValue(stream.reply(stop).within("copying " + shown));
}

Result<void> GuestFiles::copyOut(
    const std::string& path, const std::string& hostPath, std::uint64_t limit, std::stop_token stop)
{
    SANDBENCH_TRY(auto file, PartFile::beside(hostPath));
    auto reply = readInto(
        path, limit == 0 ? kNoLimit : limit,
        [&file](std::string_view chunk) { return file.write(chunk); }, stop);
    if (!reply)
        return std::move(reply.error()).within("copying " + path);
    if (jsonBool(*reply, "truncated"))
        return Error(ErrorCode::ResourceExhausted, path + " is larger than " + formatSize(limit));
    const bool isProgram = (jsonInt(*reply, "mode") & 0100) != 0;
    return file.keep(isProgram ? 0755 : 0644);
}

} // namespace sandbench
