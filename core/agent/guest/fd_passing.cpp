// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/fd_passing.h"

#include <cstring>
#include <sys/socket.h>

namespace sandbench::guest {

namespace {

/// A message of one byte with room for one descriptor.
struct Envelope
{
    char byte = 0;
    iovec part = {&byte, 1};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    msghdr header = {};

    Envelope()
    {
        header.msg_iov = &part;
        header.msg_iovlen = 1;
        header.msg_control = control;
        header.msg_controllen = sizeof control;
    }
};

} // namespace

bool sendFd(int socket, int fd)
{
    Envelope envelope;
    cmsghdr* const rights = CMSG_FIRSTHDR(&envelope.header);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof fd);
    std::memcpy(CMSG_DATA(rights), &fd, sizeof fd);
    return ::sendmsg(socket, &envelope.header, MSG_NOSIGNAL) == 1;
}

UniqueFd receiveFd(int socket)
{
    Envelope envelope;
    if (::recvmsg(socket, &envelope.header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC) != 1)
        return {};
    const cmsghdr* const rights = CMSG_FIRSTHDR(&envelope.header);
    int fd = -1;
    if (rights && rights->cmsg_level == SOL_SOCKET && rights->cmsg_type == SCM_RIGHTS
        && rights->cmsg_len == CMSG_LEN(sizeof fd))
        std::memcpy(&fd, CMSG_DATA(rights), sizeof fd);
    return UniqueFd(fd);
}

} // namespace sandbench::guest
