// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/listener.h"
#include "app/rest/transport/clients.h"

namespace sandbench::rest {

enum class HeadProgress {
    Whole, ///< A head is at the begin of what was received.
    WantsRead,
    WantsWrite,
    TooLong,
    Foreign, ///< No HTTP.
    Gone,
};

/// Takes a client, from its first byte, as far towards a whole head as it goes without waiting: its
/// TLS handshake, empty lines, the head. Sets its state and until when the next step has to come.
/// Thread: the loop's.
HeadProgress readHead(Client& client, const ListenerOptions& options);

/// It is ready for a request: the first one, or the next.
void awaitRequest(Client& client, const ListenerOptions& options);

/// Whether a client that was just served has its next request there, or sends it within a moment:
/// then its worker, which is awake, need not wake two other threads. Thread: the worker's.
bool asksAgain(Connection& connection);

} // namespace sandbench::rest
