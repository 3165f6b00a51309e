// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/model/model_server.h"

#include "core/base/text.h"

#include <algorithm>
#include <arpa/inet.h>

namespace sandbench::model {

namespace {

constexpr std::size_t kLongestUrl = 2000, kLongestModel = 300;
constexpr std::string_view kCall = "/chat/completions";

Error wrongUrl(const std::string& why)
{
    return {ErrorCode::InvalidArgument, "the URL of the model's server " + why};
}

bool isThisMachine(const std::string& host)
{
    in_addr four = {};
    if (::inet_pton(AF_INET, host.c_str(), &four) == 1)
        return ntohl(four.s_addr) >> 24U == 127;
    return host == "::1" || host == "localhost";
}

std::uint16_t usualPort(const net::Endpoint& endpoint)
{
    return endpoint.kind == net::Endpoint::Kind::Tls ? 443 : 80;
}

std::string authorityOf(const net::Endpoint& endpoint, bool isShort)
{
    const bool isBracketed = endpoint.host.find(':') != std::string::npos;
    const auto host = isBracketed ? "[" + endpoint.host + "]" : endpoint.host;
    return isShort && endpoint.port == usualPort(endpoint)
        ? host
        : host + ":" + std::to_string(endpoint.port);
}

/// Without what people copy along.
Result<std::string> readPath(std::string_view path)
{
    const auto isOdd = [](char c) { return c <= ' ' || c > '~'; };
    if (std::any_of(path.begin(), path.end(), isOdd) || path.find('?') != std::string_view::npos
        || path.find('#') != std::string_view::npos)
        return wrongUrl("may hold neither blanks nor a ? or #; it usually ends in /v1");
    while (path.ends_with('/'))
        path.remove_suffix(1);
    if (path.ends_with(kCall))
        path.remove_suffix(kCall.size());
    return std::string(path);
}

} // namespace

std::string ModelServer::host() const
{
    return authorityOf(endpoint, true);
}

std::string ModelServer::url() const
{
    const bool isTls = endpoint.kind == net::Endpoint::Kind::Tls;
    return (isTls ? "https://" : "http://") + authorityOf(endpoint, false) + path;
}

Result<ModelServer> readModelServer(std::string_view url, std::string_view name)
{
    if (url.size() > kLongestUrl || name.size() > kLongestModel)
        return wrongUrl("or the model's name is too long");
    const auto scheme = url.substr(0, url.find("://"));
    if (scheme.size() == url.size() || (scheme != "http" && scheme != "https"))
        return wrongUrl("must begin with https://, or http:// on this machine");
    const auto rest = url.substr(scheme.size() + 3);
    const auto slash = std::min(rest.find('/'), rest.size());
    if (rest.find('@') != std::string_view::npos)
        return wrongUrl("may hold no name, password or key; the key is asked for");
    auto endpoint
        = net::parseEndpoint(std::string(scheme) + "://" + std::string(rest.substr(0, slash)));
    if (!endpoint)
        return wrongUrl("has no valid host and port, as in http://127.0.0.1:11434/v1");
    ModelServer server;
    server.endpoint = *std::move(endpoint);
    // One machine may be called in several ways, and has one key.
    server.endpoint.host = lowerCase(server.endpoint.host);
    if (server.endpoint.kind == net::Endpoint::Kind::Tcp && !isThisMachine(server.endpoint.host))
        return wrongUrl("must begin with https:// where it is another machine");
    SANDBENCH_TRY(server.path, readPath(rest.substr(slash)));
    server.name = oneLine(name, kLongestModel);
    return server;
}

} // namespace sandbench::model
