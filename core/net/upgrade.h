// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/net/http_client.h"

namespace sandbench::net {

/// HttpClient::upgrade() on a connection of its own. @p tunnels: to an endpoint behind ssh; null
/// for others. @p bodyLimit: of a refusal.
Result<Upgraded> upgradeConnection(
    const Endpoint& endpoint, EngineTunnels* tunnels, const HttpRequest& request,
    std::size_t bodyLimit, std::stop_token stop);

} // namespace sandbench::net
