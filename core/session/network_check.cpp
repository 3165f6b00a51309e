// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/network_check.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <string>

namespace sandbench {

namespace {

constexpr std::size_t kLongestInterface = 64;

/// Fallback devices of tunnel modules; without an address and down until somebody with rights over
/// the network changes that.
constexpr std::array<std::string_view, 10> kMadeByTheKernel
    = {"tunl0",    "gre0",    "gretap0", "erspan0", "ip_vti0",
       "ip6_vti0", "ip6tnl0", "ip6gre0", "sit0",    "teql0"};

std::string_view firstWord(std::string_view line)
{
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    return line.substr(0, line.find_first_of(" \t"));
}

std::string_view lastWord(std::string_view line)
{
    const auto end = line.find_last_not_of(" \t");
    line = line.substr(0, end == std::string_view::npos ? 0 : end + 1);
    const auto at = line.find_last_of(" \t");
    return at == std::string_view::npos ? line : line.substr(at + 1);
}

Error stillHas(const char* what, std::string_view interface)
{
    return Error(
        ErrorCode::Io,
        "the sandbox still has " + std::string(what) + " '"
            + replaceInvalidUtf8(interface.substr(0, kLongestInterface))
            + "'; close the session, its code would have a network");
}

} // namespace

Result<void>
checkNoNetwork(std::string_view devices, std::string_view routes, std::string_view ipv6Routes)
{
    bool hasLoopback = false;
    while (!devices.empty()) {
        const auto line = takeUpTo(devices, '\n');
        const auto colon = line.find(':');
        if (colon == std::string_view::npos) // the two lines above the table
            continue;
        const auto name = firstWord(line.substr(0, colon));
        hasLoopback = hasLoopback || name == "lo";
        if (name != "lo"
            && std::find(kMadeByTheKernel.begin(), kMadeByTheKernel.end(), name)
                == kMadeByTheKernel.end())
            return stillHas("the network interface", name);
    }
    if (!hasLoopback)
        return Error(
            ErrorCode::Io, "the sandbox does not say what network it has; close the session");
    takeUpTo(routes, '\n'); // names of the columns
    while (!routes.empty())
        if (const auto name = firstWord(takeUpTo(routes, '\n')); !name.empty() && name != "lo")
            return stillHas("a route over the interface", name);
    while (!ipv6Routes.empty())
        if (const auto name = lastWord(takeUpTo(ipv6Routes, '\n')); !name.empty() && name != "lo")
            return stillHas("a route over the interface", name);
    return {};
}

} // namespace sandbench
