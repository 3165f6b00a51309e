// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/net/http_client.h"

#include <compare>
#include <stop_token>
#include <string>
#include <string_view>

namespace sandbench::docker {

struct ApiVersion
{
    int major = 0, minor = 0;
    auto operator<=>(const ApiVersion&) const = default;
    std::string text() const;
};
/// "1.41". Errors: Protocol.
Result<ApiVersion> parseApiVersion(std::string_view text);

/// The oldest and newest API that we speak.
inline constexpr ApiVersion kOldestApi{1, 41};
inline constexpr ApiVersion kNewestApi{1, 52};

/// The version to speak with a server that offers @p oldest … @p newest. Errors: Unsupported,
/// saying which side is too old.
Result<ApiVersion> negotiate(ApiVersion oldest, ApiVersion newest);

/// Where the servers differ: decided once, from what `/_ping` says.
enum class Dialect { Docker, Podman };

/// What a server said of itself, and the version agreed on with it.
struct Greeting
{
    Dialect dialect = Dialect::Docker;
    ApiVersion version;
    std::string serverName; ///< "Docker 20.10.24, API 1.41"
    std::string libpodVersion; ///< "4.3.1"; empty = not Podman.
};

/// Asks `/_ping`, and `/version` where that does not say enough.
/// Errors: HttpClient's, Protocol (not an engine), Unsupported (see negotiate()).
Result<Greeting> greet(const net::HttpClient& http, std::stop_token stop);

/// The Error of a request that @p endpoint refused. No I/O.
Error errorOf(const net::HttpResponse& response, const net::Endpoint& endpoint);

} // namespace sandbench::docker
