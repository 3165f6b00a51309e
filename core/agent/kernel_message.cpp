// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/kernel_message.h"

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <sys/socket.h>
#include <sys/uio.h>

namespace sandbench::agent {

std::string_view KernelMessage::value(std::string_view key) const
{
    for (const auto& [name, text] : fields) {
        if (name == key)
            return text;
    }
    return {};
}

std::vector<std::string> KernelMessage::values(std::string_view key) const
{
    std::vector<std::string> out;
    for (const auto& [name, text] : fields) {
        if (name == key)
            out.push_back(text);
    }
    return out;
}

std::int64_t KernelMessage::number(std::string_view key) const
{
    const std::string_view text = value(key);
    std::int64_t out = 0;
    std::from_chars(text.data(), text.data() + text.size(), out);
    return out;
}

double KernelMessage::seconds(std::string_view key) const
{
    const double out = std::strtod(std::string(value(key)).c_str(), nullptr);
    return out >= 0 && out < 1e9 ? out : 0;
}

Result<std::string> encodeKernelMessage(const KernelMessage& message)
{
    std::string out = message.op + '\0';
    for (const auto& [key, value] : message.fields) {
        if (value.find('\0') != std::string::npos)
            return Error(
                ErrorCode::InvalidArgument, "a field for the interpreter holds a NUL byte");
        out += key + '=' + value + '\0';
        if (out.size() > kMaxKernelPacket)
            return Error(
                ErrorCode::ResourceExhausted,
                "arguments and environment do not fit what an interpreter takes");
    }
    return out;
}

Result<KernelMessage> decodeKernelMessage(std::string_view packet)
{
    const Error broken(ErrorCode::Protocol, "the interpreter sent a broken packet");
    if (packet.empty() || packet.size() > kMaxKernelPacket || packet.back() != '\0')
        return broken;
    KernelMessage message;
    bool first = true;
    while (!packet.empty()) {
        const auto end = packet.find('\0');
        const std::string_view word = packet.substr(0, end);
        packet.remove_prefix(end + 1);
        if (std::exchange(first, false)) {
            message.op = word;
            continue;
        }
        const auto equals = word.find('=');
        if (equals == std::string_view::npos)
            return broken;
        message.add(std::string(word.substr(0, equals)), std::string(word.substr(equals + 1)));
    }
    return message;
}

Result<void>
sendKernelMessage(int socket, const KernelMessage& message, const std::vector<int>& fds)
{
    SANDBENCH_TRY(std::string packet, encodeKernelMessage(message));
    iovec part{packet.data(), packet.size()};
    alignas(cmsghdr) char control[CMSG_SPACE(kMostKernelFds * sizeof(int))] = {};
    msghdr header = {};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    if (!fds.empty() && fds.size() <= kMostKernelFds) {
        header.msg_control = control;
        header.msg_controllen = CMSG_SPACE(fds.size() * sizeof(int));
        cmsghdr* rights = CMSG_FIRSTHDR(&header);
        rights->cmsg_level = SOL_SOCKET;
        rights->cmsg_type = SCM_RIGHTS;
        rights->cmsg_len = CMSG_LEN(fds.size() * sizeof(int));
        std::memcpy(CMSG_DATA(rights), fds.data(), fds.size() * sizeof(int));
    }
    if (::sendmsg(socket, &header, MSG_DONTWAIT | MSG_NOSIGNAL) < 0)
        return Error::fromErrno(errno, "cannot reach the interpreter");
    return {};
}

void askForSenders(int socket)
{
    const int yes = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_PASSCRED, &yes, sizeof yes);
}

/// Puts the descriptors into @p fds; who sent them, or 0.
static pid_t takeControl(msghdr& header, std::vector<UniqueFd>& fds)
{
    ucred sender = {};
    for (cmsghdr* at = CMSG_FIRSTHDR(&header); at; at = CMSG_NXTHDR(&header, at)) {
        if (at->cmsg_level != SOL_SOCKET)
            continue;
        if (at->cmsg_type == SCM_CREDENTIALS && at->cmsg_len == CMSG_LEN(sizeof sender))
            std::memcpy(&sender, CMSG_DATA(at), sizeof sender);
        if (at->cmsg_type != SCM_RIGHTS)
            continue;
        const std::size_t count = (at->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (std::size_t i = 0; i < count; ++i) {
            int fd = -1;
            std::memcpy(&fd, CMSG_DATA(at) + i * sizeof(int), sizeof fd);
            fds.emplace_back(fd);
        }
    }
    return sender.pid;
}

Result<KernelMessage> receiveFirstKernelMessage(int socket, pid_t& sender)
{
    // A string would be filled with zeros, which takes longer than all the rest.
    char packet[kMaxKernelPacket];
    iovec part{packet, sizeof packet};
    alignas(cmsghdr) char control[CMSG_SPACE(kMostKernelFds * sizeof(int)) + CMSG_SPACE(sizeof(ucred))]
        = {};
    msghdr header = {};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = control;
    header.msg_controllen = sizeof control;
    const auto n = ::recvmsg(socket, &header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return Error(ErrorCode::Timeout, "no packet yet");
    if (n <= 0)
        return Error(ErrorCode::ConnectionLost, "the interpreter is gone");
    std::vector<UniqueFd> fds;
    sender = takeControl(header, fds);
    if ((header.msg_flags & MSG_TRUNC) != 0)
        return Error(ErrorCode::Protocol, "the interpreter sent too large a packet");
    SANDBENCH_TRY(
        KernelMessage message, decodeKernelMessage({packet, static_cast<std::size_t>(n)}));
    message.fds = std::move(fds);
    return message;
}

Result<KernelMessage> receiveKernelMessage(int socket, pid_t sender)
{
    // A child that floods must not keep the agent from its other duties.
    constexpr int kMostStrangers = 64;
    for (int i = 0; i < kMostStrangers; ++i) {
        pid_t from = 0;
        auto message = receiveFirstKernelMessage(socket, from);
        if (from == sender || message.failedAs(ErrorCode::Timeout, ErrorCode::ConnectionLost))
            return message;
    }
    return Error(ErrorCode::Timeout, "no packet of the interpreter yet");
}

} // namespace sandbench::agent
