// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// What bytes of a program's memory say. No I/O; every byte is hostile.
namespace sandbench::guest {

struct SocketAddress
{
    std::string text; ///< "192.0.2.7", "2001:db8::1", "/run/x.sock", "@abstract"
    std::uint16_t port = 0; ///< 0 = it has none.

    bool operator<(const SocketAddress& other) const
    {
        return text != other.text ? text < other.text : port < other.port;
    }
};

/// Of a sockaddr; nothing: it is of no kind that leads anywhere, or cut.
std::optional<SocketAddress> parseSocketAddress(std::string_view bytes);

/// The first name that a query of the domain name system asks for: "example.com". Nothing: it is no
/// query, or cut. Source: RFC 1035, 4.1.
std::optional<std::string> parseAskedName(std::string_view packet);

} // namespace sandbench::guest
