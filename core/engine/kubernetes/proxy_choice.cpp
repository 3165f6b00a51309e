// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/proxy_choice.h"

#include "core/base/text.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

namespace sandbench::kubernetes {

namespace {

using Address = std::vector<unsigned char>;

/// 4 or 16 bytes; empty = that is a name.
Address addressOf(const std::string& text)
{
    std::array<unsigned char, 16> bytes{};
    if (::inet_pton(AF_INET, text.c_str(), bytes.data()) == 1)
        return {bytes.begin(), bytes.begin() + 4};
    if (::inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1)
        return {bytes.begin(), bytes.end()};
    return {};
}

bool isThisMachine(const std::string& host)
{
    const auto address = addressOf(host);
    if (address.size() == 4)
        return address[0] == 127;
    return host == "localhost" || host == "::1";
}

bool isInNetwork(const Address& address, const std::string& network)
{
    const auto slash = network.find('/');
    const auto base = addressOf(network.substr(0, slash));
    const std::string_view bits = std::string_view(network).substr(slash + 1);
    std::size_t left = 0;
    const auto parsed = std::from_chars(bits.data(), bits.data() + bits.size(), left);
    if (parsed.ec != std::errc() || parsed.ptr != bits.data() + bits.size()
        || base.size() != address.size() || left > 8 * base.size())
        return false;
    for (std::size_t i = 0; left > 0; ++i) {
        const auto taken = std::min<std::size_t>(left, 8);
        const auto shift = static_cast<unsigned>(8 - taken);
        if (address[i] >> shift != base[i] >> shift)
            return false;
        left -= taken;
    }
    return true;
}

/// One entry of NO_PROXY: "*", "10.0.0.0/8", "10.1.2.3", "example.test", ".example.test", each but
/// the first two also with ":port".
bool excludes(std::string entry, const std::string& host, std::uint16_t port)
{
    if (entry == "*")
        return true;
    const auto address = addressOf(host);
    if (entry.find('/') != std::string::npos)
        return !address.empty() && isInNetwork(address, entry);
    const auto colon = entry.rfind(':');
    const bool isBare6 = !addressOf(entry).empty();
    if (colon != std::string::npos && !isBare6) {
        if (entry.substr(colon + 1) != std::to_string(port))
            return false;
        entry.resize(colon);
    }
    if (entry.starts_with('[') && entry.ends_with(']'))
        entry = entry.substr(1, entry.size() - 2);
    if (!address.empty())
        return addressOf(entry) == address;
    if (entry.starts_with("*."))
        entry.erase(0, 1);
    if (entry.empty())
        return false;
    if (entry.front() == '.')
        return host.ends_with(entry);
    return host == entry || host.ends_with("." + entry);
}

bool isExcluded(const std::string& list, const std::string& host, std::uint16_t port)
{
    std::string_view rest = list;
    while (!rest.empty()) {
        auto entry = takeUpTo(rest, ',');
        while (entry.starts_with(' '))
            entry.remove_prefix(1);
        while (entry.ends_with(' '))
            entry.remove_suffix(1);
        if (excludes(lowerCase(entry), host, port))
            return true;
    }
    return false;
}

} // namespace

std::string
proxyOfEnvironment(const net::Endpoint& endpoint, const std::map<std::string, std::string>& env)
{
    const auto variable = [&env](const std::string& name) {
        for (const auto& spelling : {name, lowerCase(name)})
            if (const auto found = env.find(spelling); found != env.end() && !found->second.empty())
                return found->second;
        return std::string();
    };
    const auto host = lowerCase(endpoint.host);
    if (isThisMachine(host) || isExcluded(variable("NO_PROXY"), host, endpoint.port))
        return {};
    auto proxy = variable(endpoint.kind == net::Endpoint::Kind::Tls ? "HTTPS_PROXY" : "HTTP_PROXY");
    if (!proxy.empty() && proxy.find("://") == std::string::npos)
        proxy.insert(0, "http://");
    return proxy;
}

} // namespace sandbench::kubernetes
