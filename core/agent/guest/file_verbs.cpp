// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/file_verbs.h"

#include "core/agent/guest/folder_snapshot.h"
#include "core/agent/guest/run_spec.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <limits>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::guest {

using agent::Channel;

static mode_t modeOf(const Json& request, unsigned fallback)
{
    return static_cast<mode_t>(jsonInt(request, "mode", fallback)) & 07777U;
}

const char* fileTypeName(unsigned mode)
{
    if (S_ISREG(mode))
        return "file";
    if (S_ISDIR(mode))
        return "directory";
    return S_ISLNK(mode) ? "link" : "other";
}

static double seconds(const timespec& time)
{
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

static std::string base64(std::string_view bytes)
{
    static constexpr char kDigits[]
        = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        unsigned group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = (group << 8) | (k < count ? static_cast<std::uint8_t>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k)
            out.push_back(k <= count ? kDigits[(group >> (18 - 6 * k)) & 63U] : '=');
    }
    return out;
}

Json describeFile(const std::string& path, const struct stat& info)
{
    Json out
        = {{"path", path},
           {"type", fileTypeName(info.st_mode)},
           {"size", info.st_size},
           {"mtime", seconds(info.st_mtim)},
           {"changed", nanoseconds(info.st_ctim)},
           {"mode", info.st_mode & 07777U},
           {"uid", info.st_uid},
           {"gid", info.st_gid}};
    // Names are bytes; JSON is text. Round trip tells whether this one survives.
    const Json text = path;
    const Json parsed = Json::parse(writeJson(text), nullptr, false);
    if (!parsed.is_string() || parsed.get<std::string>() != path)
        out["path_b64"] = base64(path);
    return out;
}

Result<Json> statPath(const Json& request)
{
    SANDBENCH_TRY(const std::string path, parsePath(request, "path"));
    struct stat info = {};
    if (::lstat(path.c_str(), &info) != 0)
        return Error::fromErrno(errno, "cannot look at " + path);
    return describeFile(path, info);
}

Result<void> makeParents(const std::string& path)
{
    for (auto slash = path.find('/', 1); slash != std::string::npos;
         slash = path.find('/', slash + 1)) {
        const std::string folder = path.substr(0, slash);
        if (::mkdir(folder.c_str(), 0755) != 0 && errno != EEXIST && errno != EROFS
            && errno != EACCES)
            return Error::fromErrno(errno, "cannot make the folder " + folder);
    }
    return {};
}

Result<Json> makeFolder(const Json& request)
{
    SANDBENCH_TRY(const std::string path, parsePath(request, "path"));
    const bool parents = jsonBool(request, "parents");
    if (parents)
        SANDBENCH_TRY_VOID(makeParents(path));
    const mode_t mode = modeOf(request, 0755);
    if (::mkdir(path.c_str(), mode) == 0) {
        // As asked, whatever our umask is.
        ::chmod(path.c_str(), mode);
        return Json::object();
    }
    const int reason = errno;
    struct stat info = {};
    if (reason == EEXIST && parents && ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode))
        return Json::object();
    return Error::fromErrno(reason, "cannot make the folder " + path);
}

Result<Json> mendFolder(const Json& request)
{
    SANDBENCH_TRY(const std::string path, parsePath(request, "path"));
    constexpr mode_t kOpen = S_IRWXU;
    struct stat info = {};
    const bool isThere = ::lstat(path.c_str(), &info) == 0;
    if (isThere && S_ISDIR(info.st_mode) && (info.st_mode & kOpen) == kOpen)
        return Json{{"changed", false}};
    if (isThere && S_ISDIR(info.st_mode)) {
        if (::chmod(path.c_str(), (info.st_mode & 07777) | kOpen) != 0)
            return Error::fromErrno(errno, "cannot open the folder " + path);
        return Json{{"changed", true}};
    }
    // A link or a file in its place.
    if (isThere && ::unlink(path.c_str()) != 0)
        return Error::fromErrno(errno, "cannot remove " + path);
    SANDBENCH_TRY_VOID(makeParents(path));
    if (::mkdir(path.c_str(), 0755) != 0)
        return Error::fromErrno(errno, "cannot make the folder " + path);
    return Json{{"changed", true}};
}

Result<Json> renamePath(const Json& request)
{
    SANDBENCH_TRY(const std::string from, parsePath(request, "from"));
    SANDBENCH_TRY(const std::string to, parsePath(request, "to"));
    if (::rename(from.c_str(), to.c_str()) != 0)
        return Error::fromErrno(errno, "cannot rename " + from);
    return Json::object();
}

