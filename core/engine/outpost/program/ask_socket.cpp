// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/outpost/program/ask_socket.h"

#include "core/base/text.h"
#include "core/engine/outpost/outpost_protocol.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

namespace sandbench::outpost {

namespace {

using namespace std::chrono_literals;

constexpr std::string_view kPrefix = "sandbench-outpost-";
constexpr auto kAskPatience = 2s;
constexpr std::size_t kMostSocketsBytes = 4U << 20;

socklen_t askAddress(std::string_view name, sockaddr_un& address)
{
    const auto whole = std::string(kPrefix) + std::string(name);
    const auto bytes = std::min(whole.size(), sizeof address.sun_path - 1);
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path + 1, whole.data(), bytes);
    return static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + bytes);
}

bool isOfOwnUser(int fd)
{
    ucred peer = {};
    socklen_t size = sizeof peer;
    return ::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == ::geteuid();
}

void setPatience(int fd, std::chrono::milliseconds patience)
{
    const timeval time
        = {patience.count() / 1000, static_cast<suseconds_t>(patience.count() % 1000 * 1000)};
    ::setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
    ::setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
}

} // namespace

Result<UniqueFd> listenForAsks(const std::string& name)
{
    sockaddr_un address = {};
    const auto size = askAddress(name, address);
    UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!fd || ::bind(fd.get(), reinterpret_cast<sockaddr*>(&address), size) != 0
        || ::listen(fd.get(), SOMAXCONN) != 0)
        return Error::fromErrno(errno, "the outpost cannot be asked about the sandbox");
    return fd;
}

Result<Asked> takeAsk(int listener)
{
    Asked asked;
    asked.from.reset(::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC));
    if (!asked.from || !isOfOwnUser(asked.from.get()))
        return Error(ErrorCode::Unavailable, "nobody who may ask");
    setPatience(asked.from.get(), kAskPatience);
    SANDBENCH_TRY(asked.line, readLineFrom(asked.from.get()));
    return asked;
}

Result<std::string>
ask(const std::string& name, std::string_view line, std::chrono::milliseconds patience)
{
    const Error gone(ErrorCode::NotFound, "the sandbox is not there any more");
    sockaddr_un address = {};
    const auto size = askAddress(name, address);
    const UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!fd)
        return Error::fromErrno(errno, "cannot make a socket");
    setPatience(fd.get(), patience);
    if (::connect(fd.get(), reinterpret_cast<sockaddr*>(&address), size) != 0
        || !isOfOwnUser(fd.get()))
        return gone;
    if (!writeAll(fd.get(), std::string(line) + "\n"))
        return gone;
    auto answer = readLineFrom(fd.get());
    // It ended before it could answer.
    return answer.failedAs(ErrorCode::ConnectionLost, ErrorCode::Io) ? gone : std::move(answer);
}

std::vector<std::string> namesOfPlaces()
{
    std::vector<std::string> names;
    const auto text = readFile("/proc/net/unix", kMostSocketsBytes);
    std::string_view rest = text ? std::string_view(*text) : std::string_view();
    while (!rest.empty()) {
        const auto line = takeUpTo(rest, '\n');
        const auto at = line.rfind(" @");
        if (at == std::string_view::npos || !line.substr(at + 2).starts_with(kPrefix))
            continue;
        auto name = std::string(line.substr(at + 2 + kPrefix.size()));
        // A connection is another socket of the same name.
        if (isPlaceName(name) && std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(std::move(name));
    }
    return names;
}

Result<std::string> readLineFrom(int fd)
{
    std::string line;
    char bytes[16U << 10];
    for (;;) {
        const auto n = ::read(fd, bytes, sizeof bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN)
            return Error(ErrorCode::Timeout, "a line did not come in time");
        if (n < 0)
            return Error::fromErrno(errno, "cannot read a line");
        if (n == 0)
            return Error(ErrorCode::ConnectionLost, "the end came before a line");
        line.append(bytes, static_cast<std::size_t>(n));
        if (line.ends_with('\n')) {
            line.pop_back();
            return line;
        }
        if (line.size() > far::kMostLineBytes)
            return Error(ErrorCode::ResourceExhausted, "a line is too long");
    }
}

} // namespace sandbench::outpost
