// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/listener.h"
#include "app/rest/transport/connection.h"

#include <stop_token>

namespace sandbench::rest {

struct ExchangeRules
{
    std::chrono::milliseconds stall{30'000};
    bool isEnding = false; ///< The server ends: this answer is the connection's last.
};

/// Serves the request whose head is complete in the connection's received() from its first byte to
/// the answer's last one. True = the connection is ready for the next one. Thread: any.
bool serveRequest(
    Connection& connection, const Listener::OnCall& onCall, const ExchangeRules& rules,
    const std::stop_token& stop);

} // namespace sandbench::rest
