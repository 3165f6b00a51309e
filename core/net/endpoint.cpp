// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/net/endpoint.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <sys/un.h>

namespace sandbench::net {

namespace {

constexpr std::size_t kMaxAddress = 4096;

Error wrongAddress(std::string_view text, const std::string& why)
{
    return {
        ErrorCode::InvalidArgument,
        "the address '" + std::string(text.substr(0, 200)) + "' " + why};
}

bool isHostCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
        || std::strchr(".-_:%", c) != nullptr;
}

/// What ssh takes as one word and not as an option.
bool isUserName(std::string_view text)
{
    return !text.empty() && text.front() != '-'
        && std::all_of(text.begin(), text.end(), [](char c) {
               return c > ' ' && c != 0x7f && std::strchr("\"'`$\\<>|;&(){}*?:@", c) == nullptr;
           });
}

Result<Endpoint> parseSocket(std::string_view text, std::string_view path)
{
    if (path.empty() || path.front() != '/')
        return wrongAddress(
            text, "needs the absolute path of a socket, as in unix:///run/docker.sock");
    if (path.size() >= sizeof(sockaddr_un::sun_path))
        return wrongAddress(text, "is too long for a socket: the system allows 107 characters");
    Endpoint endpoint;
    endpoint.path = path;
    return endpoint;
}

/// "host", "host:1", "[::1]:1"
Result<void> parseHost(std::string_view text, std::string_view authority, Endpoint& endpoint)
{
    std::string_view host = authority, port;
    if (authority.starts_with('[')) {
        const auto end = authority.find(']');
        if (end == std::string_view::npos)
            return wrongAddress(text, "has a [ without its ]");
        host = authority.substr(1, end - 1);
        port = authority.substr(end + 1);
    } else if (const auto colon = authority.find(':'); colon != std::string_view::npos) {
        host = authority.substr(0, colon);
        port = authority.substr(colon);
    }
    if (host.empty() || host.front() == '-'
        || !std::all_of(host.begin(), host.end(), isHostCharacter))
        return wrongAddress(text, "has no valid host name");
    endpoint.host = host;
    if (port.empty())
        return {};
    const auto* end = port.data() + port.size();
    const auto parsed = std::from_chars(port.data() + 1, end, endpoint.port);
    if (port.front() != ':' || parsed.ec != std::errc() || parsed.ptr != end || endpoint.port == 0)
        return wrongAddress(text, "has no valid port: 1 to 65535");
    return {};
}

Result<Endpoint> parseTcp(std::string_view text, std::string_view scheme, std::string_view rest)
{
    Endpoint endpoint;
    endpoint.kind = scheme == "https" ? Endpoint::Kind::Tls : Endpoint::Kind::Tcp;
    if (rest.ends_with('/'))
        rest.remove_suffix(1);
    if (rest.find_first_of("/?#") != std::string_view::npos)
        return wrongAddress(text, "may have no path behind the port");
    if (rest.find('@') != std::string_view::npos)
        return wrongAddress(text, "may hold no user: an engine knows its users by certificates");
    SANDBENCH_TRY_VOID(parseHost(text, rest, endpoint));
    if (endpoint.port == 0 && scheme != "tcp")
        endpoint.port = scheme == "https" ? 443 : 80;
    return endpoint;
}

Result<Endpoint> parseSsh(std::string_view text, std::string_view rest)
{
    Endpoint endpoint;
    endpoint.kind = Endpoint::Kind::Ssh;
    const auto slash = rest.find('/');
    if (slash != std::string_view::npos) {
        if (rest.substr(slash) != "/")
            endpoint.path = rest.substr(slash);
        rest = rest.substr(0, slash);
    }
    if (const auto at = rest.rfind('@'); at != std::string_view::npos) {
        const auto user = rest.substr(0, at);
        if (user.find(':') != std::string_view::npos)
            return wrongAddress(text.substr(0, 6), "may hold no password: give ssh a key instead");
        if (!isUserName(user))
            return wrongAddress(text, "has no valid user name");
        endpoint.user = user;
        rest.remove_prefix(at + 1);
    }
    SANDBENCH_TRY_VOID(parseHost(text, rest, endpoint));
    return endpoint;
}

} // namespace

std::string Endpoint::text() const
{
    if (kind == Kind::Unix)
        return "unix://" + path;
    const bool isBracketed = host.find(':') != std::string::npos;
    std::string authority = isBracketed ? "[" + host + "]" : host;
    if (port != 0)
        authority += ":" + std::to_string(port);
    if (kind != Kind::Ssh)
        return "tcp://" + authority;
    return "ssh://" + (user.empty() ? "" : user + "@") + authority + path;
}

Result<Endpoint> parseEndpoint(std::string_view text)
{
    if (text.empty() || text.size() > kMaxAddress)
        return wrongAddress(text, text.empty() ? "is empty" : "is too long");
    if (std::any_of(text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; }))
        return Error(
            ErrorCode::InvalidArgument, "an engine's address may hold no control characters");
    if (text.front() == '/')
        return parseSocket(text, text);
    const auto colon = text.find("://");
    if (colon == std::string_view::npos)
        return wrongAddress(text, "needs a scheme: unix://, tcp://, https:// or ssh://");
    const auto scheme = text.substr(0, colon);
    const auto rest = text.substr(colon + 3);
    if (scheme == "unix")
        return parseSocket(text, rest);
    if (scheme == "tcp" || scheme == "http" || scheme == "https")
        return parseTcp(text, scheme, rest);
    if (scheme == "ssh")
        return parseSsh(text, rest);
    if (scheme == "npipe")
        return wrongAddress(text, "is a pipe of Windows, which cannot be reached from here");
    if (scheme == "fd")
        return wrongAddress(text, "is a descriptor that only the daemon itself has");
    return wrongAddress(text, "has an unknown scheme: use unix://, tcp://, https:// or ssh://");
}

} // namespace sandbench::net
