// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/transport/peer_user.h"

#include "app/rest/transport/listen_socket.h"
#include "core/base/fd.h"

#include <cstring>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace sandbench::rest {

namespace {

constexpr uid_t kNobody = 65534; ///< Source: /proc/sys/kernel/overflowuid, which nobody changes.

/// Of an end of a connection. Ports and addresses in network order.
struct End
{
    sa_family_t family = AF_UNSPEC;
    in_port_t port = 0;
    unsigned char address[16] = {};
};

using Name = int (*)(int, sockaddr*, socklen_t*);

End endOf(int socket, Name name)
{
    sockaddr_storage storage = {};
    socklen_t size = sizeof storage;
    End end;
    if (name(socket, reinterpret_cast<sockaddr*>(&storage), &size) != 0)
        return end;
    end.family = storage.ss_family;
    if (end.family == AF_INET) {
        sockaddr_in in = {};
        std::memcpy(&in, &storage, sizeof in);
        end.port = in.sin_port;
        std::memcpy(end.address, &in.sin_addr, sizeof in.sin_addr);
    } else if (end.family == AF_INET6) {
        sockaddr_in6 in = {};
        std::memcpy(&in, &storage, sizeof in);
        end.port = in.sin6_port;
        std::memcpy(end.address, &in.sin6_addr, sizeof in.sin6_addr);
    }
    return end;
}

/// Asks for the one socket whose own end is @p peer and whose other end is @p ours.
struct Question
{
    nlmsghdr head = {};
    inet_diag_req_v2 body = {};
};

Question questionAbout(const End& peer, const End& ours)
{
    Question question;
    question.head.nlmsg_len = sizeof question;
    question.head.nlmsg_type = SOCK_DIAG_BY_FAMILY;
    question.head.nlmsg_flags = NLM_F_REQUEST;
    auto& body = question.body;
    body.sdiag_family = static_cast<__u8>(peer.family);
    body.sdiag_protocol = IPPROTO_TCP;
    body.idiag_states = ~0U;
    body.id.idiag_sport = peer.port;
    body.id.idiag_dport = ours.port;
    std::memcpy(body.id.idiag_src, peer.address, sizeof peer.address);
    std::memcpy(body.id.idiag_dst, ours.address, sizeof ours.address);
    body.id.idiag_cookie[0] = body.id.idiag_cookie[1] = INET_DIAG_NOCOOKIE;
    return question;
}

std::optional<uid_t> ownerOf(const End& peer, const End& ours)
{
    const UniqueFd kernel(::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG));
    const auto question = questionAbout(peer, ours);
    if (!kernel || ::send(kernel.get(), &question, sizeof question, 0) != sizeof question)
        return std::nullopt;
    alignas(nlmsghdr) char answer[4096];
    // The kernel answers within send().
    const auto got = ::recv(kernel.get(), answer, sizeof answer, MSG_DONTWAIT);
    nlmsghdr head = {};
    inet_diag_msg found = {};
    if (got < static_cast<ssize_t>(sizeof head + sizeof found))
        return std::nullopt;
    std::memcpy(&head, answer, sizeof head);
    std::memcpy(&found, answer + NLMSG_HDRLEN, sizeof found);
    // Listening sockets are found where there is no other; one that nobody has open any more has no
    // inode, and is said to be root's.
    const bool isConnected = found.idiag_state == TCP_ESTABLISHED
        || found.idiag_state == TCP_FIN_WAIT1 || found.idiag_state == TCP_FIN_WAIT2;
    const bool isIt = head.nlmsg_type == SOCK_DIAG_BY_FAMILY && isConnected
        && found.idiag_inode != 0 && found.id.idiag_sport == peer.port
        && found.id.idiag_dport == ours.port;
    return isIt ? std::optional<uid_t>(found.idiag_uid) : std::nullopt;
}

std::optional<uid_t> credentialOf(int socket)
{
    ucred credential = {};
    socklen_t size = sizeof credential;
    return ::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credential, &size) == 0
        ? std::optional<uid_t>(credential.uid)
        : std::nullopt;
}

} // namespace

std::optional<uid_t> userAtOtherEnd(int socket)
{
    if (!isLoopback(socket))
        return std::nullopt;
    const auto ours = endOf(socket, ::getsockname);
    const auto user = ours.family == AF_UNIX ? credentialOf(socket)
                                             : ownerOf(endOf(socket, ::getpeername), ours);
    return user == kNobody ? std::nullopt : user;
}

} // namespace sandbench::rest
