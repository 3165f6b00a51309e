// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/slurm/job_stream.h"

#include "core/base/cgroup_text.h"

#include <dirent.h>
#include <memory>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace sandbench::slurm {

namespace {

bool isConnectedTcp(int fd)
{
    int domain = 0, type = 0;
    socklen_t size = sizeof domain;
    const bool isTcp = ::getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &size) == 0
        && (domain == AF_INET || domain == AF_INET6)
        && ::getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_STREAM;
    sockaddr_storage peer = {};
    socklen_t length = sizeof peer;
    return isTcp && ::getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &length) == 0;
}

void setOption(int fd, int option)
{
    constexpr int kOn = 1;
    ::setsockopt(fd, IPPROTO_TCP, option, &kOn, sizeof kOn);
}

} // namespace

void JobStream::hastenSocketsOf(pid_t pid, int pidFd)
{
    const auto folder = "/proc/" + std::to_string(pid) + "/fd";
    const std::unique_ptr<DIR, int (*)(DIR*)> dir(::opendir(folder.c_str()), ::closedir);
    while (const dirent* entry = dir ? ::readdir(dir.get()) : nullptr) {
        const auto number = cgroup_text::number<int>(entry->d_name);
        UniqueFd fd(number ? static_cast<int>(::syscall(SYS_pidfd_getfd, pidFd, *number, 0)) : -1);
        if (!fd || !isConnectedTcp(fd.get()))
            continue;
        setOption(fd.get(), TCP_NODELAY);
        setOption(fd.get(), TCP_QUICKACK);
        m_sockets.push_back(std::move(fd));
    }
}

/// The kernel forgets TCP_QUICKACK; setting it sends what was put off.
ssize_t JobStream::receive(std::span<char> into)
{
    const auto size = FrameStream::receive(into);
    if (size > 0)
        for (const auto& socket : m_sockets)
            setOption(socket.get(), TCP_QUICKACK);
    return size;
}

} // namespace sandbench::slurm
