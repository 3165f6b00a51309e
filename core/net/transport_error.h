// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/net/endpoint.h"
#include "core/net/late_curl.h"

#include <chrono>
#include <string>

namespace sandbench::net {

/// What libcurl, the system and ssh know of a request that came to nothing.
struct TransportFailure
{
    CURLcode code = CURLE_OK;
    int systemError = 0; ///< errno of the connection.
    std::string detail; ///< libcurl's own words.
    std::string complaint; ///< ssh's.
    bool isUnanswered = false; ///< The connection was new, and nothing came over it.
};

/// "http://proxy:3128" without the name and the password that may be in it.
std::string proxyText(const Endpoint& endpoint);

/// One sentence for people that names the endpoint and the next step. Looks at the socket's owner,
/// nothing else.
Error transportError(const Endpoint& endpoint, const TransportFailure& failure);

/// Nothing came for @p patience.
Error silenceError(const Endpoint& endpoint, std::chrono::milliseconds patience);

/// The other side ended in the middle. @p complaint: ssh's, or empty.
Error cutError(const Endpoint& endpoint, const std::string& complaint);

} // namespace sandbench::net
