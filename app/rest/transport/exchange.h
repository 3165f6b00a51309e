// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/listener.h"
#include "app/rest/transport/answer_writer.h"
#include "app/rest/transport/connection.h"

#include <optional>
#include <stop_token>

namespace sandbench::rest {

struct ExchangeRules
{
    std::chrono::milliseconds stall{30'000};
    bool isEnding = false; ///< The server ends: this answer is the connection's last.
    Room room = Room::Plenty;
};

/// What became of a request.
struct Exchange
{
    bool goesOn = false; ///< The connection is ready for the next one, after `rest`.
    int refused = 0; ///< The status for what was no request; 0 = a handler was asked.
    std::optional<OutgoingAnswer> rest = {}; ///< The client has not read all yet.
};

/// Serves the request whose head is complete in the connection's received(), up to its answer.
/// Waits for the body and in streams, but for nobody who reads a whole answer slowly. Thread: any.
Exchange serveRequest(
    Connection& connection, const Listener::OnCall& onCall, const ExchangeRules& rules,
    const std::stop_token& stop);

} // namespace sandbench::rest