UniqueFd openWithoutLinks(const std::string& path, int flags)
{
    UniqueFd folder(::open(path.starts_with('/') ? "/" : ".", O_PATH | O_DIRECTORY | O_CLOEXEC));
    std::size_t at = path.find_first_not_of('/');
    while (folder && at != std::string::npos) {
        const auto slash = path.find('/', at);
        const auto name = path.substr(at, slash - at);
        at = path.find_first_not_of('/', slash);
        if (at == std::string::npos)
            return UniqueFd(::openat(folder.get(), name.c_str(), flags));
        folder.reset(
            ::openat(folder.get(), name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    }
    return folder;
}

WriteTask::~WriteTask()
{
    if (!m_temporary.empty())
        ::unlink(m_temporary.c_str());
}

void WriteTask::start(const Json& request)
{
    auto path = parsePath(request, "path");
    if (!path)
        return fail(path.error());
    m_path = std::move(*path);
    if (jsonBool(request, "parents")) {
        if (auto made = makeParents(m_path); !made)
            return fail(made.error());
    }
    struct stat info = {};
    if (::lstat(m_path.c_str(), &info) == 0 && S_ISDIR(info.st_mode))
        return fail(
            Error(ErrorCode::InvalidArgument, "cannot write " + m_path + ": it is a folder"));
    char suffix[48];
    std::snprintf(suffix, sizeof suffix, ".sandbench-%u.part", m_stream.id());
    std::string temporary = m_path.substr(0, m_path.rfind('/') + 1) + suffix;
    // Exclusive creation follows no link either.
    m_fd.reset(
        ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!m_fd)
        return fail(Error::fromErrno(errno, "cannot write " + m_path));
    m_temporary = std::move(temporary);
    ::fchmod(m_fd.get(), modeOf(request, 0644));
}

void WriteTask::fail(const Error& error)
{
    m_fd.reset();
    m_stream.fail(error);
}

bool WriteTask::onData(Channel channel, std::string_view bytes)
{
    if (channel != Channel::File || !m_fd)
        return false;
    if (auto written = writeAll(m_fd.get(), bytes); !written) {
        fail(std::move(written.error()).within("writing " + m_path));
        return true;
    }
    m_size += bytes.size();
    m_stream.consumed(Channel::File, bytes.size());
    return true;
}

bool WriteTask::onEof(Channel channel)
{
    if (channel != Channel::File || !m_fd)
        return false;
    m_fd.reset();
    if (::rename(m_temporary.c_str(), m_path.c_str()) != 0) {
        fail(Error::fromErrno(errno, "cannot write " + m_path));
        return true;
    }
    m_temporary.clear();
    m_stream.reply(Json{{"size", m_size}});
    return true;
}

void WriteTask::onKill()
{
    fail(Error(ErrorCode::Cancelled, "writing " + m_path + " was stopped"));
}

void ReadTask::start(const Json& request)
{
    auto path = parsePath(request, "path");
    if (!path)
        return m_stream.fail(path.error());
    // Non-blocking and without following: what lies there may be a FIFO or a link, made to trap us.
    constexpr int kFlags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
    m_fd = jsonBool(request, "no_links") ? openWithoutLinks(*path, kFlags)
                                         : UniqueFd(::open(path->c_str(), kFlags));
    struct stat info = {};
    if (!m_fd || ::fstat(m_fd.get(), &info) != 0)
        return m_stream.fail(Error::fromErrno(errno, "cannot read " + *path));
    if (!S_ISREG(info.st_mode))
        return m_stream.fail(Error(
            ErrorCode::InvalidArgument, "cannot read " + *path + ": it is not a regular file"));
    const auto limit = jsonInt(request, "limit");
    m_offset = jsonCount(request, "offset");
    m_left
        = limit > 0 ? static_cast<std::uint64_t>(limit) : std::numeric_limits<std::uint64_t>::max();
    m_mode = info.st_mode & 07777U;
    onSendable();
}

void ReadTask::onSendable()
{
    while (m_fd && !m_stream.isFinished() && m_stream.sendable(Channel::File) > 0)
        sendChunk();
}

void ReadTask::sendChunk()
{
    char chunk[agent::kDataChunk];
    const auto sendable = m_stream.sendable(Channel::File);
    // One byte past the limit tells whether something was left out.
    if (m_left == 0)
        return finish(::pread(m_fd.get(), chunk, 1, static_cast<off_t>(m_offset)) > 0);
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(sendable, m_left));
    const auto n = ::pread(m_fd.get(), chunk, wanted, static_cast<off_t>(m_offset));
    if (n < 0)
        return m_stream.fail(Error::fromErrno(errno, "cannot read the file"));
    if (n == 0)
        return finish(false);
    const auto got = static_cast<std::size_t>(n);
    m_stream.send(Channel::File, {chunk, got});
    m_offset += got;
    m_left -= got;
    m_sent += got;
}

void ReadTask::finish(bool truncated)
{
    m_fd.reset();
    m_stream.sendEof(Channel::File);
    m_stream.reply(Json{{"size", m_sent}, {"mode", m_mode}, {"truncated", truncated}});
}

void ReadTask::onKill()
{
    m_fd.reset();
    m_stream.fail(Error(ErrorCode::Cancelled, "reading was stopped"));
}

} // namespace sandbench::guest
