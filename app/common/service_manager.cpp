// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/common/service_manager.h"

#include "core/base/fd.h"

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <sys/socket.h>
#include <sys/un.h>

namespace sandbench {

void notifyServiceManager(std::string_view state)
{
    const char* const path = std::getenv("NOTIFY_SOCKET");
    const std::string_view name = path ? path : "";
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    if (name.empty() || name.size() >= sizeof address.sun_path)
        return;
    std::memcpy(address.sun_path, name.data(), name.size());
    if (name.front() == '@') // The abstract namespace, as systemd writes it.
        address.sun_path[0] = '\0';
    const UniqueFd socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
    // Nobody to tell that it failed.
    [[maybe_unused]] const auto sent = ::sendto(
        socket.get(), state.data(), state.size(), MSG_NOSIGNAL | MSG_DONTWAIT,
        reinterpret_cast<const sockaddr*>(&address), size);
}

} // namespace sandbench
