// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/call_text.h"

#include <arpa/inet.h>
#include <cstring>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>

namespace sandbench::guest {

namespace {

constexpr std::size_t kMostNameBytes = 255, kMostLabelBytes = 63, kDnsHeader = 12;

template <typename Address> Address addressFrom(std::string_view bytes)
{
    Address address = {};
    std::memcpy(&address, bytes.data(), sizeof address);
    return address;
}

std::optional<SocketAddress> parseUnixAddress(std::string_view bytes)
{
    auto path = bytes.substr(offsetof(sockaddr_un, sun_path));
    if (path.empty())
        return std::nullopt; // a bind() that lets the kernel choose
    if (path.front() != '\0')
        return SocketAddress{std::string(path.substr(0, path.find('\0'))), 0};
    path.remove_prefix(1);
    return SocketAddress{"@" + std::string(path.substr(0, path.find('\0'))), 0};
}

} // namespace

std::optional<SocketAddress> parseSocketAddress(std::string_view bytes)
{
    sa_family_t family = AF_UNSPEC;
    if (bytes.size() < sizeof family)
        return std::nullopt;
    std::memcpy(&family, bytes.data(), sizeof family);
    char text[INET6_ADDRSTRLEN] = {};
    if (family == AF_INET && bytes.size() >= sizeof(sockaddr_in)) {
        const auto address = addressFrom<sockaddr_in>(bytes);
        ::inet_ntop(AF_INET, &address.sin_addr, text, sizeof text);
        return SocketAddress{text, ntohs(address.sin_port)};
    }
    // What is behind the address itself, its scope, may be left out.
    if (family == AF_INET6 && bytes.size() >= offsetof(sockaddr_in6, sin6_scope_id)) {
        const auto address
            = addressFrom<sockaddr_in6>(std::string(bytes).append(sizeof(sockaddr_in6), '\0'));
        ::inet_ntop(AF_INET6, &address.sin6_addr, text, sizeof text);
        return SocketAddress{text, ntohs(address.sin6_port)};
    }
    return family == AF_UNIX ? parseUnixAddress(bytes) : std::nullopt;
}

std::optional<std::string> parseAskedName(std::string_view packet)
{
    const auto byteAt
        = [&packet](std::size_t at) { return static_cast<unsigned char>(packet[at]); };
    // A query (not an answer), of the usual kind, with at least one question.
    if (packet.size() <= kDnsHeader || (byteAt(2) & 0xf8U) != 0 || (byteAt(4) | byteAt(5)) == 0)
        return std::nullopt;
    std::string name;
    for (std::size_t at = kDnsHeader; at < packet.size();) {
        const std::size_t length = byteAt(at++);
        if (length == 0)
            return name.empty() ? std::optional<std::string>(".") : name;
        if (length > kMostLabelBytes || length > packet.size() - at
            || name.size() + length >= kMostNameBytes)
            return std::nullopt;
        name += (name.empty() ? "" : ".") + std::string(packet.substr(at, length));
        at += length;
    }
    return std::nullopt;
}

} // namespace sandbench::guest
