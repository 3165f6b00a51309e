// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/net/http_client.h"
#include "tests/support/hostile_http_server.h"

#include <string>

namespace sandbench::test {

inline net::HttpRequest
request(const std::string& target, std::chrono::milliseconds patience = std::chrono::seconds(30))
{
    net::HttpRequest made;
    made.target = target;
    made.patience = patience;
    return made;
}

inline HostileHttpServer::Handler sends(std::string bytes)
{
    return [bytes = std::move(bytes)](Conversation& peer) {
        peer.send(bytes);
        peer.cut();
    };
}

inline const char* codeName(const Error& error)
{
    return errorCodeName(error.code()).data();
}

/// The error's code, or "".
inline std::string codeOfUpgrade(
    const net::HttpClient& client, const net::HttpRequest& sent, std::stop_token stop = {})
{
    const auto upgraded = client.upgrade(sent, stop);
    return upgraded ? "" : codeName(upgraded.error());
}

} // namespace sandbench::test
