// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/local/bwrap_start.h"

#include "core/base/json.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sandbench::local {

namespace {

constexpr std::size_t kMessageBytes = 4096;
constexpr rlim_t kLockedMemoryBytes = 64U << 10;

} // namespace

Result<std::vector<UniqueFd>> openFiles(const std::vector<CopiedFile>& files)
{
    std::vector<UniqueFd> fds;
    for (const auto& file : files) {
        if (file.source.empty()) {
            SANDBENCH_TRY(auto fd, makeSealedMemfd("sandbench-etc", file.content));
            fds.push_back(std::move(fd));
            continue;
        }
        fds.emplace_back(::open(file.source.c_str(), O_RDONLY | O_CLOEXEC));
        if (!fds.back())
            return Error::fromErrno(errno, "cannot open " + file.source);
    }
    return fds;
}

std::vector<ResourceLimit> limitsOfSandboxes()
{
    return {{RLIMIT_CORE, 0}, {RLIMIT_MEMLOCK, kLockedMemoryBytes}, {RLIMIT_MSGQUEUE, 0}};
}

Result<void> sendOptions(int socket, const std::vector<std::string>& words)
{
    std::string text;
    for (const auto& word : words)
        text.append(word).push_back('\0');
    const auto sent = ::send(socket, text.data(), text.size(), MSG_NOSIGNAL);
    // A shorter text means that bwrap is gone.
    return sent == static_cast<ssize_t>(text.size())
        ? Result<void>()
        : Error(ErrorCode::Unavailable, "bwrap ended before it began");
}

bool readSome(int fd, std::string& text)
{
    char chunk[512];
    const auto length = ::read(fd, chunk, sizeof chunk);
    if (length <= 0 || text.size() > kMessageBytes)
        return false;
    text.append(chunk, static_cast<std::size_t>(length));
    return true;
}

pid_t initPidOf(const std::string& info)
{
    const auto read = parseJson(info);
    return read ? static_cast<pid_t>(jsonInt(*read, "child-pid", 0)) : 0;
}

std::string readMessages(int fd)
{
    std::string text(kMessageBytes, '\0');
    const auto length = ::read(fd, text.data(), text.size());
    text.resize(length > 0 ? static_cast<std::size_t>(length) : 0);
    while (!text.empty() && (text.back() == '\n' || text.back() == '.'))
        text.pop_back();
    for (char& c : text)
        if (static_cast<unsigned char>(c) < 0x20)
            c = ' ';
    return text;
}

} // namespace sandbench::local
