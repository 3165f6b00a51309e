// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/batch/server_address.h"

#include "core/base/fd.h"
#include "core/engine/members.h"
#include "core/workspace/members.h"

#include <algorithm>
#include <arpa/inet.h>

namespace sandbench::batch {
namespace {

constexpr std::size_t kLongestToken = 4096;

/// Where its sandboxes are is the server's own to say.
Json forServer(Json said)
{
    for (const auto* name : {"connection", "context", "engine"})
        said.erase(name);
    return withNumbers(std::move(said));
}

bool isThisMachine(const net::Endpoint& endpoint)
{
    in_addr number = {};
    // A name may begin with these digits as well.
    const bool isLoopback = ::inet_pton(AF_INET, endpoint.host.c_str(), &number) == 1
        && ntohl(number.s_addr) >> 24 == IN_LOOPBACKNET;
    return endpoint.kind == net::Endpoint::Kind::Unix || endpoint.host == "localhost"
        || endpoint.host == "::1" || isLoopback;
}

} // namespace

Result<net::Endpoint> serverEndpoint(const NamedServer& server)
{
    auto endpoint = net::parseEndpoint(server.address);
    if (endpoint && endpoint->kind == net::Endpoint::Kind::Ssh)
        return Error(
            ErrorCode::InvalidArgument, "takes http:// and https:// addresses, and unix sockets");
    return endpoint;
}

Json withNumbers(Json said)
{
    for (auto& [name, value] : said.items()) {
        const auto* member = workspace::findMember(name);
        const bool isNumber = member && value.is_string()
            && (member->field.type == FieldType::Number
                || member->field.type == FieldType::Integer);
        if (!isNumber)
            continue;
        if (auto number = parseJson(value.get<std::string>(), 64); number && number->is_number())
            value = *std::move(number);
    }
    return said;
}

Result<std::unique_ptr<Place>> makeServerPlace(const NamedServer& server, Json said)
{
    ServerPlaceOptions options;
    SANDBENCH_TRY(options.endpoint, serverEndpoint(server));
    options.token = server.token;
    options.said = forServer(std::move(said));
    return makeServerPlace(std::move(options));
}

bool showsToken(const NamedServer& server)
{
    const auto endpoint = net::parseEndpoint(server.address);
    return !server.token.empty() && endpoint && endpoint->kind == net::Endpoint::Kind::Tcp
        && !isThisMachine(*endpoint);
}

Result<std::string> readServerToken(const std::string& path)
{
    SANDBENCH_TRY(auto token, readFile(path, kLongestToken));
    while (!token.empty() && (token.back() == '\n' || token.back() == '\r'))
        token.pop_back();
    const auto isOdd = [](char c) { return c <= ' ' || c > '~'; };
    if (token.empty() || std::any_of(token.begin(), token.end(), isOdd))
        return Error(ErrorCode::InvalidArgument, "the file holds no token");
    return token;
}

} // namespace sandbench::batch
